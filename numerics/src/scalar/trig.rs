//! sin and cos in double precision, inlined and free of branches.
//!
//! Reduction after Cody and Waite (1980), polynomials with the coefficients of fdlibm (Ng, Sun 1993):
//!
//! ```text
//! n = round(2x/π),   y − t = x − n (P₁ + P₂ + P₃),   |y| ≤ π/4
//! sin x = ± sin(y − t) or ± cos(y − t) by the last two bits of n
//! ```
//!
//! P₁ and P₂ have 33 bits, so that n P₁ and n P₂ are exact for |n| < 2²⁰; P₃ has 53. With |x| ≤ 1e5 the reduced argument
//! has an absolute error below n P₃ ε ≈ 2e-32 and is never smaller than about 1e-16, so the error of the result is below
//! one unit in the last place. For larger |x|, libm reduces with as many digits of π as necessary.

mod beside;
mod turned;

pub(super) use beside::{cos_beside, sin_beside};
#[cfg(feature = "lanes")]
pub(super) use turned::is_near;
pub(super) use turned::{Predicted, sin_cos_ahead, sin_cos_turned};

/// Above this, and for NaN, libm is called.
const BOUND: f64 = if cfg!(feature = "deterministic") {
    -1.0
} else {
    1e5
};

/// 2/π.
const TWO_OVER_PI: f64 = core::f64::consts::FRAC_2_PI;
/// 1.5 · 2⁵²: adding it rounds to an integer, which is then in the last bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// The first 33 bits of π/2, the next 33, the next 53.
const P1: f64 = 1.570_796_326_734_125_6;
const P2: f64 = 6.077_100_506_303_966e-11;
const P3: f64 = 2.022_266_248_795_950_6e-21;

/// sin y = y + S₁y³ + … + S₆y¹³ to 2⁻⁵⁸ on [0, π/4].
const S1: f64 = -0.166_666_666_666_666_32;
const S2: f64 = 0.008_333_333_333_322_49;
const S3: f64 = -0.000_198_412_698_298_579_5;
const S4: f64 = 2.755_731_370_707_006_8e-6;
const S5: f64 = -2.505_076_025_340_686_3e-8;
const S6: f64 = 1.589_690_995_211_55e-10;

/// cos y = 1 − y²/2 + C₁y⁴ + … + C₆y¹⁴ to 2⁻⁵⁸ on [0, π/4].
const C1: f64 = 0.041_666_666_666_666_6;
const C2: f64 = -0.001_388_888_888_887_411;
const C3: f64 = 2.480_158_728_947_673e-5;
const C4: f64 = -2.755_731_435_139_066_3e-7;
const C5: f64 = 2.087_572_321_298_175e-9;
const C6: f64 = -1.135_964_755_778_819_5e-11;

/// (sin x, cos x). Always inlined, so that an unused one of the two is not computed.
#[inline(always)]
pub(super) fn sin_cos(x: f64) -> (f64, f64) {
    if x.abs() <= BOUND {
        reduced(x)
    } else {
        libm::sincos(x)
    }
}

/// (sin xᵢ, cos xᵢ) for several numbers, which vector instructions process two or more at a time.
#[inline(always)]
pub(super) fn sin_cos_each<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
    // For two numbers a call costs more than it saves. More numbers vectorise best in a function of their own.
    if N <= 2 { each(x) } else { each_apart(x) }
}

/// As [`sin_cos_each`], inlined for any N: lanes are compiled for the processor at hand where they are inlined.
#[cfg(feature = "lanes")]
#[inline(always)]
pub(super) fn sin_cos_of_lanes<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
    each(x)
}

#[inline(never)]
fn each_apart<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
    each(x)
}

#[inline(always)]
fn each<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
    let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
    if x.iter().fold(true, |all, x| all & (x.abs() <= BOUND)) {
        for ((sin, cos), x) in sines.iter_mut().zip(&mut cosines).zip(x) {
            (*sin, *cos) = reduced(x);
        }
    } else {
        for ((sin, cos), x) in sines.iter_mut().zip(&mut cosines).zip(x) {
            (*sin, *cos) = sin_cos(x);
        }
    }
    (sines, cosines)
}

/// The kernel, for |x| ≤ 1e5.
#[inline(always)]
fn reduced(x: f64) -> (f64, f64) {
    let rounded = x * TWO_OVER_PI + ROUND;
    let n = rounded - ROUND;
    let quadrant = rounded.to_bits();

    let (y, rest) = difference(x, n);
    let (s, c) = (sine(y, rest).to_bits(), cosine(y, rest).to_bits());
    let swapped = (s ^ c) & (quadrant & 1).wrapping_neg();
    let sin_sign = (quadrant & 2) << 62;
    let cos_sign = (quadrant.wrapping_add(1) & 2) << 62;
    (
        f64::from_bits(s ^ swapped ^ sin_sign),
        f64::from_bits(c ^ swapped ^ cos_sign),
    )
}

/// (y, t) with x − n π/2 = y − t.
#[inline(always)]
fn difference(x: f64, n: f64) -> (f64, f64) {
    // x − n P₁ and n P₂ are exact, and so is their difference if it cancels.
    let r = x - n * P1;
    let w = n * P2;
    let y = r - w;
    (y, n * P3 - ((r - y) - w))
}

/// c₁ + c₂ z + … + c₆ z⁵, with z² and z⁴.
#[inline(always)]
fn polynomial([c1, c2, c3, c4, c5, c6]: [f64; 6], [z, z2, z4]: [f64; 3]) -> f64 {
    fused(
        z4,
        fused(z, c6, c5),
        fused(z2, fused(z, c4, c3), fused(z, c2, c1)),
    )
}

/// a b + c, rounded once where the processor for which the program is compiled does this in one instruction.
#[inline(always)]
fn fused(a: f64, b: f64, c: f64) -> f64 {
    super::Scalar::mul_add(a, b, c)
}

/// sin(y − t) for a t below an ulp of one. The order of operations gives the shortest dependency chain and keeps the sign of
/// −0.
#[inline(always)]
fn sine(y: f64, t: f64) -> f64 {
    let z = y * y;
    let w = 1.0 - 0.5 * z;
    let (z2, v) = (z * z, z * y);
    let z4 = z2 * z2;
    let p = polynomial([S1, S2, S3, S4, S5, S6], [z, z2, z4]);
    y - fused(-v, p, t * w)
}

/// cos(y − t) for such a t.
#[inline(always)]
fn cosine(y: f64, t: f64) -> f64 {
    let z = y * y;
    let half = 0.5 * z;
    let w = 1.0 - half;
    let z2 = z * z;
    let z4 = z2 * z2;
    let p = polynomial([C1, C2, C3, C4, C5, C6], [z, z2, z4]);
    // Adds the rounding error of 1 − z/2.
    w + (((1.0 - w) - half) + fused(z2, p, y * t))
}
