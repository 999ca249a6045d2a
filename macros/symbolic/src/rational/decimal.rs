//! Rational numbers as text: parsing of literals, and display.

use std::fmt;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};

use super::Rational;

/// Larger exponents are refused, because the numbers would exhaust the compiler's memory.
const MAX_DECIMAL_EXPONENT: i64 = 5000;
/// The number of digits up to which a number is readable.
const READABLE_DIGITS: usize = 20;
const READABLE_PLACES: u32 = 9;
/// Fractions longer than `123/456` are no easier to read than decimals.
const FRACTION_LENGTH: usize = 7;

impl Rational {
    /// The exact number that the digits of a Rust literal write, without a suffix: `6.67430e-11`, `1_000.5`, `2`,
    /// `1e3`; a minus sign may precede.
    ///
    /// `None` if the text is not such a literal, or if its exponent is beyond ±5000.
    ///
    /// ```
    /// use extremal_symbolic::Rational;
    ///
    /// assert_eq!(Rational::from_decimal("1_000.5"), Some(Rational::new(2001, 2)));
    /// assert_eq!(Rational::from_decimal("1e9999999999"), None);
    /// ```
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if !whole.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let fraction = fraction.replace('_', "");
        let digits = whole.replace('_', "") + &fraction;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits: IBig = digits.parse().ok()?;
        let numerator = if negative { -digits } else { digits };
        let power = exponent - i64::try_from(fraction.len()).ok()?;
        let scale = UBig::from(10_u8).pow(usize::try_from(power.unsigned_abs()).ok()?);
        Some(if power < 0 {
            Self::reduced(numerator, scale)
        } else {
            Self::whole(numerator * scale)
        })
    }

    /// The magnitude in decimal places, if a few suffice.
    fn places(&self) -> Option<String> {
        let denominator = u64::try_from(&self.denominator).ok()?;
        let places = (1..=READABLE_PLACES).find(|&k| 10_u64.pow(k).is_multiple_of(denominator))?;
        let digits = (&self.numerator).unsigned_abs() * (10_u64.pow(places) / denominator);
        let places = places as usize;
        let digits = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        Some(format!("{whole}.{fraction}"))
    }
}

fn exponent_of(text: &str) -> Option<i64> {
    let exponent: i64 = text.replace('_', "").parse().ok()?;
    (exponent.abs() <= MAX_DECIMAL_EXPONENT).then_some(exponent)
}

/// Shows an integer, or else a decimal with few places or a fraction with few digits, whichever is shorter, or else a
/// fraction. A number with more than 20 digits is shown as its nearest float.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let fraction = format!("{:?}", self.abs());
        let shortest = match self.places() {
            _ if self.is_integer() => fraction,
            Some(decimal) if decimal.len() <= fraction.len() || fraction.len() > FRACTION_LENGTH => decimal,
            _ => fraction,
        };
        if shortest.len() > READABLE_DIGITS + 1 {
            write!(f, "{:?}", self.to_f64())
        } else {
            write!(f, "{sign}{shortest}")
        }
    }
}

/// The exact fraction.
impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.is_integer() {
            Ok(())
        } else {
            write!(f, "/{}", self.denominator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_exactly() {
        let check = |text, numerator, denominator| {
            assert_eq!(
                Rational::from_decimal(text),
                Some(Rational::new(numerator, denominator)),
                "{text}"
            );
        };
        check("2", 2, 1);
        check("2.", 2, 1);
        check("-0", 0, 1);
        check("1e3", 1000, 1);
        check("1E+3", 1000, 1);
        check("1_000.5", 2001, 2);
        check("1_0.2_5e-0_1_", 41, 40);
        check("0.05", 1, 20);
        check("-9.81", -981, 100);
        check("6.67430e-11", 66_743, 1_000_000_000_000_000);
        check("100e-2", 1, 1);
    }

    #[test]
    fn what_is_no_literal_is_refused() {
        let texts = "a 1a 1.2.3 . .5 _1 +1 --1 1e 1e+ 1ee2 e5 0x10 1f64 1.-5 1e5.0 NaN inf 1e5001 1e-5001 1e99999999999999999999";
        for text in texts.split(' ').chain([""]) {
            assert_eq!(Rational::from_decimal(text), None, "{text:?}");
        }
    }

    #[test]
    fn numbers_are_shown_briefly() {
        let check = |text: &str, shown| assert_eq!(Rational::from_decimal(text).unwrap().to_string(), shown);
        check("0", "0");
        check("-2", "-2");
        check("0.75", "3/4");
        check("-0.5", "-0.5");
        check("0.05", "0.05");
        check("9.81", "9.81");
        check("12345678.25", "12345678.25");
        check("6.6743e-11", "6.6743e-11");
        check("-1e25", "-1e25");
        check("12345678901234567890", "12345678901234567890");
        assert_eq!(Rational::new(-22, 7).to_string(), "-22/7");
        assert_eq!(
            Rational::new(1, 3).pow(40).unwrap().to_string(),
            "8.225263339969959e-20"
        );
        assert_eq!(format!("{:?}", Rational::new(-1, 20)), "-1/20");
    }
}
