//! A driver that only forwards: its steps are those of the scheme inside, in everything that can be asked of them.
//!
//! It has a memory and a report of its own around those of the scheme, as a logger would.

use core::fmt;

use extremal::blocks::Numbers;
use extremal::drive::{Advance, Advanced, AroundReport, Drive, Interval, Scheme, Start, StepMemory};
use extremal::prelude::*;
use extremal::{Facts, Failure};

/// The steps of `D`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forwarded<D>(pub D);

/// The driver of [`Forwarded`].
#[derive(Clone, Copy, Debug)]
pub struct Forwarding;

/// A memory or a report of `Forwarding` around that of the scheme.
#[derive(Clone, Copy, PartialEq)]
pub struct Around<T>(pub T);

/// As the one inside.
impl<T: fmt::Debug> fmt::Debug for Around<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<R> AroundReport for Around<R> {
    type Inside = R;

    fn inside(&self) -> &R {
        &self.0
    }
}

impl<S: Lagrangian, M: StepMemory<S>> StepMemory<S> for Around<M> {
    type Stages = M::Stages;
    type Inside = M;

    fn inside(&self) -> &M {
        &self.0
    }

    fn inside_mut(&mut self) -> &mut M {
        &mut self.0
    }
}

impl<T, M: Numbers<T>> Numbers<T> for Around<M> {
    const COUNT: usize = M::COUNT;

    fn count(&self) -> usize {
        self.0.count()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.0.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        M::read(next).map(Self)
    }
}

impl<D> Scheme for Forwarded<D> {
    type Driver = Forwarding;
}

impl<S: Discretize<D, System = S>, D> Drive<S, Forwarded<D>> for Forwarding {
    type Memory = Around<S::Memory>;
    type Report = Around<S::Report>;
    type Stages = S::Stages;
    type Linearization = S::Linearization;
    type Modes = S::Modes;
    const FACTS: Facts = S::FACTS;
    const STEPS: bool = S::STEPS;
    const DEGREE: usize = S::DEGREE;

    fn start(
        system: &S,
        from: Start<'_, S, Forwarded<D>>,
        room: Option<Self::Memory>,
    ) -> Result<Self::Memory, Failure> {
        let room = room.map(|Around(memory)| memory);
        S::Driver::start(system, from.of(&from.scheme.0, from.h), room).map(Around)
    }

    fn hand_over(
        system: &S,
        over: Interval<'_, S, Forwarded<D>>,
        (before, from): (S::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        let over = over.of(&over.scheme.0, over.h, over.state);
        S::Driver::hand_over(system, over, (before, &from.0), &mut to.0)
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, Forwarded<D>>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, S::Stages> {
        let over = over.of(&over.scheme.0, over.h, over.state);
        let Advance {
            state,
            report,
            stages,
        } = S::Driver::advance::<CHECKED>(system, over, &mut memory.0)?;
        let report = Around(report);
        Ok(Advance {
            state,
            report,
            stages,
        })
    }

    fn interpolate(
        h: S::Scalar,
        q0: &S::Configuration,
        stages: &S::Stages,
        s: S::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        S::Driver::interpolate(h, q0, stages, s)
    }

    fn linearize(
        system: &S,
        over: Interval<'_, S, Forwarded<D>>,
        memory: &Self::Memory,
    ) -> Result<S::Linearization, Failure> {
        S::Driver::linearize(system, over.of(&over.scheme.0, over.h, over.state), &memory.0)
    }
}

#[cfg(test)]
mod tests;
