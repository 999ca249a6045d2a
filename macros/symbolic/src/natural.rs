//! Natural numbers of any size, in limbs of 32 bits. Signs and fractions are in `rational`.
//!
//! `num-bigint` 0.4 behind the same functions derives the same code, but is slower, most of all where users derive without
//! optimisation: its greatest common divisor is binary, and nodes of quadrature are fractions of hundreds of bits. Measured
//! without and with optimisation:
//!
//! | derivation | these numbers | `num-bigint` |
//! | --- | --- | --- |
//! | `pendulum` | 0.42 s, 0.08 s | 1.24 s, 0.11 s |
//! | `double_pendulum` | 3.2 s, 0.54 s | 5.7 s, 0.73 s |
//! | `robot_arm` by `Livens` | 10.7 s, 2.3 s | 11.3 s, 2.2 s |
//!
//! With it in the tree, beside these numbers, a fresh debug build of the pendulum took 5 to 10 s of processor time more, of
//! 60 s: `num-traits` and `num-integer` are built a second time.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Shl, Shr, Sub};

mod decimal;
mod division;

pub(crate) use division::gcd_u64;

const LIMB_BITS: usize = 32;

/// A natural number: the lowest limb first, and the last limb never zero, so that equal numbers are equal vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Natural(Vec<u32>);

impl Natural {
    pub(crate) fn zero() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn one() -> Self {
        Self(vec![1])
    }

    pub(crate) fn from_u64(value: u64) -> Self {
        match (low(value), high(value)) {
            (0, 0) => Self::zero(),
            (limb, 0) => Self(vec![limb]),
            (limb, top) => Self(vec![limb, top]),
        }
    }

    pub(crate) fn from_u128(value: u128) -> Self {
        let mut limbs = Vec::with_capacity(4);
        let mut rest = value;
        while rest != 0 {
            limbs.push((rest & 0xffff_ffff) as u32);
            rest >>= LIMB_BITS;
        }
        Self(limbs)
    }

    /// 2 to the power `exponent`.
    pub(crate) fn power_of_two(exponent: usize) -> Self {
        let mut limbs = vec![0; exponent / LIMB_BITS];
        limbs.push(1 << (exponent % LIMB_BITS));
        Self(limbs)
    }

