//! Divisors that are powers of two, as the denominators of all rounded numbers are: shifts in place of divisions.

use dashu_int::ops::{DivRem, Gcd, PowerOfTwo};
use dashu_int::{IBig, UBig};

/// The greatest common divisor; that of zero and a number is the number.
pub(super) fn gcd(a: &IBig, b: &UBig) -> UBig {
    match exponent(b) {
        Some(exponent) => UBig::ONE << a.trailing_zeros().map_or(exponent, |zeros| zeros.min(exponent)),
        None => a.gcd(b),
    }
}

/// The quotient by a divisor.
pub(super) fn quotient(a: &IBig, divisor: &UBig) -> IBig {
    match exponent(divisor) {
        Some(0) => a.clone(),
        Some(exponent) => a >> exponent,
        None => a / divisor,
    }
}

/// The quotient of natural numbers, and the remainder.
pub(super) fn div_rem(a: UBig, b: &UBig) -> (UBig, UBig) {
    match exponent(b) {
        Some(exponent) => {
            let (low, high) = a.split_bits(exponent);
            (high, low)
        }
        None => a.div_rem(b),
    }
}

fn exponent(n: &UBig) -> Option<usize> {
    if n.is_power_of_two() {
        n.trailing_zeros()
    } else {
        None
    }
}
