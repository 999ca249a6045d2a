//! Elements whose nodes have a velocity and other fields of their own.

use super::{Reporter, SolvedStep};
use crate::Lagrangian;
use crate::drive::Interval;
use crate::kernels::Derived;
use crate::newton::Convergence;
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
    fn velocity(carried: &S::Carried) -> Option<S::Velocity> {
        Some(<S as Lagrangian>::Velocity::from_fn(|k| {
            at(carried.as_slice(), AT + k)
        }))
    }

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
