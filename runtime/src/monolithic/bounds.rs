//! The bounds of whole intervals on schemes and numbers, so that rustc reports them in one sentence.

use super::{Monolithic, Solution, Unsolved, newton};
use crate::drive::Elementwise;
use crate::known::Known;
use crate::{Discretize, Lagrangian};
use extremal_numerics::IntoBlock;

/// Schemes whose elements can be solved together for the system `S`: those in its `discretize(..)` that the derive states as
/// equations. Their drivers are [`Elementwise`].
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` cannot be solved together",
    label = "expected a scheme in `discretize(..)` of `{S}` without contacts, and no composition; `n` has to be known"
)]
pub trait Together<S: Lagrangian>: Sized {
    /// [`Solution`] of this system and this scheme.
    type Solution;

    /// [`Monolithic::solve`].
    ///
    /// # Errors
    ///
    /// The errors of [`Monolithic::solve`].
    fn solved(of: Monolithic<'_, S, Self>) -> Result<Self::Solution, Unsolved<S>>;
}

#[diagnostic::do_not_recommend]
impl<S: Discretize<D>, D> Together<S> for D
where
    S::Driver: Elementwise<S::System, D>,
{
    /// Unknown where the scheme is not derived: then rustc says nothing of [`Monolithic::solve`].
    type Solution = Known<S::Memory, Solution<S, D>>;

    fn solved(of: Monolithic<'_, S, D>) -> Result<Solution<S, D>, Unsolved<S>> {
        newton::solve(of)
    }
}

/// Coordinates, velocities or momenta of the system `S`: arrays of n numbers, or `SVector`s.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no place of `{S}`",
    label = "expected one number for each coordinate, `[1.0, 0.0]`, in both lists"
)]
pub trait AtEnds<S: Lagrangian>:
    IntoBlock<S::Configuration> + IntoBlock<S::Velocity> + IntoBlock<S::Momentum>
{
}

#[diagnostic::do_not_recommend]
impl<S: Lagrangian, A> AtEnds<S> for A where
    A: IntoBlock<S::Configuration> + IntoBlock<S::Velocity> + IntoBlock<S::Momentum>
{
}