    pub(crate) fn to_u64(&self) -> Option<u64> {
        match *self.0.as_slice() {
            [] => Some(0),
            [limb] => Some(u64::from(limb)),
            [limb, top] => Some(join(top, limb)),
            _ => None,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn is_one(&self) -> bool {
        matches!(*self.0.as_slice(), [1])
    }

    pub(crate) fn is_even(&self) -> bool {
        self.0.first().is_none_or(|limb| limb & 1 == 0)
    }

    pub(crate) fn is_power_of_two(&self) -> bool {
        match self.0.split_last() {
            Some((top, rest)) => top.is_power_of_two() && rest.iter().all(|&limb| limb == 0),
            None => false,
        }
    }

    /// The number of binary digits; 0 for zero.
    pub(crate) fn bit_length(&self) -> usize {
        match self.0.last() {
            Some(top) => self.0.len() * LIMB_BITS - top.leading_zeros() as usize,
            None => 0,
        }
    }

    /// The exponent of 2 in this number; 0 for zero.
    pub(crate) fn trailing_zeros(&self) -> usize {
        match self.0.iter().position(|&limb| limb != 0) {
            Some(index) => index * LIMB_BITS + self.0[index].trailing_zeros() as usize,
            None => 0,
        }
    }

    /// |self − other|, and how the two compare.
    pub(crate) fn difference(&self, other: &Self) -> (Ordering, Self) {
        match self.cmp(other) {
            Ordering::Less => (Ordering::Less, other - self),
            Ordering::Equal => (Ordering::Equal, Self::zero()),
            Ordering::Greater => (Ordering::Greater, self - other),
        }
    }

    pub(crate) fn pow(&self, exponent: u32) -> Self {
        let mut power = Self::one();
        for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
            power = &power * &power;
            if exponent >> bit & 1 == 1 {
                power = &power * self;
            }
        }
        power
    }

    fn trimmed(mut limbs: Vec<u32>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self(limbs)
    }

    /// self ← self · factor + addend.
    fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = low(carry);
            carry >>= LIMB_BITS;
        }
        if carry != 0 {
            self.0.push(low(carry));
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Natural {
    type Output = Natural;

    fn add(self, other: Self) -> Natural {
        let (long, short) = if self.0.len() < other.0.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut limbs = Vec::with_capacity(long.0.len() + 1);
        limbs.extend_from_slice(&long.0);
        let mut carry = 0;
        let mut i = 0;
        while i < limbs.len() && (i < short.0.len() || carry != 0) {
            carry += u64::from(limbs[i]) + short.0.get(i).map_or(0, |&limb| u64::from(limb));
            limbs[i] = low(carry);
            carry >>= LIMB_BITS;
            i += 1;
        }
        if carry != 0 {
            limbs.push(low(carry));
        }
        Natural(limbs)
    }
}

impl Sub for &Natural {
    type Output = Natural;

    /// Requires that `other` is at most `self`.
    fn sub(self, other: Self) -> Natural {
        let mut limbs = self.0.clone();
        let mut borrow = false;
        let mut i = 0;
        while i < other.0.len() || borrow {
            let subtrahend = other.0.get(i).copied().unwrap_or(0);
            let (partial, under) = limbs[i].overflowing_sub(subtrahend);
            let (limb, under_again) = partial.overflowing_sub(u32::from(borrow));
            limbs[i] = limb;
            borrow = under || under_again;
            i += 1;
        }
        Natural::trimmed(limbs)
    }
}

impl Mul for &Natural {
    type Output = Natural;

    /// Schoolbook multiplication, because the numbers have a few dozen limbs only.
    fn mul(self, other: Self) -> Natural {
        if self.is_zero() || other.is_zero() {
            return Natural::zero();
        }
        if self.is_one() {
            return other.clone();
        }
        if other.is_one() {
            return self.clone();
        }
        let (a, b) = (self.0.as_slice(), other.0.as_slice());
        let mut limbs = vec![0; a.len() + b.len()];
        let mut i = 0;
        while i < a.len() {
            limbs[i + b.len()] = add_multiple(&mut limbs[i..i + b.len()], b, a[i]);
            i += 1;
        }
        Natural::trimmed(limbs)
    }
}

/// sum ← sum + factor · b, for equal lengths; returns the limb carried out.
fn add_multiple(sum: &mut [u32], b: &[u32], factor: u32) -> u32 {
    let factor = u64::from(factor);
    let mut carry = 0;
    let mut i = 0;
    while i < b.len() {
        carry += factor * b[i] as u64 + sum[i] as u64;
        sum[i] = low(carry);
        carry >>= LIMB_BITS;
        i += 1;
    }
    low(carry)
}

impl Shl<usize> for &Natural {
    type Output = Natural;

    fn shl(self, bits: usize) -> Natural {
        if self.is_zero() || bits == 0 {
            return self.clone();
        }
        let (whole, part) = (bits / LIMB_BITS, bits % LIMB_BITS);
        let mut limbs = Vec::with_capacity(self.0.len() + whole + 1);
        limbs.resize(whole, 0);
        let mut carry = 0;
        for &limb in &self.0 {
            let wide = u64::from(limb) << part | carry;
            limbs.push(low(wide));
            carry = wide >> LIMB_BITS;
        }
        if carry != 0 {
            limbs.push(low(carry));
        }
        Natural(limbs)
    }
}

impl Shr<usize> for &Natural {
    type Output = Natural;

    fn shr(self, bits: usize) -> Natural {
        let (whole, part) = (bits / LIMB_BITS, bits % LIMB_BITS);
        let kept = self.0.get(whole..).unwrap_or_default();
        if part == 0 {
            return Natural(kept.to_vec());
        }
        let mut limbs = Vec::with_capacity(kept.len());
        let mut i = 0;
        while i < kept.len() {
            let above = kept.get(i + 1).copied().unwrap_or(0);
            limbs.push(low(join(above, kept[i]) >> part));
            i += 1;
        }
        Natural::trimmed(limbs)
    }
}

fn low(wide: u64) -> u32 {
    (wide & 0xffff_ffff) as u32
}

fn high(wide: u64) -> u32 {
    (wide >> LIMB_BITS) as u32
}

fn join(top: u32, limb: u32) -> u64 {
    u64::from(top) << LIMB_BITS | u64::from(limb)
}

/// A small generator of test numbers (Knuth's MMIX constants).
#[cfg(test)]
pub(crate) struct Lcg(pub(crate) u64);

#[cfg(test)]
impl Lcg {
    pub(crate) fn next_u64(&mut self) -> u64 {
        let mut halves = [0; 2];
        for half in &mut halves {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            *half = high(self.0);
        }
        join(halves[0], halves[1])
    }

    /// A number of up to 128 bits whose length varies.
    pub(crate) fn next_u128(&mut self) -> u128 {
        let wide = u128::from(self.next_u64()) << 64 | u128::from(self.next_u64());
        wide >> (self.next_u64() % 129).min(127)
    }

    /// A number of up to `limbs` limbs, some of them all zeros or all ones.
    pub(crate) fn next_natural(&mut self, limbs: u64) -> Natural {
        let length = self.next_u64() % (limbs + 1);
        let limb = |word: u64| match word >> 61 {
            0 => 0,
            1 => u32::MAX,
            _ => low(word),
        };
        Natural::trimmed((0..length).map(|_| limb(self.next_u64())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural(value: u128) -> Natural {
        Natural::from_u128(value)
    }

    #[test]
    fn arithmetic_agrees_with_u128() {
        let mut random = Lcg(1);
        for _ in 0..4000 {
            let (a, b) = (random.next_u128(), random.next_u128());
            assert_eq!(natural(a).cmp(&natural(b)), a.cmp(&b));
            assert_eq!(&natural(a >> 1) + &natural(b >> 1), natural((a >> 1) + (b >> 1)));
            assert_eq!(
                natural(a).difference(&natural(b)),
                (a.cmp(&b), natural(a.abs_diff(b)))
            );
            assert_eq!(
                &natural(a >> 64) * &natural(b >> 64),
                natural((a >> 64) * (b >> 64))
            );
            assert_eq!(natural(a).bit_length(), (128 - a.leading_zeros()) as usize);
            let bits = u32::try_from(random.next_u64() % 130).unwrap();
            let shift = bits as usize;
            assert_eq!(&natural(a) >> shift, natural(a.checked_shr(bits).unwrap_or(0)));
            assert_eq!(&(&natural(a) << shift) >> shift, natural(a));
            assert_eq!(&natural(a) << shift, &natural(a) * &Natural::power_of_two(shift));
        }
    }

    #[test]
    fn long_products_distribute() {
        let mut random = Lcg(2);
        for _ in 0..300 {
            let [a, b, c] = [40, 25, 30].map(|limbs| random.next_natural(limbs));
            assert_eq!(&(&a + &b) * &c, &(&a * &c) + &(&b * &c));
            assert_eq!(&(&a + &b) - &b, a);
            assert_eq!(&a * &b, &b * &a);
        }
    }

    #[test]
    fn powers_and_factors_of_two() {
        assert_eq!(natural(3).pow(0), Natural::one());
        assert_eq!(natural(3).pow(80), natural(3_u128.pow(80)));
        assert_eq!(Natural::power_of_two(100), natural(1 << 100));
        assert_eq!(natural(40 << 90).trailing_zeros(), 93);
        assert!(natural(1 << 77).is_power_of_two() && !natural(3 << 77).is_power_of_two());
        assert!(!Natural::zero().is_power_of_two() && Natural::zero().is_even());
    }
}
