//! Elements whose nodes have a velocity and other fields of their own.

use super::{Reporter, SolvedStep};
use crate::drive::{Interval, Start};
use crate::kernels::Derived;
use crate::newton::Convergence;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::at;
use extremal_numerics::{Block, Vector};

/// Reports how the equations were solved: a [`Convergence`]. The velocity of a node is at the place `AT` of the carried
/// numbers, and `OTHERS` numbers follow it.
#[derive(Clone, Copy, Debug)]
pub struct Fields<const AT: usize, const OTHERS: usize>;

impl<S, D, const AT: usize, const OTHERS: usize> Reporter<S, D> for Fields<AT, OTHERS>
where
    S: Derived<D> + ?Sized,
{
    type Report = Convergence;
    type Before = ();

    const FIELDS: usize = OTHERS;

    #[inline]
    fn check(_: &S, _: &Start<'_, S, D>) -> Result<(), Failure> {
        Ok(())
    }

    #[inline]
    fn velocity(carried: &S::Carried) -> Option<S::Velocity> {
        Some(<S as Lagrangian>::Velocity::from_fn(|k| {
            at(carried.as_slice(), AT + k)
        }))
    }

    #[inline]
    fn before(_: &S::Carried, _: bool) {}

    fn before_of(_: Option<&S::Stages>) {}

    #[inline(always)]
    fn report(
        _: &S,
        _: &Interval<'_, S, D>,
        (step, ()): (SolvedStep<S, D>, ()),
        _: &S::Carried,
    ) -> SolvedStep<S, D> {
        step
    }
}
