//! Whether steps can be undone, and whether some error of a step changes its sign in each step.
//!
//! Types only, which compositions look at.

/// No error changes its sign in each step: compositions take a step whole.
#[derive(Clone, Copy, Debug)]
pub struct Steady;

/// Some error changes its sign in each step: compositions make each stage of two halves, after which the sign is back.
#[derive(Clone, Copy, Debug)]
pub struct Alternating;

/// A step of −h does not undo one of h: compositions do not take the scheme.
#[derive(Clone, Copy, Debug)]
pub struct OneWay;
