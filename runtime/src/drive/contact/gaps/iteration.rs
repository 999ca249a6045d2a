//! The iteration that moves coordinates out of penetration.
//!
//! Knows neither where gaps are nor how their contact problem is solved.

use crate::Failure;
use crate::newton::most;
use extremal_numerics::block::is_finite;
use extremal_numerics::{Size, SizeOf, Vector};

/// The maximal number of corrections from one q*.
const MOST_ITERATIONS: usize = 40;

/// How many q* there are at most: that of the step, and iterates in its place.
pub(in crate::drive) const MOST_STARTS: usize = 3;

/// A change is slow in coming down if it is above this part of the one before it.
const SLOW: f64 = 0.1;

/// Gaps at the end of a step, and the correction q* + d of its coordinates q*.
pub(in crate::drive) trait EndGaps<T> {
    /// Coordinates.
    type Coordinates: Vector<T>;

    /// Marks the gaps at q that are not above zero; marks stay. Whether one is below zero by more than rounding.
    fn mark(&mut self, q: &Self::Coordinates) -> Result<bool, Failure>;

    /// Whether q* violates constraints.
    fn is_off(&self) -> bool;

    /// Sets q* + d for the marked gaps, linearized at q.
    fn set_moved(&mut self, q: &Self::Coordinates, moved: &mut Self::Coordinates) -> Result<(), Failure>;

    /// Takes q in the place of q*. What was pushed before counts as well.
    fn start_at(&mut self, q: &Self::Coordinates);
}

/// Room for an iteration: as many numbers as there are coordinates, three times. Nothing is read that was not written before.
pub(in crate::drive) struct Iterates<'a, Q> {
    /// The image q* + d of the present iterate.
    pub(in crate::drive) next: &'a mut Q,
    /// The image before it.
    pub(in crate::drive) last: &'a mut Q,
    /// The image before it less its iterate.
    pub(in crate::drive) change: &'a mut Q,
}

/// Corrects `q`. Nothing changes and the result is `false` if no gap is below zero.
///
/// It ends in one of three cases, with ε that of the scalar and the size that of the coordinates that move:
///
/// - a change is at most ε of the size;
/// - a change is at most √ε of the size and no longer halves, and no gap is below zero;
/// - a change is at most √ε of the size after [`MOST_ITERATIONS`], as where the contact solver does not reach rounding.
///
/// Where the same gaps stay closed, each iterate is the last one's image under a map that contracts by the curvature of the
/// gaps times ν. Where bodies that overlap far are packed this is slow, and iterates are [extrapolated](Iterates::advance).
/// Without a nearest place that has no penetration the iteration does not converge. After [`MOST_ITERATIONS`] it then starts
/// again, with its last iterate in the place of q*. `starts` is the largest number of starts, the first one included.
///
/// # Errors
///
/// The errors of the contact solver, [`Failure::NotFinite`], and [`Failure::NotConverged`].
pub(in crate::drive) fn close<T: Size, G: EndGaps<T>>(
    gaps: &mut G,
    q: &mut G::Coordinates,
    mut room: Iterates<'_, G::Coordinates>,
    starts: usize,
) -> Result<bool, Failure> {
    let [zero, epsilon, half, slow] = [0.0, T::EPSILON, 0.5, SLOW].map(SizeOf::<T>::from_f64);
    let (mut before, mut size) = (SizeOf::<T>::INFINITY, zero);
    let (mut is_small, mut is_settled) = (false, false);
    for iterations in 0..starts * MOST_ITERATIONS {
        let penetrates = gaps.mark(q)?;
        if iterations == 0 && !(penetrates || gaps.is_off()) {
            return Ok(false);
        }
        let begins = iterations % MOST_ITERATIONS == 0;
        if (is_settled && !penetrates) || (is_small && begins) {
            return Ok(true);
        }
        if iterations > 0 && begins {
            gaps.start_at(q);
            before = SizeOf::<T>::INFINITY;
        }
        gaps.set_moved(q, room.next)?;
        if !is_finite(room.next) {
            return Err(Failure::NotFinite {
                what: "corrected coordinates",
            });
        }
        let (change, moved) = apart(room.next, q);
        size = most([size, moved].into_iter());
        if change <= epsilon * size {
            core::mem::swap(q, room.next);
            return Ok(true);
        }
        is_small = change * change <= epsilon * size * size;
        is_settled = is_small && change >= half * before;
        let is_last = (iterations + 1) % MOST_ITERATIONS == 0;
        let is_slow = change < before && change > slow * before;
        room.advance(q, is_slow && !(is_settled || is_last));
        before = change;
    }
    if is_small {
        return Ok(true);
    }
    Err(unsettled(starts * MOST_ITERATIONS, before))
}

/// Refuses the derivative of a correction from q* = `from` whose end `q` is not its image to half of the digits: another place
/// than q* led there.
///
/// # Errors
///
/// [`Failure::NotConverged`].
pub(in crate::drive) fn settled<T: Size, V: Vector<T>>(from: &V, q: &V, image: &V) -> Result<(), Failure> {
    let ((change, _), (_, size)) = (apart(image, q), apart(image, from));
    if change * change > SizeOf::<T>::from_f64(T::EPSILON) * size * size {
        // The image is one iteration.
        return Err(unsettled(1, change));
    }
    Ok(())
}

fn unsettled(iterations: usize, residual: impl Size) -> Failure {
    Failure::NotConverged {
        iterations,
        residual: residual.to_f64(),
    }
}

/// The largest difference of two places in one coordinate, and the largest of the coordinates that differ: others, as those of
/// bodies far away, tell nothing of rounding here.
fn apart<T: Size, V: Vector<T>>(a: &V, b: &V) -> (SizeOf<T>, SizeOf<T>) {
    let pairs = || a.as_slice().iter().zip(b.as_slice());
    let change = most(pairs().map(|(&a, &b)| (a - b).magnitude()));
    let moved = pairs().filter(|(a, b)| a != b);
    let size = most(moved.flat_map(|(&a, &b)| [a.magnitude(), b.magnitude()]));
    (change, size)
}

impl<Q> Iterates<'_, Q> {
    /// Sets the iterate `q` to its image, or beyond it along the last two images, to where a linear map with one eigenvalue
    /// would have its fixed point: Anderson's method of depth one.
    ///
    /// ```text
    /// q ← Φ − β (Φ − Φ⁻),   β = f·(f − f⁻)/|f − f⁻|²,   f = Φ − q
    /// ```
    fn advance<T: Size>(&mut self, q: &mut Q, is_slow: bool)
    where
        Q: Vector<T>,
    {
        let Self { next, last, change } = self;
        let zero = T::from_f64(0.0);
        let (mut product, mut square) = (zero, zero);
        let images = next.as_slice().iter().zip(q.as_slice());
        for ((&image, &iterate), before) in images.zip(change.as_mut_slice()) {
            let f = image - iterate;
            if is_slow {
                let by = f - *before;
                product = product + f * by;
                square = square + by * by;
            }
            *before = f;
        }
        let beta = if square > zero { product / square } else { zero };
        let images = next.as_slice().iter().zip(last.as_mut_slice());
        for (to, (&image, before)) in q.as_mut_slice().iter_mut().zip(images) {
            *to = if is_slow {
                image - beta * (image - *before)
            } else {
                image
            };
            *before = image;
        }
    }
}
