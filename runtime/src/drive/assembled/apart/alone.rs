//! Steps in which few coordinates have constraints, and each other one is alone: one pass over all, as in explicit steps.
//!
//! Knows no scheme.

use nalgebra::DVector;

use super::{ApartRoom, Of, Opening, Rates, bound};
use crate::Failure;
use crate::drive::assembled::changes::all_finite;
use crate::drive::assembled::explicit::{has_finite_sum, leave};
use crate::drive::assembled::finite::not_finite;
use crate::drive::assembled::memory::{Carried, Room, resize};
use crate::drive::assembled::sums::{Sums, end_nodes};
use crate::drive::assembly::Assembly;
use crate::family::{AnySize, Heap};
use extremal_numerics::Vector;
use extremal_numerics::block::copied;

impl<S, D> Of<'_, S, D>
where
    S: Assembly<D, StepSpace = Heap>
        + Assembly<Opening<D>, StepSpace = Heap>
        + Assembly<Rates, StepSpace = Heap>
        + AnySize,
{
    /// Both parts; `x` becomes the unknowns of the first one.
    pub(super) fn advance_bound<const CHECKED: bool>(
        &self,
        carried: &mut Carried<S::Scalar, Heap>,
        (apart, x): (&mut ApartRoom<S::Scalar>, &mut DVector<S::Scalar>),
    ) -> Result<(), Failure> {
        let n = self.over.state.q.as_slice().len();
        resize(&mut apart.opening.q, n);
        resize(&mut apart.opening.p, n);
        resize(x, apart.opening.x.len());
        self.open(carried, (apart, x))?;
        self.close(apart)?;
        let (q, p) = (apart.opening.q.as_slice(), apart.opening.p.as_slice());
        if CHECKED && !(has_finite_sum(q, p) || (all_finite(q) && all_finite(p))) {
            return Err(not_finite::<S, Opening<D>>(self.system, &apart.opening));
        }
        if let Some([first, second]) = &apart.bound {
            carried.push_impulses([first.impulses(), second.impulses()]);
        }
        Ok(())
    }

    /// q₁, N there and p* + N.
    fn open(
        &self,
        carried: &Carried<S::Scalar, Heap>,
        (apart, x): (&mut ApartRoom<S::Scalar>, &mut DVector<S::Scalar>),
    ) -> Result<(), Failure> {
        let (opening, Some([first, _])) = (&mut apart.opening, &mut apart.bound) else {
            return Err(Failure::Snapshot);
        };
        let sums = self.opening(carried);
        leave_all(&sums, first.weights(), (opening, x.as_mut_slice()));
        first.solve(&sums, &mut opening.parts)?;
        for (k, of_k) in first.coordinates() {
            let start = bound::start(&sums, k);
            let end = <S as Assembly<Opening<D>>>::own_end(&sums.known, start, &[of_k]);
            let places = [&mut opening.q, &mut opening.p, &mut *x].map(|of| of.as_mut_slice().get_mut(k));
            for (place, value) in places.into_iter().zip([end.q, end.p, of_k]) {
                place.into_iter().for_each(|place| *place = value);
            }
        }
        let n = sums.known.q.len();
        copied(
            first.impulses(),
            x.as_mut_slice().get_mut(n..).unwrap_or_default(),
        );
        if <S as Assembly<Opening<D>>>::HAS_ENDS {
            let Room {
                r, scale, p, parts, ..
            } = &mut *opening;
            let ends = (r.as_mut_slice(), scale.as_mut_slice(), p.as_mut_slice());
            parts.add_rows_and_ends(self.system, &sums.known, x.as_slice(), ends);
        }
        end_nodes(&sums, opening);
        Ok(())
    }

    /// p₁
    fn close(&self, apart: &mut ApartRoom<S::Scalar>) -> Result<(), Failure> {
        let ApartRoom {
            opening,
            rates,
            still,
            bound: Some([_, second]),
        } = apart
        else {
            return Err(Failure::Snapshot);
        };
        let (q, end) = (opening.q.as_slice(), self.over.state.t + self.over.h);
        second.solve(
            &self.rates((end, q, opening.p.as_slice()), still),
            &mut rates.parts,
        )?;
        let impulses = rates.x.as_mut_slice().get_mut(q.len()..).unwrap_or_default();
        copied(second.impulses(), impulses);
        if <S as Assembly<Rates>>::HAS_ENDS {
            let known = self.rates((end, q, &[]), still).known;
            let Room {
                r, scale, x, parts, ..
            } = &mut *rates;
            let ends = (r.as_mut_slice(), scale.as_mut_slice(), opening.p.as_mut_slice());
            parts.add_rows_and_ends(self.system, &known, x.as_slice(), ends);
        }
        Ok(())
    }
}

/// All coordinates, as if they had no constraints.
fn leave_all<S: Assembly<D> + AnySize, D>(
    sums: &Sums<'_, S, D>,
    weights: &[S::Scalar],
    (room, x): (&mut Room<S::Scalar, Heap>, &mut [S::Scalar]),
) {
    let ends = (room.q.as_mut_slice(), room.p.as_mut_slice(), x);
    let (known, momentum, nodes) = (&sums.known, sums.momentum, sums.nodes);
    match weights {
        [weight] => leave::<S, D, true, true>(known, momentum, nodes, (&[], *weight), ends),
        weights => leave::<S, D, false, true>(known, momentum, nodes, (weights, known.h), ends),
    }
}
