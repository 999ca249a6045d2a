//! The fast path: fractions of 63 bits, computed in 128 bits.

use std::cmp::Ordering;

use super::Rational;
use crate::natural::{Natural, gcd_u64};

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy)]
pub(super) struct Small {
    numerator: i64, // never i64::MIN
    denominator: i64,
}

impl Small {
    pub(super) fn of(value: &Rational) -> Option<Self> {
        let magnitude = i64::try_from(value.numerator.to_u64()?).ok()?;
        let denominator = i64::try_from(value.denominator.to_u64()?).ok()?;
        Some(Self {
            numerator: if value.negative { -magnitude } else { magnitude },
            denominator,
        })
    }

    pub(super) fn sum(self, other: Self) -> Rational {
        let common = gcd(self.denominator, other.denominator);
        let (own, others) = (self.denominator / common, other.denominator / common);
        let numerator = wide(self.numerator, others) + wide(other.numerator, own);
        let left = if common == 1 {
            1
        } else {
            let rest =
                i64::try_from(numerator % i128::from(common)).expect("a remainder is below its divisor");
            gcd(rest, common)
        };
        fraction(numerator / i128::from(left), wide(own, other.denominator / left))
    }

    pub(super) fn product(self, other: Self) -> Rational {
        let (a, b) = (
            gcd(self.numerator, other.denominator),
            gcd(other.numerator, self.denominator),
        );
        let numerator = wide(self.numerator / a, other.numerator / b);
        fraction(numerator, wide(self.denominator / b, other.denominator / a))
    }

    pub(super) fn order(self, other: Self) -> Ordering {
        wide(self.numerator, other.denominator).cmp(&wide(other.numerator, self.denominator))
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let gcd = gcd_u64(a.unsigned_abs(), b.unsigned_abs());
    i64::try_from(gcd).expect("one of the two is positive and below 2^63")
}

fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

fn fraction(numerator: i128, denominator: i128) -> Rational {
    Rational {
        negative: numerator < 0,
        numerator: Natural::from_u128(numerator.unsigned_abs()),
        denominator: Natural::from_u128(denominator.unsigned_abs()),
    }
}
