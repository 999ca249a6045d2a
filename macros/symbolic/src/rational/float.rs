//! Between rational numbers and binary floats.

use std::cmp::Ordering;

use dashu_int::ops::{BitTest, PowerOfTwo, UnsignedAbs};
use dashu_int::{IBig, Sign, UBig};

use super::Rational;
use super::binary::div_rem;

/// The binary exponent of the smallest subnormal number.
const MIN_ULP: i64 = -1074;
/// The binary exponent of the last place of the largest numbers.
const MAX_ULP: i64 = 971;

/// More than two floats have, and fewer than numbers that are approximated have.
const PART_BITS: u32 = 140;

impl Rational {
    /// The exact value of the float; `None` if it is infinite or NaN.
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, ulp) = match (bits >> 52 & 0x7ff).cast_signed() {
            0 => (fraction, MIN_ULP),
            exponent => (fraction | 1 << 52, exponent - 1075),
        };
        let sign = if value < 0.0 {
            Sign::Negative
        } else {
            Sign::Positive
        };
        Some(Self::scaled(IBig::from_parts(sign, mantissa.into()), ulp))
    }

    /// The nearest float, ties to even; infinity beyond the largest one.
    ///
    /// ```
    /// use extremal_symbolic::Rational;
    ///
    /// assert_eq!(Rational::new(1, 10).to_f64(), 0.1);
    /// assert_eq!(Rational::from_decimal("1e400").unwrap().to_f64(), f64::INFINITY);
    /// ```
    pub fn to_f64(&self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        let ulp = (self.exponent() - 52).max(MIN_ULP);
        let magnitude = if ulp > MAX_ULP {
            f64::INFINITY
        } else {
            let mantissa = u64::try_from(self.mantissa(ulp)).expect("a mantissa has 53 bits");
            mantissa as f64 * power_of_two(ulp) // exact, or beyond the largest float
        };
        if self.is_negative() { -magnitude } else { magnitude }
    }

    /// The nearest float, and the float nearest to what it lacks, which is zero if there is none: 106 bits or more.
    ///
    /// ```
    /// use extremal_symbolic::Rational;
    ///
    /// let (high, low) = Rational::new(1, 3).to_parts();
    /// assert_eq!((high, low), (1.0 / 3.0, 2.0_f64.powi(-54) / 3.0));
    /// assert_eq!(Rational::new(3, 4).to_parts(), (0.75, 0.0));
    /// ```
    pub fn to_parts(&self) -> (f64, f64) {
        let high = self.to_f64();
        // Approximations of simple numbers to 160 bits have no second part.
        let rounded = self.round_to_bits(PART_BITS);
        let low = Self::from_f64(high).map_or(0.0, |high| (&rounded - &high).to_f64());
        (high, low)
    }

    /// The nearest number with a mantissa of `bits` bits (at least one), ties to even.
    ///
    /// ```
    /// use extremal_symbolic::Rational;
    ///
    /// assert_eq!(Rational::new(1, 3).round_to_bits(4), Rational::new(11, 32));
    /// ```
    pub fn round_to_bits(&self, bits: u32) -> Self {
        let bits = bits.max(1);
        if self.is_zero() || self.denominator.is_power_of_two() && self.numerator.bit_len() <= bits as usize {
            return self.clone();
        }
        let ulp = self.exponent() + 1 - i64::from(bits);
        Self::scaled(IBig::from_parts(self.numerator.sign(), self.mantissa(ulp)), ulp)
    }

    /// ⌊log₂ |self|⌋ for a non-zero number.
    pub(super) fn exponent(&self) -> i64 {
        let guess = length(self.numerator.bit_len()) - length(self.denominator.bit_len());
        if self.denominator.is_power_of_two() {
            return guess;
        }
        let (numerator, denominator) = self.divided_by_power_of_two(guess);
        if numerator < denominator { guess - 1 } else { guess }
    }

    /// |self| / 2^ulp, rounded to the nearest natural number, ties to even.
    fn mantissa(&self, ulp: i64) -> UBig {
        let (numerator, denominator) = self.divided_by_power_of_two(ulp);
        let (quotient, remainder) = div_rem(numerator, &denominator);
        match (remainder << 1).cmp(&denominator) {
            Ordering::Equal if !quotient.bit(0) => quotient,
            Ordering::Less => quotient,
            Ordering::Equal | Ordering::Greater => quotient + 1_u8,
        }
    }

    /// Numerator and denominator of |self| / 2^exponent, not reduced.
    fn divided_by_power_of_two(&self, exponent: i64) -> (UBig, UBig) {
        let numerator = (&self.numerator).unsigned_abs();
        let shift = magnitude(exponent);
        if exponent < 0 {
            (numerator << shift, self.denominator.clone())
        } else {
            (numerator, &self.denominator << shift)
        }
    }

    /// mantissa · 2^ulp.
    fn scaled(mantissa: IBig, ulp: i64) -> Self {
        let shift = magnitude(ulp);
        if ulp >= 0 {
            return Self::whole(mantissa << shift);
        }
        let common = mantissa.trailing_zeros().unwrap_or(shift).min(shift);
        Self {
            numerator: mantissa >> common,
            denominator: UBig::ONE << (shift - common),
        }
    }
}

