//! Sums, products, quotients, powers and the order of rational numbers.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::IBig;
use dashu_int::ops::{Gcd, UnsignedAbs};

use super::Rational;
use super::binary::{gcd, quotient};

/// Powers beyond 2^±`MAX_EXPONENT` are refused: they are far beyond the range of floats and would exhaust memory.
const MAX_EXPONENT: u64 = 1 << 16;

impl Rational {
    /// 1 / self; `None` for zero.
    pub fn recip(&self) -> Option<Self> {
        if self.is_zero() {
            return None;
        }
        let (sign, denominator) = self.numerator.clone().into_parts();
        Some(Self {
            numerator: IBig::from_parts(sign, self.denominator.clone()),
            denominator,
        })
    }

    /// self / divisor; `None` if the divisor is zero.
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        Some(self * &divisor.recip()?)
    }

    /// The largest number of which both are integer multiples; with zero it is the magnitude of the other number.
    pub(crate) fn gcd(&self, other: &Self) -> Self {
        let (b, d) = (&self.denominator, &other.denominator);
        Self {
            numerator: (&self.numerator).gcd(&other.numerator).into(),
            denominator: b * (d / b.gcd(d)),
        }
    }

    /// Numerator and denominator if each has 31 bits, so that most sums and products are of machine integers.
    fn short(&self) -> Option<[i64; 2]> {
        let numerator = i32::try_from(&self.numerator).ok()?;
        Some([numerator.into(), i32::try_from(&self.denominator).ok()?.into()])
    }

    /// self to an integer power; 0⁰ is 1.
    ///
    /// `None` for a negative power of zero, and if the result is beyond 2^±65536.
    pub fn pow(&self, exponent: i32) -> Option<Self> {
        let base = if exponent < 0 { self.recip()? } else { self.clone() };
        let exponent = exponent.unsigned_abs();
        let mut power = Self::one();
        for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
            power = &power * &power;
            if exponent >> bit & 1 == 1 {
                power = &power * &base;
            }
            if !power.is_zero() && power.exponent().unsigned_abs() > MAX_EXPONENT {
                return None;
            }
        }
        Some(power)
    }
}

impl Add for &Rational {
    type Output = Rational;

    /// Over the least common denominator (Knuth, The Art of Computer Programming 2, §4.5.1).
    fn add(self, other: Self) -> Rational {
        if let (Some([a, b]), Some([c, d])) = (self.short(), other.short()) {
            return Rational::new(a * d + c * b, b * d);
        }
        let common = gcd(self.denominator.as_ibig(), &other.denominator);
        let [own, others] = [self, other].map(|x| quotient(x.denominator.as_ibig(), &common));
        let numerator = &self.numerator * others + &other.numerator * &own;
        let left = gcd(&numerator, &common);
        let denominator = own * quotient(other.denominator.as_ibig(), &left);
        Rational::bounded(quotient(&numerator, &left), denominator.unsigned_abs())
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: Self) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;

    /// Reduced crosswise before the products are formed.
    fn mul(self, other: Self) -> Rational {
        if let (Some([a, b]), Some([c, d])) = (self.short(), other.short()) {
            return Rational::new(a * c, b * d);
        }
        let a = gcd(&self.numerator, &other.denominator);
        let b = gcd(&other.numerator, &self.denominator);
        let numerator = quotient(&self.numerator, &a) * quotient(&other.numerator, &b);
        let denominator =
            quotient(self.denominator.as_ibig(), &b) * quotient(other.denominator.as_ibig(), &a);
        Rational::bounded(numerator, denominator.unsigned_abs())
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        -self.clone()
    }
}

