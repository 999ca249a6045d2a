//! Closings: how the nodal contributions of an element become the equations of a step.
//!
//! | file | idea |
//! | --- | --- |
//! | `position_momentum` | the momentum at the start is given, that at the end follows |
//! | `constrained` | multipliers at the nodes, and a consistent velocity at the end |
//! | `rolling` | one reaction of constraints on velocities over the step |
//! | `null_space` | the projection onto the null space of the constraints |

mod constrained;
mod null_space;
mod position_momentum;
mod rolling;

pub(super) use self::constrained::position_rows;
use crate::schemes::element::{Contributions, Discretization, Element};
use crate::schemes::scheme::Context;
use crate::schemes::step::StepEquations;

/// How constraints enter the equations that are iterated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// With their multipliers.
    Multipliers,
    /// By a projection onto the null space of their gradients.
    NullSpace,
}

/// The step of an element without constraints.
pub(super) fn free(context: &mut Context<'_>, element: &Element) -> StepEquations {
    let mut discretization = Discretization::new(context, element);
    let contributions = Contributions::of(&mut discretization, element.kinetic, element.quadrature);
    free_of(&mut discretization, &contributions)
}

/// The same from contributions.
pub(super) fn free_of(
    discretization: &mut Discretization<'_>,
    contributions: &Contributions,
) -> StepEquations {
    position_momentum::free(discretization, contributions)
}

/// The step of an element, with the constraints of the system if it has some.
pub(super) fn closed(context: &mut Context<'_>, element: &Element) -> StepEquations {
    let mut discretization = Discretization::new(context, element);
    let contributions = Contributions::of(&mut discretization, element.kinetic, element.quadrature);
    let free = position_momentum::free(&mut discretization, &contributions);
    constrained::constrained(&mut discretization, &contributions, free, element)
}
