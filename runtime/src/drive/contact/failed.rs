//! The last iterate of a step with percussions that failed.

use super::ahead::Ahead;
use super::closed::{Closed, are_closed, near};
use super::solve::percussed;
use super::{ContactScheme, MemoryOf, Percussive, Resume, ScalarOf};
use crate::drive::{Interval, Repeats};
use extremal_numerics::Scalar;
use extremal_numerics::block::zeros;

/// That of a step whose contacts are held at its end.
#[inline(never)]
fn held<S, D, T>(system: &S, over: Interval<'_, S, D>, from: (&S::Gaps, &MemoryOf<S, T>)) -> S::Stages
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let mut last = zeros();
    let room = (&mut Closed::none(), Some(&mut Ahead::none()));
    let (gaps, memory) = from;
    let from = (gaps, memory, ScalarOf::<S>::from_f64(1.0));
    percussed::<S, D, T>(system, over, from, room, &mut last).map_or(last, |solution| solution.x)
}

impl<S, D, T> Repeats<S, D> for MemoryOf<S, T>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    type Unknown = S::Stages;

    fn last_iterate(&self, system: &S, over: Interval<'_, S, D>) -> S::Stages {
        let gaps = near(system, &over, self);
        if are_closed(&gaps, &self.clearance) {
            return if D::HOLDS_CONTACTS {
                held::<S, D, T>(system, over, (&gaps, self))
            } else {
                let mut last = zeros();
                let room = (&mut Closed::none(), None);
                let one = ScalarOf::<S>::from_f64(1.0);
                percussed::<S, D, T>(system, over, (&gaps, self, one), room, &mut last)
                    .map_or(last, |solution| solution.x)
            };
        }
        let equations = over.scheme.equations();
        let inner = over.of(&equations, over.h, over.state);
        S::Solver::last_iterate(system, inner, &self.steps.of_solver)
    }
}
