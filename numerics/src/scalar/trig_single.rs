//! sin, cos and tan in single precision, without double precision; sin and cos are inlined and free of branches.
//!
//! As in `trig`, but with π/2 in four parts of 12, 12, 12 and 24 bits. So n P₁, n P₂ and n P₃ are exact for |n| < 2¹², which
//! |x| ≤ 6000 ensures; `far` reduces larger arguments. The polynomials are those of fdlibm's `sinf`, `cosf` and `tanf`.

mod far;

/// Above this, and for NaN, arguments are reduced with as many digits of π as necessary.
const BOUND: f32 = 6000.0;

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

/// tan y = y + T₀y³ + … + T₁₂y²⁷ on [0, 0.6744].
const T: [f32; 13] = [
    3.333_333_4e-1,
    1.333_333_4e-1,
    5.396_825_4e-2,
    2.186_948_8e-2,
    8.863_24e-3,
    3.592_079e-3,
    1.456_209_5e-3,
    5.880_412_6e-4,
    2.464_631_4e-4,
    7.817_944_4e-5,
    7.140_725e-5,
    -1.855_863_8e-5,
    2.590_730_6e-5,
];

/// π/4, and what it lacks.
const QUARTER: [f32; 2] = [f32::from_bits(0x3f49_0fda), 3.774_894_7e-8];

/// x = y − t + n π/2 with |y| ≤ π/4, a t below the rounding of y, and n in the last two bits of `quadrant`.
#[derive(Clone, Copy)]
struct Reduced {
    y: f32,
    t: f32,
    quadrant: u32,
}

/// (sin x, cos x).
#[inline(always)]
pub(super) fn sin_cos(x: f32) -> (f32, f32) {
    sin_cos_of(if x.abs() <= BOUND {
        near(x)
    } else {
        far::reduced(x)
    })
}

/// tan x.
pub(super) fn tan(x: f32) -> f32 {
    let Reduced { y, t, quadrant } = if x.abs() <= BOUND {
        near(x)
    } else {
        far::reduced(x)
    };
    if quadrant & 1 == 0 {
        tan_kernel(y, -t, 1.0)
    } else {
        tan_kernel(y, -t, -1.0)
    }
}

/// For |x| ≤ 6000.
#[inline(always)]
fn near(x: f32) -> Reduced {
    let rounded = x * TWO_OVER_PI + ROUND;
    let n = rounded - ROUND;

    let r = (x - n * P1) - n * P2;
    let w = n * P3;
    let y = r - w;
    Reduced {
        y,
        t: n * P4 - ((r - y) - w),
        quadrant: rounded.to_bits(),
    }
}

#[inline(always)]
fn sin_cos_of(Reduced { y, t, quadrant }: Reduced) -> (f32, f32) {
    let (s, c) = kernels(y, t);
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

/// tan(y + t) for a `power` of 1, and −1/tan(y + t) for −1; fdlibm's `__kernel_tanf`.
fn tan_kernel(y: f32, t: f32, power: f32) -> f32 {
    let is_large = y.abs() >= 0.6744;
    let [x, t] = if is_large {
        let (y, t) = if y < 0.0 { (-y, -t) } else { (y, t) };
        [(QUARTER[0] - y) + (QUARTER[1] - t), 0.0]
    } else {
        [y, t]
    };
    let z = x * x;
    let z2 = z * z;
    let odd = T[1] + z2 * (T[3] + z2 * (T[5] + z2 * (T[7] + z2 * (T[9] + z2 * T[11]))));
    let even = z * (T[2] + z2 * (T[4] + z2 * (T[6] + z2 * (T[8] + z2 * (T[10] + z2 * T[12])))));
    let cube = z * x;
    let rest = (t + z * (cube * (odd + even) + t)) + T[0] * cube;
    let w = x + rest;
    if is_large {
        // tan(π/4 − x) = (1 − tan x)/(1 + tan x)
        let of_complement = power - 2.0 * (x - (w * w / (w + power) - rest));
        return if y < 0.0 { -of_complement } else { of_complement };
    }
    if power > 0.0 {
        return w;
    }
    // −1/w, corrected by what products of short parts show exactly.
    let (short_w, quotient) = (short(w), -1.0 / w);
    let low_w = rest - (short_w - x);
    let short_quotient = short(quotient);
    let missing = 1.0 + short_quotient * short_w;
    short_quotient + quotient * (missing + short_quotient * low_w)
}

/// The first twelve bits, so that products of two such numbers are exact.
#[inline]
pub(super) fn short(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0xffff_f000)
}
