//! The derivatives of momenta and outputs at a state: the entries that are not identically zero.

use extremal_symbolic::Expr;

use crate::derive::continuous::state_arguments;
use crate::derive::kernel::{Kernel, Shape};
use crate::dynamics::Dynamics;
use crate::model::Model;

/// ∂p/∂(q, θ) and ∂y/∂(q, v, u, θ); the second is empty if an output contains a multiplier.
#[derive(Clone, Debug)]
pub(crate) struct Jacobians {
    pub(crate) momenta: Entries,
    pub(crate) outputs: Entries,
}

/// Entries of a matrix.
#[derive(Clone, Debug)]
pub(crate) struct Entries {
    pub(crate) kernel: Kernel,
    /// Row and column of each.
    pub(crate) places: Vec<(usize, usize)>,
}

impl Jacobians {
    /// `None` if they are larger than what may still be derived. To be derived after all else, which they must not refuse.
    pub(super) fn of(model: &mut Model, dynamics: &Dynamics) -> Option<Self> {
        let momenta = dynamics.kinetic_at(&mut model.graph, &dynamics.here()).by_v;
        // The derivative of a multiplier is not derived, and so none of all outputs.
        let differentiated = model.outputs.iter().filter(|_| model.multipliers.is_empty());
        let outputs: Vec<Expr> = differentiated.flat_map(|output| output.entries.clone()).collect();
        let by_momenta = [&model.coordinates[..], &model.sensitivities].concat();
        let by_outputs = [
            &model.coordinates[..],
            &model.velocities,
            &model.inputs,
            &model.sensitivities,
        ]
        .concat();
        let jacobians = Self {
            momenta: Entries::of(model, "momentum_entries", &momenta, &by_momenta),
            outputs: Entries::of(model, "output_entries", &outputs, &by_outputs),
        };
        (!model.graph.is_exhausted()).then_some(jacobians)
    }

    pub(super) fn kernels(&self) -> [&Kernel; 2] {
        [&self.momenta.kernel, &self.outputs.kernel]
    }
}

impl Entries {
    fn of(model: &mut Model, name: &str, values: &[Expr], symbols: &[Expr]) -> Self {
        let arguments = state_arguments(model);
        let graph = &mut model.graph;
        let zero = graph.zero();
        let jacobian = graph.jacobian(values, symbols);
        let rows = jacobian.iter().enumerate();
        let all = rows.flat_map(|(i, row)| row.iter().enumerate().map(move |(j, &entry)| ((i, j), entry)));
        let (places, entries): (Vec<_>, Vec<Expr>) = all.filter(|&(_, entry)| entry != zero).unzip();
        let shape = Shape::Array(entries.len());
        Self {
            kernel: Kernel::of(graph, name, &arguments, &[(shape, &entries)]).optional(),
            places,
        }
    }
}
