//! How small a residual has to be: the rounding of its summands.

use crate::block::is_finite;
use crate::{Block, Scalar, Size};

/// max |xᵢ|; NaN is ignored.
#[inline]
pub(crate) fn largest<T: Scalar, U: Block<T>>(x: &U) -> T::Size {
    largest_of(x.as_slice())
}

#[inline]
fn largest_of<T: Scalar>(x: &[T]) -> T::Size {
    most(x.iter().map(|x| x.magnitude()))
}

/// The largest size, at least zero; NaN is ignored.
#[inline]
pub(crate) fn most<T: Size>(sizes: impl Iterator<Item = T>) -> T {
    sizes.fold(
        T::from_f64(0.0),
        |most, size| if size > most { size } else { most },
    )
}

/// The largest accepted ratio of the summands of an equation to their difference.
const CANCELLATION: f64 = 64.0;

/// N ε: one unit in the last place for each of N equations.
pub(super) fn tolerance<T: Scalar, U: Block<T>>() -> T::Size {
    T::Size::from_f64(const { T::EPSILON * if U::LEN > 1 { U::LEN as f64 } else { 1.0 } })
}

/// Whether a residual is no larger than the rounding of the largest summands, and each row no larger than that of its
/// own. The last `constraints` equations have units of their own; they are judged by their own summands alone.
#[inline]
pub(crate) fn is_solved<T: Scalar, U: Block<T>>(r: &U, scale: &U, constraints: usize) -> bool {
    let tolerance = tolerance::<T, U>();
    let free = U::LEN.saturating_sub(constraints);
    let sizes = scale.as_slice().iter().take(free);
    let sizes = sizes.map(|scale| scale.magnitude_of_sum());
    let (most, cancellation) = (
        tolerance * most(sizes),
        T::Size::from_f64(CANCELLATION) * tolerance,
    );
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
        holds & (r.magnitude() < bound + T::Size::MIN_POSITIVE)
    })
}

/// R of a finite residual: equations relative to the largest row scale, constraints relative to their own.
#[inline]
pub(crate) fn norm<T: Scalar, U: Block<T>>(r: &U, scale: &U, constraints: usize) -> T::Size {
    let free = U::LEN.saturating_sub(constraints);
    let [(r, g), (scale, scales)] = [r, scale].map(|x| {
        let x = x.as_slice();
        x.split_at_checked(free).unwrap_or((x, &[]))
    });
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
    pairs.all(|(dx, x)| dx.magnitude() <= T::Size::from_f64(T::EPSILON) * x.magnitude())
}

/// ρ; NaN or infinite if the residual is.
#[inline]
pub(super) fn largest_by_row<T: Scalar, U: Block<T>>(r: &U, scale: &U) -> T::Size {
    // An equation at rest among moving ones carries their rounding and has no scale of its own. The lower bound also
    // avoids a division by zero.
    let part = T::Size::from_f64(100.0) * Scalar::sqrt(T::Size::from_f64(T::EPSILON));
    let least_scale = part * largest(scale) + T::Size::MIN_POSITIVE;
    let rows = r.as_slice().iter().zip(scale.as_slice());
    let size = rows.fold(T::Size::from_f64(0.0), |size, (r, scale)| {
        let scale = scale.magnitude();
        let by_row = r.magnitude() / if scale > least_scale { scale } else { least_scale };
        if by_row > size { by_row } else { size }
    });
    if is_finite(r) && is_finite(scale) {
        size
    } else {
        T::Size::NAN
    }
}

/// a/b with 0/0 = 0.
#[inline]
fn quotient<T: Size>(a: T, b: T) -> T {
    let zero = T::from_f64(0.0);
    if a == zero { zero } else { a / b }
}
