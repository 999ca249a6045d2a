//! Steps whose velocity is carried beside the momentum: it jumps with the percussions at the start of the step.
//!
//! ```text
//! r(x; p₀ + Wᵀ P, v₀ + M⁻¹ Wᵀ P) = 0
//! ```
//!
//! The laws and the momentum are solved together, as in other steps; the velocity, on which r depends by O(h), is iterated.
//! Knows neither the equations of a step nor how contact problems are solved.

use super::{Converged, Percussed};
use crate::Failure;
use crate::drive::Interval;
use crate::drive::contact::gaps::Masses;
use crate::drive::contact::{ContactScheme, Percussive, ScalarOf};
use crate::equations::Equations;
use crate::kernels::{CarryOf, ElementOf, carry};
use extremal_numerics::block::{at, sum};
use extremal_numerics::{Scalar, Size, Vector};

/// The most velocities that are tried.
const MOST_JUMPS: usize = 50;
/// Percussions that differ by this many ε of the largest are the same.
const ROUNDING: f64 = 16.0;

impl<S, D, T> Percussed<'_, S, D, T>
where
    S: Percussive<T>,
    D: ContactScheme<Equations = T>,
{
    /// Velocity and percussions, from the velocity `before`; `known` becomes the element with that after the percussions.
    ///
    /// # Errors
    ///
    /// [`Failure::NotConverged`], and the errors of a step.
    #[inline(never)]
    pub(super) fn jump(
        &self,
        over: Interval<'_, S, D>,
        (there, before): (&CarryOf<S, T>, &S::Velocity),
        (known, [first, second]): (&mut ElementOf<S, T>, [<S as Equations<T>>::Unknown; 2]),
        last: &mut <S as Equations<T>>::Unknown,
    ) -> Result<Converged<S, T>, Failure> {
        let state = over.state;
        let masses = Masses::at(self.system, &(state.t, state.q, *before, *over.inputs))?;
        let (mut from, mut percussions) = (first, self.percussions.get());
        let rounding = ScalarOf::<S>::from_f64(ROUNDING * <ScalarOf<S> as Scalar>::EPSILON);
        let half = ScalarOf::<S>::from_f64(0.5);
        let mut error = ScalarOf::<S>::INFINITY;
        for _ in 0..MOST_JUMPS {
            let jump = masses.moved(self.closed.impulse(&percussions).as_slice());
            let velocity = sum(before, &jump);
            let carry = carry::<S, T>(self.system, there.constants, (over.h, state), &velocity);
            *known = ElementOf::<S, T>::of(state, over.h, over.inputs, &carry);
            let converged = self.solve(known, || [from, second], last)?;
            let found = self.percussions.get();
            let last_error = error;
            let [difference, size, bound] = self.difference(&percussions, &found);
            error = difference;
            // Small percussions round as what they balance. Then differences no longer shrink, within the rounding of bounds.
            let is_as_good = error <= rounding * bound && error >= half * last_error;
            if error <= rounding * size || is_as_good {
                return Ok(converged);
            }
            (from, percussions) = (converged.0, found);
        }
        Err(Failure::NotConverged {
            iterations: MOST_JUMPS,
            residual: error.to_f64(),
        })
    }

    /// The largest difference of percussions in slip rows, the largest of them, and the largest bound.
    fn difference(&self, a: &S::Percussions, b: &S::Percussions) -> [ScalarOf<S>; 3] {
        let zero = ScalarOf::<S>::from_f64(0.0);
        let rows = self.closed.places().flat_map(|place| {
            let bound = place.pressed.map_or(zero, |pressed| pressed.percussion());
            (place.first + 1..=place.first + place.slips).map(move |row| (row, bound))
        });
        rows.fold([zero; 3], |most, (row, bound)| {
            let [a, b] = [a, b].map(|all| at(all.as_slice(), row));
            let own = [Scalar::abs(a - b), Scalar::abs(b), bound];
            // What is not a number is the largest.
            let mut pairs = most.into_iter().zip(own);
            [(); 3].map(|()| match pairs.next() {
                Some((most, own)) if own <= most => most,
                Some((_, own)) => own,
                None => zero,
            })
        })
    }
}
