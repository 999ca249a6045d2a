//! Simpler numbers nearby, and exact roots.

use dashu_int::ops::{DivRem, SquareRootRem};
use dashu_int::{IBig, UBig};

use super::Rational;

/// Numbers are near an integer if they differ by less.
const NEAR: f64 = 1e-9;
/// Small multiples are by at most this, and give integers below the other number.
const MULTIPLE: u8 = 12;
const LARGEST: f64 = 1e6;

impl Rational {
    /// A small multiple of a vector whose components are integers, if there is one near.
    ///
    /// ```
    /// use extremal_symbolic::Rational;
    ///
    /// assert_eq!(Rational::small_multiple(&[-0.75, 0.5, 1.0]), Some(vec![-3, 2, 4]));
    /// assert_eq!(Rational::small_multiple(&[0.618_033_988_7, 1.0]), None);
    /// assert_eq!(Rational::small_multiple(&[1e9]), None);
    /// ```
    pub fn small_multiple(vector: &[f64]) -> Option<Vec<i64>> {
        (1..=MULTIPLE).find_map(|multiple| {
            let scaled = vector.iter().map(|x| x * f64::from(multiple));
            let integers = scaled.map(|x| {
                let near = x.round();
                let is_near = (x - near).abs() < NEAR && near.abs() < LARGEST;
                Self::from_f64(near).filter(|_| is_near)?.to_i64()
            });
            integers.collect()
        })
    }

    /// The square root, if it is rational.
    ///
    /// ```
    /// use extremal_symbolic::Rational;
    ///
    /// assert_eq!(Rational::new(9, 4).sqrt_exact(), Some(Rational::new(3, 2)));
    /// assert_eq!(Rational::from_integer(2).sqrt_exact(), None);
    /// ```
    pub fn sqrt_exact(&self) -> Option<Self> {
        let numerator = exact_square_root(self.numerator.as_ubig()?)?;
        Some(Self {
            numerator: numerator.into(),
            denominator: exact_square_root(&self.denominator)?,
        })
    }

    /// The first convergent of the continued fraction that lies within 2^−`tolerance_bits` of this number; `None` if its
    /// denominator exceeds `max_denominator`.
    ///
    /// ```
    /// use extremal_symbolic::Rational;
    ///
    /// let nearly = Rational::from_f64(0.1).unwrap();
    /// assert_eq!(nearly.simplest_within(50, 1000), Some(Rational::new(1, 10)));
    /// assert_eq!(Rational::from_f64(2_f64.sqrt()).unwrap().simplest_within(50, 1000), None);
    /// ```
    pub fn simplest_within(&self, tolerance_bits: u32, max_denominator: u64) -> Option<Self> {
        let (sign, mut a) = self.numerator.clone().into_parts();
        let mut b = self.denominator.clone();
        let (mut before, mut last) = ((UBig::ZERO, UBig::ONE), (UBig::ONE, UBig::ZERO));
        loop {
            let (quotient, remainder) = a.div_rem(&b);
            let next = (&quotient * &last.0 + before.0, &quotient * &last.1 + before.1);
            if next.1 > UBig::from(max_denominator) {
                return None;
            }
            // Euclid's remainder is |numerator · q − denominator · p| of the convergent p/q.
            if &remainder << tolerance_bits as usize <= &self.denominator * &next.1 {
                return Some(Self {
                    numerator: IBig::from_parts(sign, next.0),
                    denominator: next.1,
                });
            }
            (before, last) = (last, next);
            (a, b) = (b, remainder);
        }
    }
}

fn exact_square_root(square: &UBig) -> Option<UBig> {
    let (root, rest) = square.sqrt_rem();
    rest.is_zero().then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rational::random::Lcg;

    #[test]
    fn squares_have_roots_and_their_neighbours_none() {
        let mut random = Lcg(31);
        for _ in 0..200 {
            let root = Rational::reduced(random.next_natural(8).into(), (random.next_u64() | 1).into());
            let square = &root * &root;
            assert_eq!(square.sqrt_exact(), Some(root.clone()));
            let neighbour = &square + &square.denominator_step();
            assert!(neighbour.sqrt_exact().is_none() || root.is_zero());
        }
        assert_eq!(Rational::from_integer(-4).sqrt_exact(), None);
        assert_eq!(Rational::zero().sqrt_exact(), Some(Rational::zero()));
    }

    impl Rational {
        /// One unit of the numerator.
        fn denominator_step(&self) -> Self {
            Self {
                numerator: IBig::ONE,
                denominator: self.denominator.clone(),
            }
        }
    }

    #[test]
    fn small_fractions_are_found_again() {
        let mut random = Lcg(32);
        for _ in 0..500 {
            let numerator = i64::try_from(random.next_u64() % 100_000).unwrap() - 50_000;
            let fraction = Rational::new(numerator, i64::try_from(1 + random.next_u64() % 5000).unwrap());
            assert_eq!(
                fraction.round_to_bits(180).simplest_within(150, 5000),
                Some(fraction.clone())
            );
            assert_eq!(fraction.simplest_within(150, 5000), Some(fraction));
        }
    }

    #[test]
    fn what_is_not_near_a_small_fraction_is_left_alone() {
        let third = Rational::new(1, 3);
        let off = &third + &Rational::new(1, 2).pow(90).unwrap();
        assert_eq!(off.simplest_within(80, 100), Some(third));
        assert_eq!(off.simplest_within(100, 100), None);
        assert_eq!(
            Rational::new(-1, 1000).simplest_within(5, 10),
            Some(Rational::zero())
        );
        assert_eq!(Rational::new(1, 3).simplest_within(10, 2), None);
    }
}
