//! Where a step with percussions begins to iterate, and what it leaves to the next.

use crate::drive::{Direct, Interval, Iterated, Memory, Remembers, Reporter, Solver, last_iterate};
use crate::equations::Equations;
use crate::history::History;
use crate::kernels::{Derived, unknowns_at};
use extremal_numerics::block::zeros;

/// A solver whose steps may have percussions.
pub trait Resume<S: Derived<D> + ?Sized, D>: Solver<S, D> {
    /// The unknowns from which a step begins to iterate; `velocity` is that of the last step.
    fn guess(memory: &Self::Memory, velocity: &S::Velocity) -> S::Stages;

    /// The last iterate of a step without closed contacts.
    fn last_iterate(system: &S, over: Interval<'_, S, D>, memory: &Self::Memory) -> S::Stages;

    /// Takes over the solution of a step and what it carries.
    ///
    /// Velocities jump at percussions, so that no step before this one is part of a guess.
    fn accept(memory: &mut Self::Memory, x: S::Stages, carried: S::Carried);
}

impl<S, D> Resume<S, D> for Direct
where
    S: Derived<D, Stages = <S as Equations<D>>::Unknown> + ?Sized,
    S::Reporter: Reporter<S, D>,
{
    #[inline]
    fn guess(_: &Self::Memory, velocity: &S::Velocity) -> S::Stages {
        unknowns_at::<S, D>(velocity)
    }

    /// Equations that are not iterated have none but the velocity before.
    fn last_iterate(_: &S, _: Interval<'_, S, D>, memory: &Self::Memory) -> S::Stages {
        let velocity = S::Reporter::velocity(&memory.carry().carried).unwrap_or_else(zeros);
        unknowns_at::<S, D>(&velocity)
    }

    #[inline]
    fn accept(memory: &mut Self::Memory, _: S::Stages, carried: S::Carried) {
        memory.carry_mut().carried = carried;
    }
}

impl<S, D> Resume<S, D> for Iterated
where
    S: Derived<D, Stages = <S as Equations<D>>::Unknown> + ?Sized,
{
    #[inline]
    fn guess(memory: &Self::Memory, _: &S::Velocity) -> S::Stages {
        memory.history.latest()
    }

    fn last_iterate(system: &S, over: Interval<'_, S, D>, memory: &Self::Memory) -> S::Stages {
        last_iterate::<S, D>(system, over, memory)
    }

    #[inline]
    fn accept(memory: &mut Self::Memory, x: S::Stages, carried: S::Carried) {
        let Memory { history, carry } = memory;
        (*history, carry.carried) = (History::new(x), carried);
    }
}
