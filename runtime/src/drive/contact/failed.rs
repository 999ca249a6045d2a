//! The last iterate of a step with percussions that failed.

use super::closed::{Closed, are_closed, near};
use super::solve::percussed;
use super::{ContactScheme, MemoryOf, Moving, Resume, ScalarOf};
use crate::Contacts;
use crate::drive::{Interval, Repeats, Reporter};
use crate::equations::{Acceleration, Equations};
use crate::kernels::Derived;
use extremal_numerics::Size;
use extremal_numerics::block::zeros;

impl<S, D, T> Repeats<S, D> for MemoryOf<S, T>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    S::Solver: Resume<S, T>,
    S::Reporter: Reporter<S, T>,
    S: Equations<T, Unknown = <S as Derived<T>>::Stages>,
    S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
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
