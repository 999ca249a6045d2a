//! The kernels of a discrete action, for tests that a scheme is variational.

use extremal_symbolic::{Expr, Graph};

use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::schemes::Action;

/// The discrete action of an element, for variational schemes.
#[derive(Clone, Debug)]
pub(crate) struct ActionKernels {
    pub(crate) lagrangian: Kernel,
    pub(crate) momentum_before: Kernel,
    pub(crate) momentum_after: Kernel,
}

impl ActionKernels {
    pub(super) fn of(graph: &mut Graph, name: &str, arguments: &[Argument], action: &Action) -> Self {
        let mut kernel = |part: &str, shape: Shape, values: &[Expr]| {
            Kernel::rare(graph, &format!("{name}_{part}"), arguments, &[(shape, values)])
        };
        let mut momentum = |part: &str, values: &[Expr]| kernel(part, Shape::Array(values.len()), values);
        let (momentum_before, momentum_after) = (
            momentum("momentum_before", &action.momentum_before),
            momentum("momentum_after", &action.momentum_after),
        );
        Self {
            lagrangian: kernel("lagrangian", Shape::Scalar, &[action.lagrangian]),
            momentum_before,
            momentum_after,
        }
    }

    pub(crate) fn kernels(&self) -> [&Kernel; 3] {
        [&self.lagrangian, &self.momentum_before, &self.momentum_after]
    }
}