fn length(bits: usize) -> i64 {
    i64::try_from(bits).expect("a number in memory has fewer than 2^63 bits")
}

fn magnitude(exponent: i64) -> usize {
    usize::try_from(exponent.unsigned_abs()).expect("exponents are lengths of numbers in memory")
}

/// 2^exponent for an exponent of the last place, from −1074 to 971.
fn power_of_two(exponent: i64) -> f64 {
    let bits = if exponent < -1022 {
        1 << (exponent - MIN_ULP)
    } else {
        (exponent + 1023) << 52
    };
    f64::from_bits(bits.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rational::random::Lcg;

    /// Rust's parser and ours read the same float.
    fn check(text: &str) {
        let expected: f64 = text.parse().unwrap();
        let value = Rational::from_decimal(text).unwrap();
        assert_eq!(value.to_f64().to_bits(), expected.to_bits(), "{text}");
        assert_eq!((-value).to_f64(), -expected, "-{text}");
    }

    #[test]
    fn literals_round_as_the_compiler_rounds_them() {
        let plain =
            "1 2 0.1 0.3 1e3 9.81 6.67430e-11 1.602176634e-19 123456789012345678901234567890 5e-324 4.9e-324";
        let edges = "2.4703282292062327e-324 2.4703282292062328e-324 2.5e-324 1e-400 1e308 1.7976931348623157e308 \
                     1.7976931348623158e308 1.7976931348623159e308 1e309 1e5000 2.2250738585072014e-308 \
                     2.2250738585072011e-308 2.2250738585072009e-308 8.988465674311579e307";
        let ties = "9007199254740993 9007199254740995 9007199254740993.0000000000000000000001 4503599627370496.5 \
                    4503599627370497.5 1.00000000000000011102230246251565404236316680908203125 \
                    1.00000000000000033306690738754696212708950042724609375 0.500000000000000166533453693773481063544750213623046875";
        for text in [plain, edges, ties]
            .iter()
            .flat_map(|list| list.split_whitespace())
        {
            check(text);
        }
    }

    /// Numbers exactly between neighbouring floats of all magnitudes, and slightly to either side.
    #[test]
    fn ties_go_to_even() {
        let mut random = Lcg(21);
        let nudge = Rational::from_decimal("1e-1200").unwrap();
        for _ in 0..400 {
            let low = f64::from_bits(random.next_u64() >> 1);
            let high = low.next_up();
            if !high.is_finite() {
                continue;
            }
            let [a, b] = [low, high].map(|x| Rational::from_f64(x).unwrap());
            let middle = &(&a + &b) * &Rational::new(1, 2);
            let even = if low.to_bits() & 1 == 0 { low } else { high };
            assert_eq!(middle.to_f64(), even);
            assert_eq!(Rational::reduced_sum(&middle, &nudge).to_f64(), high);
            assert_eq!(Rational::reduced_sum(&middle, &-&nudge).to_f64(), low);
        }
        let smallest = Rational::from_f64(f64::from_bits(1)).unwrap();
        assert_eq!((&smallest * &Rational::new(1, 2)).to_f64(), 0.0);
        assert_eq!((&smallest * &Rational::new(3, 2)).to_f64().to_bits(), 2);
    }

    impl Rational {
        /// A sum that is never rounded.
        fn reduced_sum(a: &Self, b: &Self) -> Self {
            let numerator = &a.numerator * &b.denominator + &b.numerator * &a.denominator;
            Self::reduced(numerator, &a.denominator * &b.denominator)
        }
    }

    #[test]
    fn random_literals_round_as_the_compiler_rounds_them() {
        let mut random = Lcg(22);
        for _ in 0..2000 {
            let digits = random.next_u128();
            let exponent = i64::try_from(random.next_u64() % 720).unwrap() - 380;
            check(&format!("{digits}e{exponent}"));
            let float = f64::from_bits(random.next_u64());
            if float.is_finite() {
                check(&format!("{:e}", float.abs()));
            }
        }
    }

    #[test]
    fn floats_come_back() {
        let mut random = Lcg(23);
        for _ in 0..2000 {
            let float = f64::from_bits(random.next_u64());
            let subnormal = f64::from_bits(random.next_u64() >> 12);
            for value in [float, subnormal].into_iter().filter(|value| value.is_finite()) {
                assert_eq!(Rational::from_f64(value).unwrap().to_f64(), value);
            }
        }
        assert_eq!(Rational::from_f64(0.75), Some(Rational::new(3, 4)));
        assert_eq!(Rational::from_f64(-0.0), Some(Rational::zero()));
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Rational::from_f64(value), None);
        }
    }

    #[test]
    fn rounding_to_53_bits_is_that_of_floats() {
        let mut random = Lcg(24);
        for _ in 0..500 {
            let [numerator, denominator] = [0; 2].map(|_| random.next_u128().max(1));
            let value = Rational::reduced(numerator.into(), denominator.into());
            assert_eq!(Some(value.round_to_bits(53)), Rational::from_f64(value.to_f64()));
        }
        assert_eq!(Rational::new(-7, 1).round_to_bits(2), Rational::from_integer(-8));
        assert_eq!(Rational::new(-5, 1).round_to_bits(2), Rational::from_integer(-4));
        assert_eq!(Rational::new(2, 3).round_to_bits(0), Rational::new(1, 2));
    }
}
