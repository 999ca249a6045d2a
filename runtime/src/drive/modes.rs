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

/// A step of −h undoes one of h.
#[diagnostic::on_unimplemented(
    message = "`ReversibleSteps` takes symmetric schemes, whose step of −h undoes one of h",
    label = "the scheme of this integrator is not; take one whose points are both ends of a step or neither"
)]
pub trait Reversible {}

#[diagnostic::do_not_recommend]
impl Reversible for Steady {}

#[diagnostic::do_not_recommend]
impl Reversible for Alternating {}
