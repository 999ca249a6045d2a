//! From equations to kernels: differentiates, finds structure, schedules.
//!
//! | file | idea |
//! | --- | --- |
//! | `angles` | sums of angles expanded, if that is cheaper |
//! | `carry` | what the end of a step computes and the start of the next needs |
//! | `structure` | explicit, linear or Newton, and why |
//! | `kernel` | a straight-line function: arguments, program, shape of its results |
//! | `solve` | the kernels of any system of equations: residual, tangent, correction |
//! | `step` | the kernels of one step of a scheme |
//! | `continuous` | the kernels of the continuous system |

mod angles;
mod carry;
#[cfg(test)]
mod chains;
mod continuous;
mod kernel;
mod solve;
mod step;
mod structure;

use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::SchemeKind;

pub(crate) use continuous::Continuous;
pub(crate) use kernel::{Argument, Kernel, Shape};
pub(crate) use solve::Solver;
pub(crate) use step::Step;
pub(crate) use structure::Solve;

/// Everything that is derived for a system.
#[derive(Debug)]
pub(crate) struct Derived {
    pub(crate) continuous: Continuous,
    pub(crate) steps: Vec<(SchemeKind, Step)>,
}

/// Derives the continuous system and every scheme.
pub(crate) fn derive(model: &mut Model, schemes: impl IntoIterator<Item = SchemeKind>) -> Derived {
    let dynamics = Dynamics::of(model);
    let dynamics = angles::expand_if_cheaper(model, dynamics);
    let continuous = Continuous::of(model, &dynamics);
    let numbered = schemes.into_iter().enumerate();
    let steps = numbered.map(|(at, kind)| (kind, Step::of(model, &dynamics, &kind, &format!("scheme_{at}"))));
    Derived {
        continuous,
        steps: steps.collect(),
    }
}
