//! What a step gives.

use crate::{Failure, StateOf};

/// What a step gives, by value: a failed one leaves everything as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance<S, R, U> {
    /// The state at the end.
    pub state: S,
    /// What the scheme reports of the step.
    pub report: R,
    /// The numbers that determine the motion inside the element: [`Drive::Stages`](super::Drive::Stages).
    pub stages: U,
}

/// What a step of the system `S` gives, or why it fails.
pub type Advanced<S, R, U> = Result<Advance<StateOf<S>, R, U>, Failure>;

/// What a step of the system `S` gives, with its derivative, or why it fails.
pub type AdvancedLinearized<S, R, U, L> = Result<(Advance<StateOf<S>, R, U>, L), Failure>;
