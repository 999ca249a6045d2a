//! The unknowns of both parts of a step, and of a step.
//!
//! ```text
//! V W Λ      velocities of stages, velocities at the end, and the impulses of each constraint
//! ```

use nalgebra::DVector;

use super::{ApartRoom, Memory, Of, Opening, Rates};
use crate::Failure;
use crate::drive::Advance;
use crate::drive::assembled::memory::{Carried, resize};
use crate::drive::assembly::Assembly;
use crate::family::{AnySize, Heap};
use crate::newton::Convergence;
use crate::{Lagrangian, StateOf};
use extremal_numerics::Vector;
use extremal_numerics::block::{copied, rows, rows_mut};

type Step<S> = Advance<StateOf<S>, Convergence, DVector<<S as Lagrangian>::Scalar>>;

/// Sets all unknowns of a step, in the order of the equations, from its end and the memory there.
pub(super) fn set<S, D>(system: &S, (memory, step): (&Memory<S::Scalar>, &Step<S>), x: &mut [S::Scalar])
where
    S: Assembly<D, StepSpace = Heap>
        + Assembly<Opening<D>, StepSpace = Heap>
        + Assembly<Rates, StepSpace = Heap>
        + AnySize,
{
    let (n, stages) = (system.coordinate_count(), <S as Assembly<Opening<D>>>::GROUPS);
    let groups = <S as Assembly<D>>::GROUPS;
    let [latest, ..] = &memory.carried.steps;
    let (velocities, others) = latest.as_slice().split_at_checked(stages * n).unwrap_or_default();
    let (ends, impulses) = others.split_at_checked((groups - stages) * n).unwrap_or_default();
    let apart = memory.room.as_ref().and_then(|room| room.apart.as_ref());
    let of_bound: DVector<S::Scalar>;
    let (velocities, ends) = match apart.and_then(|apart| apart.bound.as_ref()) {
        Some([_, rates]) => {
            of_bound = rates.velocities(step.state.p.as_slice());
            (step.stages.as_slice(), of_bound.as_slice())
        }
        None => (velocities, ends),
    };
    let coordinates = rows(velocities, stages).zip(rows(ends, groups - stages));
    for (x, (velocities, ends)) in rows_mut(x, groups).zip(coordinates).take(n) {
        let all = velocities.iter().chain(ends);
        x.iter_mut().zip(all).for_each(|(x, &v)| *x = v);
    }
    copied(impulses, x.get_mut(groups * n..).unwrap_or_default());
}

impl<S, D> Of<'_, S, D>
where
    S: Assembly<D, StepSpace = Heap>
        + Assembly<Opening<D>, StepSpace = Heap>
        + Assembly<Rates, StepSpace = Heap>
        + AnySize,
{
    /// Both parts of all coordinates, and what is carried of them.
    pub(super) fn advance_all<const CHECKED: bool>(
        &self,
        carried: &mut Carried<S::Scalar, Heap>,
        (apart, x): (&mut ApartRoom<S::Scalar>, &mut DVector<S::Scalar>),
        (p, stages): (&mut DVector<S::Scalar>, &mut DVector<S::Scalar>),
    ) -> Result<Convergence, Failure> {
        let report = self.advance::<CHECKED>(carried, (apart, x))?;
        let [opening, rates] = [&mut apart.opening.x, &mut apart.rates.x].map(Vector::as_mut_slice);
        self.split(x.as_mut_slice(), opening, rates, |x, part| *x = *part);
        carried.push(x);
        let n = self.over.state.q.as_slice().len();
        resize(stages, <S as Assembly<Opening<D>>>::GROUPS * n);
        copied(apart.opening.x.as_slice(), stages.as_mut_slice());
        core::mem::swap(p, &mut apart.rates.p);
        Ok(report)
    }

    /// Visits each unknown that is carried together with that of a part.
    pub(super) fn split(
        &self,
        x: &mut [S::Scalar],
        opening: &mut [S::Scalar],
        rates: &mut [S::Scalar],
        visit: impl Fn(&mut S::Scalar, &mut S::Scalar),
    ) {
        let n = self.over.state.q.as_slice().len();
        let (stages, groups) = (<S as Assembly<Opening<D>>>::GROUPS, <S as Assembly<D>>::GROUPS);
        let (of_nodes, impulses) = (
            <S as Assembly<Opening<D>>>::IMPULSES,
            <S as Assembly<D>>::IMPULSES,
        );
        let (velocities, tail) = x.split_at_mut_checked(groups * n).unwrap_or_default();
        let (of_stages, of_end) = velocities.split_at_mut_checked(stages * n).unwrap_or_default();
        let (v, opening) = opening.split_at_mut_checked(stages * n).unwrap_or_default();
        let (w, rates) = rates.split_at_mut_checked(n).unwrap_or_default();
        of_stages.iter_mut().zip(v).for_each(|(x, v)| visit(x, v));
        of_end.iter_mut().zip(w).for_each(|(x, w)| visit(x, w));
        for (x, lambda) in rows_mut(tail, impulses).zip(rows_mut(opening, of_nodes)) {
            x.iter_mut().zip(lambda).for_each(|(x, lambda)| visit(x, lambda));
        }
        for (x, mu) in rows_mut(tail, impulses).zip(rates) {
            x.iter_mut()
                .skip(of_nodes)
                .zip([mu])
                .for_each(|(x, mu)| visit(x, mu));
        }
    }
}
