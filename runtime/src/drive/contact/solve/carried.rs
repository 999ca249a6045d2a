//! Steps whose velocity is carried beside the momentum: it jumps with the percussions at the start of the step
//! ([`Jumping`]).
//!
//! Knows neither the equations of a step nor how contact problems are solved.

use super::{Converged, Percussed};
use crate::Failure;
use crate::drive::Interval;
use crate::drive::contact::gaps::Masses;
use crate::drive::contact::jumping::{Impulse, Jumping, MOST_JUMPS};
use crate::drive::contact::{ContactScheme, Percussive, ScalarOf};
use crate::equations::Equations;
use crate::kernels::{CarryOf, ElementOf, carry};
use extremal_numerics::block::{at, sum, write, zeros};
use extremal_numerics::{Block, Scalar, Vector};

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
        let mut jumping = Jumping::new();
        for _ in 0..MOST_JUMPS {
            let jump = masses.moved(self.closed.impulse(&percussions).as_slice());
            let velocity = sum(before, &jump);
            let carry = carry::<S, T>(self.system, there.constants, (over.h, state), &velocity);
            *known = ElementOf::<S, T>::of(state, over.h, over.inputs, &carry);
            let converged = self.solve(known, || [from, second], last)?;
            let found = self.percussions.get();
            if jumping.ends_with(self.impulses(&state.p, &percussions, &found)) {
                return Ok(converged);
            }
            (from, percussions) = (converged.0, found);
        }
        Err(jumping.failure())
    }

    /// The impulses of the percussions from which the velocity was, and of those that were found, coordinate by coordinate.
    fn impulses(
        &self,
        momentum: &S::Momentum,
        from: &S::Percussions,
        found: &S::Percussions,
    ) -> impl Iterator<Item = Impulse<ScalarOf<S>>> {
        let mut bounds: S::Percussions = zeros();
        for place in self.closed.places() {
            if let Some(pressed) = place.pressed {
                let rows = place.first + 1..=place.first + place.slips;
                rows.for_each(|row| write(&mut bounds, row, pressed.percussion()));
            }
        }
        let between = S::Percussions::from_fn(|row| at(found.as_slice(), row) - at(from.as_slice(), row));
        let between = self.closed.impulse(&between);
        (0..S::Momentum::LEN).map(move |k| Impulse {
            difference: at(between.as_slice(), k),
            size: Scalar::abs(at(momentum.as_slice(), k)) + self.closed.impulse_size(found, k),
            bound: self.closed.impulse_size(&bounds, k),
        })
    }
}
