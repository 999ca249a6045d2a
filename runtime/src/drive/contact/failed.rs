//! The last iterate of a step with percussions that failed.

use super::closed::{Closed, are_closed, near};
use super::solve::percussed;
use super::{ContactMemory, ContactScheme, MemoryOf, Moving, Resume, ScalarOf};
use crate::drive::{Interval, Reporter, Solver};
use crate::equations::{Acceleration, Equations};
use crate::kernels::Derived;
use crate::{Contacts, Integrator};
use extremal_numerics::Size;
use extremal_numerics::block::zeros;

impl<S, D, M> Integrator<S, D, ContactMemory<M, S::Percussions, S::Gaps>>
where
    S: Contacts,
{
    /// The last iterate of the last step, if it failed: u and the impulses of constraints. Computed by repeating that step.
    pub fn last_iterate(&self) -> Option<S::Stages>
    where
        D: ContactScheme,
        S: Derived<D::Equations>,
        ScalarOf<S>: Size,
        S::Solver: Resume<S, D::Equations> + Solver<S, D::Equations, Memory = M>,
        S::Reporter: Reporter<S, D::Equations>,
        S: Equations<D::Equations, Unknown = <S as Derived<D::Equations>>::Stages>,
        S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    {
        self.of_failed(|system, over, memory| iterate::<S, D, D::Equations>(system, over, memory))
    }
}

fn iterate<S, D, T>(system: &S, over: Interval<'_, S, D>, memory: &MemoryOf<S, T>) -> S::Stages
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    S::Solver: Resume<S, T>,
    S::Reporter: Reporter<S, T>,
    S: Equations<T, Unknown = <S as Derived<T>>::Stages>,
    S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let gaps = near(system, &over, memory);
    if are_closed(&gaps, &memory.clearance) {
        let mut last = zeros();
        return percussed::<S, D, T>(system, over, (&gaps, memory), &mut Closed::none(), &mut last)
            .map_or(last, |solution| solution.x);
    }
    let equations = over.scheme.equations();
    S::Solver::last_iterate(system, over.of(&equations, over.h, over.state), &memory.steps)
}
