//! Between which branches a contact is.

/// Why a step with contacts has no derivative: what a change of its start does to a contact, one way or the other.
///
/// ```
/// use extremal::prelude::*;
/// use extremal::{Failure, error::ContactKink};
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(y),
///     kinetic = 0.5 * dt(y).powi(2),
///     potential = 9.81 * y,
///     contact(floor, gap = y),
///     discretize(Moreau)
/// )]
/// struct Weight;
///
/// let at_zero = Integrator::new(Weight, Moreau, 1e-3, [0.0], [0.0])?;
/// let failure = at_zero.linearize().expect_err("a gap of zero").failure;
/// assert_eq!(failure, Failure::ContactChanges { contact: "floor", between: ContactKink::Gap });
///
/// // Closed also after a small change.
/// let below = State { t: 0.0, q: [-1e-9].into(), p: [0.0].into() };
/// let step = Integrator::from_state(Weight, Moreau, 1e-3, below)?.linearize()?;
/// assert_eq!(step.by_state[(0, 0)], 1.0); // the body stays where it is
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContactKink {
    /// Its gap is zero to rounding at the start of the step: it closes or opens.
    Gap,
    /// Its gap is zero to rounding at the end of a step whose coordinates are corrected
    /// ([`ClosedGaps`](crate::schemes::ClosedGaps)), and nothing presses on it.
    End,
    /// It is closed without a percussion, and its velocity does not open it: it presses or opens.
    Percussion,
    /// It sticks, and its friction is the largest: it slides.
    Friction,
    /// It shares its load with other contacts in more than one way: one of them opens.
    Redundant,
}
