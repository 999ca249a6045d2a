//! Conversions between the precisions, for processors whose double precision is emulated.
//!
//! A Cortex-M4F has instructions for `f32` and calls functions for `f64`. A program in single precision should link none of
//! them, so the conversions are integer arithmetic on the bits. The results have the bits of `as`. Conversions of constants are
//! computed when the program is optimised.

/// The nearest `f32`, ties to even.
#[inline]
pub(super) fn rounded(x: f64) -> f32 {
    f32::from_bits(rounded_bits(x.to_bits()))
}

/// `x` as `f64`, exactly.
#[inline]
pub(super) fn widened(x: f32) -> f64 {
    f64::from_bits(widened_bits(x.to_bits()))
}

/// The bits of the mantissa that `f64` has and `f32` has not.
const MORE_BITS: u32 = 52 - 23;
/// The difference of the exponents' biases, 1023 − 127.
const MORE_BIAS: u64 = 1023 - 127;
/// The mantissa of an `f64`.
const MANTISSA: u64 = (1 << 52) - 1;
const INFINITY: u32 = 0x7f80_0000;
/// The bit that makes a NaN a quiet one.
const QUIET: u32 = 0x0040_0000;

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "what is cut off is zero, or rounded"
)]
const fn rounded_bits(x: u64) -> u32 {
    let sign = (x >> 32) as u32 & 0x8000_0000;
    let size = x & (u64::MAX >> 1);
    let exponent = size >> 52;
    if exponent == 0x7ff {
        let of_nan = ((size & MANTISSA) >> MORE_BITS) as u32 | QUIET;
        return sign | INFINITY | if size & MANTISSA == 0 { 0 } else { of_nan };
    }
    let (kept, cut) = if exponent > MORE_BIAS {
        // The exponent follows the mantissa, so that a carry of the rounding increases it.
        (size - (MORE_BIAS << 52), MORE_BITS)
    } else {
        // Below the normal numbers of f32: the mantissa with its first one, in units of the smallest number.
        let missing = MORE_BITS as u64 + MORE_BIAS + 1 - exponent;
        if missing > 63 {
            return sign;
        }
        ((size & MANTISSA) | (1 << 52), missing as u32)
    };
    let (floor, rest, half) = (kept >> cut, kept & ((1 << cut) - 1), 1 << (cut - 1));
    let up = rest > half || (rest == half && floor & 1 == 1);
    let bits = floor + up as u64;
    // Beyond the largest number everything is infinite.
    sign | if bits > INFINITY as u64 {
        INFINITY
    } else {
        bits as u32
    }
}

#[inline]
const fn widened_bits(x: u32) -> u64 {
    let sign = ((x & 0x8000_0000) as u64) << 32;
    let size = x & 0x7fff_ffff;
    if size >= INFINITY {
        let quiet = if size > INFINITY { QUIET } else { 0 };
        return sign | (0x7ff << 52) | ((((size | quiet) & !INFINITY) as u64) << MORE_BITS);
    }
    if size == 0 {
        return sign;
    }
    // Below the normal numbers the mantissa has no first one; it is moved to where the other numbers have theirs.
    let places = (size.leading_zeros()).saturating_sub(8);
    let exponent = if size >> 23 == 0 {
        MORE_BIAS + 1 - places as u64
    } else {
        MORE_BIAS
    };
    let mantissa = if size >> 23 == 0 {
        (size << places) & 0x007f_ffff
    } else {
        size
    };
    sign | ((exponent << 52) + ((mantissa as u64) << MORE_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sign and exponent of `f32`, with mantissas at both ends and between.
    fn singles() -> impl Iterator<Item = f32> {
        let mantissas = [0, 1, 2, 3, 0x0012_3456, 0x0040_0000, 0x007f_fffe, 0x007f_ffff];
        (0..512_u32).flat_map(move |high| mantissas.map(|low| f32::from_bits(high << 23 | low)))
    }

    #[test]
    fn every_single_is_widened_to_the_bits_of_the_processor() {
        for x in singles() {
            let found = widened_bits(x.to_bits());
            let expected = f64::from(x).to_bits();
            assert!(found == expected, "{x:e} {found:x} {expected:x}");
        }
    }

    /// Each of these numbers, numbers in the middle to the next, and the neighbours of both.
    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "the rounding that is expected")]
    fn doubles_are_rounded_to_the_bits_of_the_processor() {
        let far = [
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            1e39,
            3.5e38,
            -1e300,
            1e-46,
            f64::NAN,
        ];
        let near = singles().flat_map(|x| {
            let next = f32::from_bits(x.to_bits().wrapping_add(1));
            [f64::from(x), 0.5 * (f64::from(x) + f64::from(next))]
        });
        for x in near.chain(far) {
            for x in [-1_i64, 0, 1].map(|k| f64::from_bits(x.to_bits().wrapping_add_signed(k))) {
                let (found, expected) = (rounded_bits(x.to_bits()), (x as f32).to_bits());
                assert!(found == expected, "{x:e} {found:x} {expected:x}");
            }
        }
    }
}
