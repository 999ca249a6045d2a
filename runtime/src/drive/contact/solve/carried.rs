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
/// Percussions that differ by this many ε of their size are the same.
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
        let (state, zero) = (over.state, ScalarOf::<S>::from_f64(0.0));
        let masses = Masses::at(self.system, &(state.t, state.q, *before, *over.inputs))?;
        let (mut from, mut percussions) = (first, self.percussions.get());
        let mut error = zero;
        for _ in 0..MOST_JUMPS {
            let jump = masses.moved(self.closed.impulse(&percussions).as_slice());
            let velocity = sum(before, &jump);
            let carry = carry::<S, T>(self.system, there.constants, (over.h, state), &velocity);
            *known = ElementOf::<S, T>::of(state, over.h, over.inputs, &carry);
            let converged = self.solve(known, || [from, second], last)?;
            let found = self.percussions.get();
            error = self.difference(&percussions, &found);
            if error <= zero {
                return Ok(converged);
            }
            (from, percussions) = (converged.0, found);
        }
        Err(Failure::NotConverged {
            iterations: MOST_JUMPS,
            residual: error.to_f64(),
        })
    }

    /// The largest difference of percussions in slip rows above rounding; zero if there is none.
    fn difference(&self, a: &S::Percussions, b: &S::Percussions) -> ScalarOf<S> {
        let zero = ScalarOf::<S>::from_f64(0.0);
        let rounding = ScalarOf::<S>::from_f64(ROUNDING * <ScalarOf<S> as Scalar>::EPSILON);
        let rows = self.closed.places().flat_map(|place| {
            let size = place.pressed.map_or(zero, |pressed| pressed.percussion());
            (place.first + 1..=place.first + place.slips).map(move |row| (row, size))
        });
        rows.fold(zero, |most, (row, size)| {
            let error = Scalar::abs(at(a.as_slice(), row) - at(b.as_slice(), row));
            // What is not a number is an error, too.
            if error <= rounding * size || error <= most {
                most
            } else {
                error
            }
        })
    }
}
