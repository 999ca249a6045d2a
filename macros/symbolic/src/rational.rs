//! Rational numbers, exact unless they become extremely long.
//!
//! Their integers are those of `dashu-int`, whose greatest common divisor is Lehmer's. With `num-bigint` 0.4, where it is
//! binary, a pendulum takes three times as long to derive where users derive without optimisation, because nodes of quadrature
//! are fractions of hundreds of bits.

use dashu_int::ops::{Abs, BitTest, DivEuclid};
use dashu_int::{IBig, Sign, UBig};

mod approximation;
mod arithmetic;
mod binary;
mod decimal;
mod float;
#[cfg(test)]
mod random;

/// An arithmetic result with a longer numerator or denominator is rounded.
const MAX_BITS: usize = 2400;
/// The mantissa to which it is rounded, much longer than that of any float.
const ROUNDED_BITS: u32 = 320;

/// A rational number, always in lowest terms with a positive denominator.
///
/// Arithmetic is exact up to 2400 bits. A sum, product, quotient or power whose numerator or denominator is longer is
/// rounded to the nearest number with a mantissa of 320 bits, so that long chains of arithmetic stay affordable.
/// Conversions are exact.
///
/// ```
/// use extremal_symbolic::Rational;
///
/// let third = Rational::new(1, 3);
/// let sixth = Rational::new(1, 6);
/// assert_eq!(&third + &sixth, Rational::new(1, 2));
/// assert_eq!((&third - &sixth).to_f64(), 1.0 / 6.0);
/// assert_eq!(third.checked_div(&Rational::zero()), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: IBig,
    denominator: UBig,
}

impl Rational {
    /// 0.
    pub fn zero() -> Self {
        Self::from_integer(0)
    }

    /// 1.
    pub fn one() -> Self {
        Self::from_integer(1)
    }

    /// An integer.
    pub fn from_integer(value: i64) -> Self {
        Self::whole(value.into())
    }

    fn whole(numerator: IBig) -> Self {
        Self {
            numerator,
            denominator: UBig::ONE,
        }
    }

    /// numerator / denominator.
    ///
    /// # Panics
    ///
    /// If the denominator is zero: this constructor is for fractions written down in a program.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        assert!(
            denominator != 0,
            "a written fraction has a denominator other than zero"
        );
        let parts = [numerator, denominator].map(i64::unsigned_abs);
        let [mut common, mut rest] = parts;
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        let [magnitude, positive] = parts.map(|part| UBig::from(part / common));
        Self {
            numerator: IBig::from_parts(Sign::from((numerator < 0) != (denominator < 0)), magnitude),
            denominator: positive,
        }
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether this is 1.
    pub fn is_one(&self) -> bool {
        self.numerator.is_one() && self.denominator.is_one()
    }

    /// Whether this is below 0.
    pub fn is_negative(&self) -> bool {
        self.numerator.sign() == Sign::Negative
    }

    /// Whether the denominator is 1.
    pub fn is_integer(&self) -> bool {
        self.denominator.is_one()
    }

    /// This number as an integer, if it is one and fits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.is_integer() {
            i64::try_from(&self.numerator).ok()
        } else {
            None
        }
    }

    /// The largest integer at most this number, if it fits.
    pub fn floor(&self) -> Option<i64> {
        let quotient = (&self.numerator).div_euclid(self.denominator.as_ibig());
        i64::try_from(quotient).ok()
    }

    /// The absolute value.
    pub fn abs(&self) -> Self {
        Self {
            numerator: (&self.numerator).abs(),
            denominator: self.denominator.clone(),
        }
    }

    /// numerator / denominator in lowest terms.
    fn reduced(numerator: IBig, denominator: UBig) -> Self {
        let common = binary::gcd(&numerator, &denominator);
        Self {
            numerator: binary::quotient(&numerator, &common),
            denominator: denominator / common,
        }
    }

    /// A fraction in lowest terms, rounded if it is too long.
    fn bounded(numerator: IBig, denominator: UBig) -> Self {
        let long = numerator.bit_len() > MAX_BITS || denominator.bit_len() > MAX_BITS;
        let value = Self {
            numerator,
            denominator,
        };
        if long {
            value.round_to_bits(ROUNDED_BITS)
        } else {
            value
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions() {
        assert!(Rational::zero().is_zero() && Rational::one().is_one() && !Rational::new(3, -3).is_one());
        assert!(Rational::new(-1, 2).is_negative() && !Rational::new(0, -2).is_negative());
        assert!(Rational::new(6, 3).is_integer() && !Rational::new(1, 2).is_integer());
        assert_eq!(Rational::new(1, 2).to_i64(), None);
        assert_eq!(Rational::new(-7, 2).abs(), Rational::new(7, 2));
        assert_eq!(Rational::new(-7, 2).floor(), Some(-4));
        assert_eq!(Rational::from_decimal("1e30").unwrap().floor(), None);
    }
}
