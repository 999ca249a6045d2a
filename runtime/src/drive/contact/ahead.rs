//! Closed contacts that are held at the end of a step: their gaps there, as velocities.
//!
//! ```text
//! ξ_N = [g(q₁) − ĝ]/h ≈ [g(q*) + W_N(q*) (q₁ − q*) − ĝ]/h,   q* = q₀ + h u*,   q₁ = q₀ + h u
//! ```
//!
//! ĝ is where a contact is held: zero, or as deep as it is at the start. Slips are those at the start of the step.
//!
//! Knows neither how the step is solved nor its percussions.

use super::ScalarOf;
use super::closed::Closed;
use super::holding::{larger_error, rate_of_gap};
use crate::Contacts;
use crate::drive::Interval;
use extremal_numerics::block::{RowMajor, at, rows_mut, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

/// The velocities ξ of closed contacts, as the laws of a step see them, linearized at u*.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead<S: Contacts> {
    directions: S::Directions,
    /// ξ at u = 0.
    rates: S::Percussions,
    /// Sums of the magnitudes of the summands of these.
    sizes: S::Percussions,
    /// ĝ of each contact.
    targets: S::Gaps,
}

impl<S: Contacts> Ahead<S>
where
    ScalarOf<S>: Size,
{
    /// No contact.
    pub(super) fn none() -> Self {
        Self {
            directions: zeros(),
            rates: zeros(),
            sizes: zeros(),
            targets: zeros(),
        }
    }

    /// The velocities of these contacts, which are held at `targets`, linearized at `u`.
    pub(super) fn at<D>(
        system: &S,
        over: &Interval<'_, S, D>,
        (closed, targets): (&Closed<S>, &S::Gaps),
        u: &S::Velocity,
    ) -> Self {
        let n = S::Velocity::LEN;
        let (h, t) = (over.h, over.state.t + over.h);
        let q = moved(over, u);
        let (gaps, scales) = (system.gaps(t, &q), system.gap_scales(t, &q));
        let (there, _) = system.directions(t, &q);
        let there = RowMajor::new(there.as_slice(), n);
        let mut ahead = Self {
            directions: closed.directions,
            rates: closed.rates,
            sizes: S::Percussions::from_fn(|row| Scalar::abs(at(closed.rates.as_slice(), row))),
            targets: *targets,
        };
        for place in closed.places().filter(|place| place.pressed.is_none()) {
            let normal = there.row(place.row);
            let own = rows_mut(ahead.directions.as_mut_slice(), n).nth(place.first);
            let entries = own.into_iter().flatten().zip(normal);
            entries.for_each(|(own, &normal)| *own = normal);
            let [gap, scale, target] =
                [&gaps, &scales, targets].map(|all| at(all.as_slice(), place.contact) / h);
            let by = ahead.directions().dot(place.first, u.as_slice());
            let size = ahead.directions().dot_of_sizes(place.first, u.as_slice());
            let [rate, size] = rate_of_gap([gap, scale, target], [by, size]);
            write(&mut ahead.rates, place.first, rate);
            write(&mut ahead.sizes, place.first, size);
        }
        ahead
    }

    /// The rows of ∂ξ/∂u.
    #[inline]
    pub(super) fn directions(&self) -> RowMajor<'_, ScalarOf<S>> {
        RowMajor::new(self.directions.as_slice(), S::Velocity::LEN)
    }

    /// ξ of a row with its scale.
    pub(super) fn free(&self, row: usize, u: &[ScalarOf<S>]) -> [ScalarOf<S>; 2] {
        let [rate, size] = [&self.rates, &self.sizes].map(|block| at(block.as_slice(), row));
        let directions = self.directions();
        [
            directions.dot(row, u) + rate,
            directions.dot_of_sizes(row, u) + size,
        ]
    }

    /// The largest difference of gaps at the end of the step from the linearized ones, in units of their rounding.
    pub(super) fn error<D>(
        &self,
        system: &S,
        over: &Interval<'_, S, D>,
        closed: &Closed<S>,
        u: &S::Velocity,
    ) -> ScalarOf<S> {
        let gaps = system.gaps(over.state.t + over.h, &moved(over, u));
        let zero = ScalarOf::<S>::from_f64(0.0);
        let held = closed.places().filter(|place| place.pressed.is_none());
        held.fold(zero, |most, place| {
            let linear = self.free(place.first, u.as_slice());
            let held = [&gaps, &self.targets].map(|all| at(all.as_slice(), place.contact) / over.h);
            larger_error(most, held, linear)
        })
    }
}

/// q₀ + h u
fn moved<S: Contacts, D>(over: &Interval<'_, S, D>, u: &S::Velocity) -> S::Configuration {
    let q = over.state.q.as_slice();
    S::Configuration::from_fn(|k| at(q, k) + over.h * at(u.as_slice(), k))
}
