//! How small a residual has to be: the rounding of its summands.

use crate::block::is_finite;
use crate::{Block, Scalar};

/// max |xᵢ|; NaN is ignored.
#[inline]
pub(super) fn largest<T: Scalar, U: Block<T>>(x: &U) -> f64 {
    largest_of(x.as_slice())
}

#[inline]
fn largest_of<T: Scalar>(x: &[T]) -> f64 {
    let sizes = x.iter().map(|x| x.magnitude());
    sizes.fold(0.0, |largest, size| if size > largest { size } else { largest })
}

/// The largest accepted ratio of the summands of an equation to their difference.
const CANCELLATION: f64 = 64.0;

/// N ε: one unit in the last place for each of N equations.
pub(super) fn tolerance<T: Scalar, U: Block<T>>() -> f64 {
    T::EPSILON * U::LEN.max(1) as f64
}

/// Whether a residual is no larger than the rounding of the largest summands, and each row no larger than that of its
/// own. The last `constraints` equations have units of their own; they are judged by their own summands alone.
#[inline]
pub(crate) fn is_solved<T: Scalar, U: Block<T>>(r: &U, scale: &U, constraints: usize) -> bool {
    let tolerance = tolerance::<T, U>();
    let free = U::LEN.saturating_sub(constraints);
    let sizes = scale.as_slice().iter().take(free);
    let sizes = sizes.map(|scale| scale.magnitude_of_sum());
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
        // Infinity is not less than infinity, so that it is not accepted. MIN_POSITIVE accepts zero if the bound is zero.
        holds & (r.magnitude() < bound + f64::MIN_POSITIVE)
    })
}

/// R of a finite residual: equations relative to the largest row scale, constraints relative to their own.
#[inline]
pub(crate) fn norm<T: Scalar, U: Block<T>>(r: &U, scale: &U, constraints: usize) -> f64 {
    let free = U::LEN.saturating_sub(constraints);
    let (r, g) = r.as_slice().split_at(free);
    let (scale, scales) = scale.as_slice().split_at(free);
    let largest = quotient(largest_of(r), largest_of(scale));
    g.iter().zip(scales).fold(largest, |largest, (g, scale)| {
        let size = quotient(g.magnitude(), scale.magnitude_of_sum());
        if size > largest { size } else { largest }
    })
}

/// Whether a correction is no larger than the rounding of the corrected unknown.
#[inline]
pub(super) fn is_rounding<T: Scalar, U: Block<T>>(dx: &U, x: &U) -> bool {
    let mut pairs = dx.as_slice().iter().zip(x.as_slice());
    pairs.all(|(dx, x)| dx.magnitude() <= T::EPSILON * x.magnitude())
}

/// ρ; NaN or infinite if the residual is.
#[inline]
pub(super) fn largest_by_row<T: Scalar, U: Block<T>>(r: &U, scale: &U) -> f64 {
    // An equation at rest among moving ones carries their rounding and has no scale of its own. The lower bound also
    // avoids a division by zero.
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
