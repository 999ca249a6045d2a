//! The iteration that moves coordinates out of penetration.
//!
//! Knows neither where gaps are nor how their contact problem is solved.

use crate::Failure;
use crate::newton::{largest, most};
use extremal_numerics::block::is_finite;
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// The maximal number of corrections.
const MOST_ITERATIONS: usize = 30;

/// Gaps at the end of a step, and the correction q* + d of its coordinates q*.
pub(in crate::drive) trait EndGaps<T> {
    /// Coordinates.
    type Coordinates: Vector<T>;

    /// Marks the gaps at q that are not above zero; marks stay. Whether one is below zero.
    fn mark(&mut self, q: &Self::Coordinates) -> Result<bool, Failure>;

    /// Sets q* + d for the marked gaps, linearized at q.
    fn set_moved(&mut self, q: &Self::Coordinates, moved: &mut Self::Coordinates) -> Result<(), Failure>;
}

/// Corrects `q`, with room for as many numbers. Nothing changes and the result is `false` if no gap is below zero.
///
/// # Errors
///
/// The errors of the contact solver, [`Failure::NotFinite`], and [`Failure::NotConverged`].
pub(in crate::drive) fn close<T: Scalar, G: EndGaps<T>>(
    gaps: &mut G,
    q: &mut G::Coordinates,
    next: &mut G::Coordinates,
) -> Result<bool, Failure> {
    let mut before = SizeOf::<T>::INFINITY;
    // Coordinates that a floor at zero stops have no size of their own.
    let size = largest(q);
    for iterations in 0..MOST_ITERATIONS {
        let penetrates = gaps.mark(q)?;
        if iterations == 0 && !penetrates {
            return Ok(false);
        }
        gaps.set_moved(q, next)?;
        if !is_finite(next) {
            return Err(Failure::NotFinite {
                what: "corrected coordinates",
            });
        }
        let pairs = next.as_slice().iter().zip(q.as_slice());
        let change = most(pairs.map(|(&next, &q)| (next - q).magnitude()));
        let size = most([size, largest(next)].into_iter());
        core::mem::swap(q, next);
        let [epsilon, half] = [T::EPSILON, 0.5].map(SizeOf::<T>::from_f64);
        let is_small = change * change <= epsilon * size * size;
        if change <= epsilon * size || (is_small && change >= half * before) {
            return Ok(true);
        }
        before = change;
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: before.to_f64(),
    })
}
