//! sin and cos in single precision, inlined, without branches and without double precision.
//!
//! As in `trig`, but with π/2 in four parts of 12, 12, 12 and 24 bits. So n P₁, n P₂ and n P₃ are exact for |n| < 2¹²,
//! which
//! |x| ≤ 6000 ensures. The polynomials are those of fdlibm's `sinf` and `cosf`.

/// Above this, and for NaN, libm is called.
const BOUND: f32 = if cfg!(feature = "deterministic") {
    -1.0
} else {
    6000.0
};

/// 2/π.
const TWO_OVER_PI: f32 = core::f32::consts::FRAC_2_PI;
/// 1.5 · 2²³: adding it rounds to an integer, which is then in the last bits.
const ROUND: f32 = 12_582_912.0;

/// π/2 in four parts.
const P1: f32 = 1.570_312_5;
const P2: f32 = 4.837_513e-4;
const P3: f32 = 7.549_533_6e-8;
const P4: f32 = 2.563_344e-12;

/// sin y = y + S₁y³ + … + S₄y⁹ on [0, π/4].
const S1: f32 = -1.666_666_7e-1;
const S2: f32 = 8.333_329e-3;
const S3: f32 = -1.983_933_5e-4;
const S4: f32 = 2.718_311_4e-6;

/// cos y = 1 − y²/2 + C₁y⁴ + C₂y⁶ + C₃y⁸ on [0, π/4].
const C1: f32 = 4.166_662_3e-2;
const C2: f32 = -1.388_676_3e-3;
const C3: f32 = 2.439_044_9e-5;

/// (sin x, cos x).
#[inline(always)]
pub(super) fn sin_cos(x: f32) -> (f32, f32) {
    if x.abs() <= BOUND {
        reduced(x)
    } else {
        libm::sincosf(x)
    }
}

/// The kernel, for |x| ≤ 6000.
#[inline(always)]
fn reduced(x: f32) -> (f32, f32) {
    let rounded = x * TWO_OVER_PI + ROUND;
    let n = rounded - ROUND;
    let quadrant = rounded.to_bits();

    let r = (x - n * P1) - n * P2;
    let w = n * P3;
    let y = r - w;
    let rest = n * P4 - ((r - y) - w);

    let (s, c) = kernels(y, rest);
    let (s, c) = (s.to_bits(), c.to_bits());
    let swapped = (s ^ c) & (quadrant & 1).wrapping_neg();
    let sin_sign = (quadrant & 2) << 30;
    let cos_sign = (quadrant.wrapping_add(1) & 2) << 30;
    (
        f32::from_bits(s ^ swapped ^ sin_sign),
        f32::from_bits(c ^ swapped ^ cos_sign),
    )
}

/// (sin(y − t), cos(y − t)) for a t below an ulp of one; keeps the sign of −0.
#[inline(always)]
fn kernels(y: f32, t: f32) -> (f32, f32) {
    let z = y * y;
    let half = 0.5 * z;
    let w = 1.0 - half;
    let (z2, v) = (z * z, z * y);

    let p = (S1 + z * S2) + z2 * (S3 + z * S4);
    let sin = y - (t * w - v * p);

    let p = (C1 + z * C2) + z2 * C3;
    // Adds the rounding error of 1 − z/2.
    let cos = w + (((1.0 - w) - half) + (z2 * p + y * t));
    (sin, cos)
}
