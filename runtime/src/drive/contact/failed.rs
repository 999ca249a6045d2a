//! The last iterate of a step with percussions that failed.

use super::closed::{Closed, are_closed, near};
use super::solve::percussed;
use super::{ContactScheme, MemoryOf, Percussive, Resume};
use crate::drive::{Interval, Repeats};
use extremal_numerics::block::zeros;

impl<S, D, T> Repeats<S, D> for MemoryOf<S, T>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    type Unknown = S::Stages;

    fn last_iterate(&self, system: &S, over: Interval<'_, S, D>) -> S::Stages {
        let gaps = near(system, &over, self);
        if are_closed(&gaps, &self.clearance) {
            let mut last = zeros();
            return percussed::<S, D, T>(system, over, (&gaps, self), &mut Closed::none(), &mut last)
                .map_or(last, |solution| solution.x);
        }
        let equations = over.scheme.equations();
        let inner = over.of(&equations, over.h, over.state);
        S::Solver::last_iterate(system, inner, &self.steps.of_solver)
    }
}
