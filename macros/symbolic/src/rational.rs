//! Rational numbers, exact unless they become extremely long.

use crate::natural::Natural;

mod approximation;
mod arithmetic;
mod decimal;
mod float;
mod small;

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
    negative: bool, // never of zero
    numerator: Natural,
    denominator: Natural,
}

impl Rational {
    /// 0.
    pub fn zero() -> Self {
        Self {
            negative: false,
            numerator: Natural::zero(),
            denominator: Natural::one(),
        }
    }

    /// 1.
    pub fn one() -> Self {
        Self::from_integer(1)
    }

    /// An integer.
    pub fn from_integer(value: i64) -> Self {
        let numerator = Natural::from_u64(value.unsigned_abs());
        Self {
            negative: value < 0,
            numerator,
            denominator: Natural::one(),
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
        let negative = (numerator < 0) != (denominator < 0);
        let [numerator, denominator] = [numerator, denominator].map(|n| Natural::from_u64(n.unsigned_abs()));
        Self::reduced(negative, &numerator, &denominator)
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether this is 1.
    pub fn is_one(&self) -> bool {
        !self.negative && self.numerator.is_one() && self.denominator.is_one()
    }

    /// Whether this is below 0.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether the denominator is 1.
    pub fn is_integer(&self) -> bool {
        self.denominator.is_one()
    }

    /// This number as an integer, if it is one and fits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.is_integer() {
            signed(self.negative, &self.numerator)
        } else {
            None
        }
    }

    /// The largest integer at most this number, if it fits.
    pub fn floor(&self) -> Option<i64> {
        let (quotient, remainder) = self.numerator.divrem(&self.denominator);
        if self.negative && !remainder.is_zero() {
            signed(true, &(&quotient + &Natural::one()))
        } else {
            signed(self.negative, &quotient)
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Self {
        Self {
            negative: false,
            ..self.clone()
        }
    }

    /// numerator / denominator in lowest terms.
    fn reduced(negative: bool, numerator: &Natural, denominator: &Natural) -> Self {
        let common = numerator.gcd(denominator);
        Self {
            negative: negative && !numerator.is_zero(),
            numerator: numerator.divided_by(&common),
            denominator: denominator.divided_by(&common),
        }
    }

    /// A fraction in lowest terms, rounded if it is too long.
    fn bounded(negative: bool, numerator: Natural, denominator: Natural) -> Self {
        let long = numerator.bit_length() > MAX_BITS || denominator.bit_length() > MAX_BITS;
        let value = Self {
            negative: negative && !numerator.is_zero(),
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

/// ±magnitude, if it fits.
fn signed(negative: bool, magnitude: &Natural) -> Option<i64> {
    let magnitude = i128::from(magnitude.to_u64()?);
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
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
