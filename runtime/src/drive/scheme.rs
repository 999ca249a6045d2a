//! The trait of schemes.

use crate::Failure;

/// A scheme: a type whose values choose the steps that an integrator makes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scheme",
    note = "the front page of `extremal` lists its schemes; a type of your own becomes one by `extremal::drive::Scheme`"
)]
pub trait Scheme {
    /// The driver that makes its steps: [`OneStep`](super::OneStep) for schemes that the derive states as equations.
    type Driver;

    /// Refuses numbers for which the scheme has no meaning, before the first step.
    ///
    /// # Errors
    ///
    /// [`Failure::SchemeNumber`].
    fn check(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// For a scheme that makes no steps, this scheme with numbers with which it does: its motion is a guess. `None` for others.
    #[must_use]
    fn stepping(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}
