//! The result of a step.

use crate::{Failure, StateOf};

/// The result of a step, by value: a failed one leaves everything as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance<S, R, U> {
    /// The state at the end.
    pub state: S,
    /// The report of the scheme on the step.
    pub report: R,
    /// The numbers that determine the motion inside the element: [`Drive::Stages`](super::Drive::Stages).
    pub stages: U,
}

/// The result of a step of the system `S`, or why it fails.
pub type Advanced<S, R, U> = Result<Advance<StateOf<S>, R, U>, Failure>;

/// The result of a step of the system `S` with its derivative, or why it fails.
pub type AdvancedLinearized<S, R, U, L> = Result<(Advance<StateOf<S>, R, U>, L), Failure>;
