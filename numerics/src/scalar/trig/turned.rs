//! Sines and cosines of angles that were predicted, turned by what the prediction lacks.
//!
//! ```text
//! e = x − x̂,   sin x = sin x̂ + (cos x̂ sin e − sin x̂ (1 − cos e)),   cos x = cos x̂ − (sin x̂ sin e + cos x̂ (1 − cos e))
//! ```
//!
//! sin x̂ and cos x̂ are computed while x is not known yet, and e is so small that two terms of each series suffice:
//! |e| < 2⁻⁸, where the first terms left out are below 2⁻⁵⁷. The result has the error of the predicted one and that of a sum:
//! what is added is at most 1/15 of it, since |e| < |sin x̂|/16 and |e| < |cos x̂|/16. That error is below 1.9 units in the
//! last place. Elsewhere sines are evaluated as ever, and so is each where nothing was predicted: zeros turn nothing.

use super::{BOUND, fused, sin_cos, sin_cos_each};

/// How far an angle is turned. Never with libm's bits.
const REACH: f64 = if BOUND < 0.0 { 0.0 } else { 1.0 / 256.0 };

/// What is added is at most about this part of a sine or cosine.
const PART: f64 = 1.0 / 16.0;

/// An angle that was predicted, its sine and its cosine.
#[derive(Clone, Copy)]
pub(in super::super) struct Predicted {
    pub(in super::super) x: f64,
    pub(in super::super) sin: f64,
    pub(in super::super) cos: f64,
}

/// (sin xᵢ, cos xᵢ), each turned if its angle is in reach of the one predicted.
#[inline(always)]
pub(in super::super) fn sin_cos_turned<const N: usize>(
    x: [f64; N],
    predicted: [Predicted; N],
) -> ([f64; N], [f64; N]) {
    let mut all = true;
    for (&x, predicted) in x.iter().zip(&predicted) {
        all &= predicted.reaches(x);
    }
    if !all {
        return apart(x, predicted);
    }
    let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
    for k in 0..N {
        (sines[k], cosines[k]) = predicted[k].turned_to(x[k]);
    }
    (sines, cosines)
}

/// Angle by angle. A function of its own, so that the usual path is short.
#[cold]
#[inline(never)]
fn apart<const N: usize>(x: [f64; N], predicted: [Predicted; N]) -> ([f64; N], [f64; N]) {
    let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
    for k in 0..N {
        let reaches = predicted[k].reaches(x[k]);
        (sines[k], cosines[k]) = if reaches {
            predicted[k].turned_to(x[k])
        } else {
            sin_cos(x[k])
        };
    }
    (sines, cosines)
}

impl Predicted {
    /// Whether x is so near that turning is accurate.
    #[inline(always)]
    pub(in super::super) fn reaches(&self, x: f64) -> bool {
        let (sin, cos) = (self.sin.abs(), self.cos.abs());
        let smaller = if sin < cos { sin } else { cos };
        let reach = if PART * smaller < REACH {
            PART * smaller
        } else {
            REACH
        };
        // False for NaN, and for zeros.
        (x - self.x).abs() < reach
    }

    /// (sin x, cos x)
    #[inline(always)]
    pub(in super::super) fn turned_to(&self, x: f64) -> (f64, f64) {
        let Self { x: from, sin, cos } = *self;
        let e = x - from;
        let t = e * e;
        let s = fused(e * t, fused(t, 1.0 / 120.0, -1.0 / 6.0), e);
        let c = t * fused(t, 1.0 / 24.0, -0.5);
        (sin + fused(cos, s, sin * c), cos + fused(cos, c, -(sin * s)))
    }
}

/// (sin x̂ᵢ, cos x̂ᵢ) of angles that are predicted, each where the last prediction was near enough: it was wrong by `off`.
/// Zeros elsewhere.
#[inline(always)]
pub(in super::super) fn sin_cos_ahead<const N: usize>(x: [f64; N], off: [f64; N]) -> ([f64; N], [f64; N]) {
    let mut all = true;
    for off in off {
        all &= is_near(off);
    }
    if all {
        return sin_cos_each(x);
    }
    ahead_apart(x, off)
}

#[cold]
#[inline(never)]
fn ahead_apart<const N: usize>(x: [f64; N], off: [f64; N]) -> ([f64; N], [f64; N]) {
    let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
    for k in 0..N {
        if is_near(off[k]) {
            (sines[k], cosines[k]) = sin_cos(x[k]);
        }
    }
    (sines, cosines)
}

/// Whether a prediction that was wrong by `off` was worth its sine.
#[inline(always)]
pub(in super::super) fn is_near(off: f64) -> bool {
    off.abs() < REACH
}
