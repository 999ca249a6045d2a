//! The reduction of large arguments by multiples of π/2, in integers (M. Payne, R. Hanek, 1983).
//!
//! ```text
//! |x| = m 2ᵉ,   |x| 2/π = n + f,   |f| ≤ ½,   y = f π/2
//! ```
//!
//! Digits of 2/π whose product with m 2ᵉ is a multiple of 4 are left out, and 96 digits after those are used. So f has an error
//! below 2⁻⁶⁰. No `f32` is nearer than 2⁻³² to a multiple of π/2, relative to which the error is below 2⁻²⁸.

use super::Reduced;

/// A word of zeros, and the digits of 2/π.
const DIGITS: [u32; 8] = [
    0,
    0xa2f9_836e,
    0x4e44_1529,
    0xfc27_57d1,
    0xf534_ddc0,
    0xdb62_9599,
    0x3c43_9041,
    0xfe51_63ab,
];

/// π/2 in units of 2⁻⁶³: the first word, the second.
const HALF_PI: [u64; 2] = [0xc90f_daa2, 0x2168_c235];

/// For |x| > 1; NaN for what is not finite.
#[cold]
pub(super) fn reduced(x: f32) -> Reduced {
    if !x.is_finite() {
        return Reduced {
            y: f32::NAN,
            t: f32::NAN,
            quadrant: 0,
        };
    }
    let turns = turns(x.abs());
    let n = turns.wrapping_add(1 << 61) >> 62;
    let fraction = turns.wrapping_sub(n << 62).cast_signed();
    let (high, low) = times_half_pi(fraction.unsigned_abs());
    let is_negative = (fraction < 0) != (x < 0.0);
    let (y, t) = if is_negative { (-high, low) } else { (high, -low) };
    let n = n as u32;
    Reduced {
        y,
        t,
        quadrant: if x < 0.0 { n.wrapping_neg() } else { n },
    }
}

/// x/2π modulo 1, in units of 2⁻⁶⁴.
fn turns(x: f32) -> u64 {
    let bits = x.to_bits();
    let mantissa = u64::from(bits & 0x007f_ffff | 0x0080_0000);
    // x = mantissa · 2^(exponent − 150). The first digit that counts is that of 2^(152 − exponent); the table has 32 zeros.
    let first = (bits >> 23).saturating_sub(150 + 2 - 32);
    let digits = |k: u32| -> u64 {
        let place = (first / 32 + k) as usize;
        let [high, low] = [place, place + 1].map(|i| u64::from(DIGITS.get(i).copied().unwrap_or(0)));
        ((high << 32 | low) << (first % 32)) >> 32
    };
    let high = mantissa.wrapping_mul(digits(0)) << 32;
    let low = mantissa.wrapping_mul(digits(2)) >> 32;
    high.wrapping_add(mantissa.wrapping_mul(digits(1)))
        .wrapping_add(low)
}

/// f π/2 for an f in units of 2⁻⁶²: the first 24 digits, and the rest.
fn times_half_pi(f: u64) -> (f32, f32) {
    let places = f.leading_zeros();
    let f = f.checked_shl(places).unwrap_or(0);
    let (high, low) = (f >> 32, f & 0xffff_ffff);
    let product = high * HALF_PI[0] + ((high * HALF_PI[1]) >> 32) + ((low * HALF_PI[0]) >> 32);
    // At most one more, because both factors have their first digit.
    let more = product.leading_zeros();
    let product = product.checked_shl(more).unwrap_or(0);
    let unit = |digits: u32| f32::from_bits((127 + digits).saturating_sub(61 + places + more) << 23);
    let (first, rest) = ((product >> 40) as u32, (product >> 8 & 0xffff_ffff) as u32);
    (first as f32 * unit(40), rest as f32 * unit(8))
}