impl Neg for Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        Rational {
            numerator: -self.numerator,
            ..self
        }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::ops::{BitTest, PowerOfTwo};

    use super::*;
    use crate::rational::random::Lcg;

    fn rational(text: &str) -> Rational {
        Rational::from_decimal(text).unwrap()
    }

    /// A fraction of up to `limbs` limbs.
    fn random_rational(random: &mut Lcg, limbs: u64) -> Rational {
        let numerator = random.next_integer(limbs);
        let denominator = random.next_natural(limbs) + 1_u8;
        Rational::reduced(numerator, denominator)
    }

    #[test]
    fn small_arithmetic_agrees_with_i128() {
        let mut random = Lcg(11);
        let mut next = || (random.next_u64().cast_signed() >> 48) >> (random.next_u64() % 16);
        for _ in 0..4000 {
            let (a, b, c, d) = (next(), next().abs() | 1, next(), next().abs() | 1);
            let (x, y) = (Rational::new(a, b), Rational::new(c, d));
            assert_eq!(&x + &y, Rational::new(a * d + c * b, b * d));
            assert_eq!(&x - &y, Rational::new(a * d - c * b, b * d));
            assert_eq!(&x * &y, Rational::new(a * c, b * d));
            assert_eq!(x.checked_div(&y), (c != 0).then(|| Rational::new(a * d, b * c)));
            assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
            assert_eq!(x.floor(), Some(a.div_euclid(b)));
        }
    }

    #[test]
    fn long_arithmetic_obeys_the_field_axioms() {
        let mut random = Lcg(12);
        for round in 0..400 {
            let [a, b, c] = [0; 3].map(|_| random_rational(&mut random, 1 + round % 12));
            assert_eq!(&a + &b, &b + &a);
            assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
            assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
            assert_eq!(&(&a + &b) * &c, &(&a * &c) + &(&b * &c));
            assert_eq!(&(&a - &b) + &b, a);
            assert!((&a - &a).is_zero() && !(&a - &a).is_negative());
            assert_eq!(a.cmp(&b) == Ordering::Less, (&a - &b).is_negative());
            if let Some(quotient) = a.checked_div(&b) {
                assert_eq!(&quotient * &b, a);
            }
        }
    }

    /// At the limit between the fast path and the general one, both agree.
    #[test]
    fn sums_and_products_are_right_at_the_edge_of_the_quick_path() {
        let edges = [
            i64::MAX,
            i64::MAX - 1,
            i64::MIN,
            i64::MIN + 1,
            1 << 62,
            (1 << 62) - 1,
            1,
            -1,
            3,
        ];
        for a in edges {
            for b in edges {
                let sum = i128::from(a) + i128::from(b);
                let expected = rational(&sum.to_string());
                assert_eq!(&Rational::from_integer(a) + &Rational::from_integer(b), expected);
                let product = rational(&(i128::from(a) * i128::from(b)).to_string());
                assert_eq!(&Rational::from_integer(a) * &Rational::from_integer(b), product);
                let fraction = Rational::new(a, b);
                assert_eq!(&fraction * &Rational::from_integer(b), Rational::from_integer(a));
                assert_eq!(&(&fraction + &fraction) - &fraction, fraction);
            }
            assert_eq!(Rational::from_integer(a).to_i64(), Some(a));
        }
        assert_eq!((-Rational::from_integer(i64::MIN)).to_i64(), None);
    }

    #[test]
    fn long_results_are_rounded() {
        let base = Rational::new(1_000_000_007, 998_244_353);
        let power = base.pow(1000).unwrap();
        assert!(power.numerator.bit_len() <= 321 && power.denominator.is_power_of_two());
        let back = power.checked_div(&base.pow(999).unwrap()).unwrap();
        let error = (&back.checked_div(&base).unwrap() - &Rational::one()).abs();
        assert!(error < Rational::new(1, 2).pow(300).unwrap());
    }

    #[test]
    fn powers() {
        assert_eq!(Rational::new(-2, 3).pow(-3), Some(Rational::new(-27, 8)));
        assert_eq!(Rational::zero().pow(0), Some(Rational::one()));
        assert_eq!(Rational::zero().pow(5), Some(Rational::zero()));
        assert_eq!(Rational::zero().pow(-1), None);
        assert_eq!(Rational::from_integer(2).pow(i32::MAX), None);
        assert_eq!(Rational::new(1, 3).pow(i32::MAX), None);
        assert_eq!(Rational::from_integer(-1).pow(i32::MIN), Some(Rational::one()));
    }
}
