//! How small a residual has to be: the rounding of its terms.
//! Knows numbers and nothing of equations.

use crate::block::is_finite;
use crate::{Block, Scalar};

/// max |xᵢ|, not NaN.
#[inline]
pub(super) fn largest<T: Scalar, U: Block<T>>(x: &U) -> f64 {
    largest_of(x.as_slice())
}

#[inline]
fn largest_of<T: Scalar>(x: &[T]) -> f64 {
    let sizes = x.iter().map(|x| x.magnitude());
    sizes.fold(0.0, |largest, size| if size > largest { size } else { largest })
}

/// How much larger than the difference that is left of them the terms of one equation may be.
const CANCELLATION: f64 = 64.0;

/// A few units in the last place of the terms; one for each of many equations.
pub(super) fn tolerance<T: Scalar, U: Block<T>>() -> f64 {
    T::EPSILON * U::LEN.max(1) as f64
}

/// Whether a residual is no more than rounding, of the largest terms and of its own. The last `ties` equations are
/// constraints, which have units of their own: those are judged by their own terms alone.
#[inline]
pub(crate) fn is_solved<T: Scalar, U: Block<T>>(r: &U, scale: &U, ties: usize) -> bool {
    let tolerance = tolerance::<T, U>();
    let free = U::LEN.saturating_sub(ties);
    let sizes = scale.as_slice()[..free]
        .iter()
        .map(|scale| scale.magnitude_of_sum());
    let largest = sizes.fold(0.0, |most, size| if size > most { size } else { most });
    let (most, cancellation) = (tolerance * largest, CANCELLATION * tolerance);
    let rows = r.as_slice().iter().zip(scale.as_slice()).enumerate();
    rows.fold(true, |holds, (i, (r, scale))| {
        let own = scale.magnitude_of_sum();
        let bound = if i < free {
            let own = cancellation * own;
            if most < own { most } else { own }
        } else {
            tolerance * own
        };
        // Infinity is not less than infinity, so that it is not accepted; and zero is where nothing has a size.
        holds & (r.magnitude() < bound + f64::MIN_POSITIVE)
    })
}

/// R of a finite residual: of the equations by the largest scale, of constraints by that of each.
#[inline]
pub(crate) fn norm<T: Scalar, U: Block<T>>(r: &U, scale: &U, ties: usize) -> f64 {
    let free = U::LEN.saturating_sub(ties);
    let (r, tied) = r.as_slice().split_at(free);
    let (scale, scales) = scale.as_slice().split_at(free);
    let largest = quotient(largest_of(r), largest_of(scale));
    tied.iter().zip(scales).fold(largest, |largest, (g, scale)| {
        let size = quotient(g.magnitude(), scale.magnitude_of_sum());
        if size > largest { size } else { largest }
    })
}

/// Whether a correction is no more than the rounding of the unknown that it led to: nothing is nearer to the root.
#[inline]
pub(super) fn is_rounding<T: Scalar, U: Block<T>>(dx: &U, x: &U) -> bool {
    let mut pairs = dx.as_slice().iter().zip(x.as_slice());
    pairs.all(|(dx, x)| dx.magnitude() <= T::EPSILON * x.magnitude())
}

/// ρ; NaN or infinite where the residual is.
#[inline]
pub(super) fn largest_by_row<T: Scalar, U: Block<T>>(r: &U, scale: &U) -> f64 {
    // An equation at rest among moving ones carries their rounding and has no scale of its own. And none has a scale of
    // zero, so that nothing is divided by it.
    let least_scale = 100.0 * Scalar::sqrt(T::EPSILON) * largest(scale) + f64::MIN_POSITIVE;
    let rows = r.as_slice().iter().zip(scale.as_slice());
    let size = rows.fold(0.0, |size, (r, scale)| {
        let scale = scale.magnitude();
        let by_row = r.magnitude() / if scale > least_scale { scale } else { least_scale };
        if by_row > size { by_row } else { size }
    });
    if is_finite(r) && is_finite(scale) {
        size
    } else {
        f64::NAN
    }
}

/// a/b with 0/0 = 0.
#[inline]
fn quotient(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a / b }
}
