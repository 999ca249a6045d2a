//! Whether some error of a step changes its sign in each step.
//!
//! Types only, which compositions look at.

/// No error changes its sign in each step: compositions take a step whole.
#[derive(Clone, Copy, Debug)]
pub struct Steady;

/// Some error changes its sign in each step: compositions make each stage of two halves, after which the sign is back.
#[derive(Clone, Copy, Debug)]
pub struct Alternating;
