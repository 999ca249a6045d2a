//! A sine or a cosine of an angle near a known one.
//!
//! n = round(2x/π) costs a fifth of the time until a sine is known, and the angle of a step is nearly always in the quadrant of
//! the one before. So n is that of the known angle, which is computed while x is not known yet, and a branch that the processor
//! predicts tests whether it is that of x. The result has the bits of [`sin_cos`](super::sin_cos), whatever the known angle is.

use super::{BOUND, ROUND, TWO_OVER_PI, cosine, difference, sin_cos, sine};

/// sin x where `near` is known before x.
#[inline(always)]
pub(in super::super) fn sin_beside(x: f64, near: f64) -> f64 {
    beside(x, near, 0).unwrap_or_else(|| anew(x).0)
}

/// cos x where `near` is known before x.
#[inline(always)]
pub(in super::super) fn cos_beside(x: f64, near: f64) -> f64 {
    beside(x, near, 1).unwrap_or_else(|| anew(x).1)
}

/// In another quadrant.
#[cold]
#[inline(never)]
fn anew(x: f64) -> (f64, f64) {
    sin_cos(x)
}

/// sin (x + `ahead` π/2), if x is in the quadrant of `near`. One of two polynomials is evaluated, by another predicted branch.
#[inline(always)]
fn beside(x: f64, near: f64, ahead: u64) -> Option<f64> {
    let rounded = near * TWO_OVER_PI + ROUND;
    let n = rounded - ROUND;
    // Below one half this difference is exact, so that n is what the product would be rounded to.
    let is_beside = (x * TWO_OVER_PI - n).abs() < 0.5 && x.abs() <= BOUND;
    is_beside.then(|| {
        let (y, t) = difference(x, n);
        let quadrant = rounded.to_bits().wrapping_add(ahead);
        let value = if quadrant & 1 == 0 {
            sine(y, t)
        } else {
            cosine(y, t)
        };
        if quadrant & 2 == 0 { value } else { -value }
    })
}
