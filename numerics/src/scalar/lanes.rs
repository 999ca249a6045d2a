//! Several numbers in double precision, side by side: one for each of several systems that move alike.
//!
//! Each operation is that of `f64`, lane by lane, so that a lane has the bits of a calculation of its own. Where a program
//! branches, lanes may disagree. Then all of them follow the branch of one lane, the *leader*. Lanes that needed the other
//! branch are noted, and their numbers mean nothing from there on. [`Lanes::led_by`] tells which lanes went their
//! own way throughout; for the others the calculation is made again, with a leader among them.

mod turned;

use core::cell::Cell;
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::size::sealed;
use super::{Scalar, Size, trig};

/// N numbers `f64`: those of N members of an ensemble that makes their steps in lanes. They are of use there alone, or within
/// [`led_by`](Self::led_by).
///
/// As an ordinary scalar, lane 0 decides wherever a program compares numbers. Others that would have decided otherwise go its
/// way, and may then mean nothing, without a sign of it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Lanes<const N: usize>(pub [f64; N]);

/// Which lane decides, and which lanes agreed with it: a bit for each.
#[derive(Clone, Copy)]
struct Lead {
    leader: usize,
    agreed: u64,
}

std::thread_local! {
    static LEAD: Cell<Lead> = const { Cell::new(Lead { leader: 0, agreed: 0 }) };
}

impl<const N: usize> Lanes<N> {
    /// All lanes, one bit each.
    pub const ALL: u64 = if N < 64 { (1 << N) - 1 } else { u64::MAX };

    /// `x` in all lanes.
    #[inline(always)]
    pub const fn splat(x: f64) -> Self {
        Self([x; N])
    }

    /// The result of `f` where one lane decides, and the lanes that decided as it did: bit i for lane i.
    #[inline(always)]
    pub fn led_by<R>(leader: usize, f: impl FnOnce() -> R) -> (R, u64) {
        let agreed = Self::ALL;
        let before = LEAD.replace(Lead { leader, agreed });
        let result = f();
        (result, LEAD.replace(before).agreed)
    }

    /// The numbers of `self` in the lanes of `mask`, and those of `other` elsewhere.
    #[inline]
    #[must_use]
    pub fn where_else(self, mask: u64, other: Self) -> Self {
        let mut all = other;
        for (lane, (x, y)) in all.0.iter_mut().zip(self.0).enumerate() {
            if mask >> lane & 1 == 1 {
                *x = y;
            }
        }
        all
    }

    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let mut all = self.0;
        let mut k = 0;
        while k < N {
            all[k] = f(all[k]);
            k += 1;
        }
        Self(all)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let mut all = self.0;
        let mut k = 0;
        while k < N {
            all[k] = f(all[k], other.0[k]);
            k += 1;
        }
        Self(all)
    }

    #[inline(always)]
    fn choose([a, b, then, otherwise]: [Self; 4], f: impl Fn(f64, f64, f64, f64) -> f64) -> Self {
        let mut all = then.0;
        let mut k = 0;
        while k < N {
            all[k] = f(a.0[k], b.0[k], then.0[k], otherwise.0[k]);
            k += 1;
        }
        Self(all)
    }

    /// What the lanes decide, each of which has an opinion.
    #[inline(always)]
    fn decide(self, other: Self, holds: impl Fn(f64, f64) -> bool) -> bool {
        // One reduction, of what nearly all decisions are.
        let mut all = true;
        let mut k = 0;
        while k < N {
            all &= holds(self.0[k], other.0[k]);
            k += 1;
        }
        all || self.are_divided(other, holds)
    }

    #[cold]
    #[inline(never)]
    fn are_divided(self, other: Self, holds: impl Fn(f64, f64) -> bool) -> bool {
        let mut yes = 0;
        for (lane, (&a, &b)) in self.0.iter().zip(&other.0).enumerate() {
            yes |= u64::from(holds(a, b)) << lane;
        }
        yes != 0 && divided(yes)
    }
}

/// What the leader says where lanes disagree.
#[cold]
#[inline(never)]
fn divided(yes: u64) -> bool {
    let lead = LEAD.get();
    let holds = yes >> lead.leader & 1 == 1;
    let agreed = lead.agreed & if holds { yes } else { !yes };
    LEAD.set(Lead { agreed, ..lead });
    holds
}

macro_rules! operators {
    ($($trait:ident $function:ident $operator:tt),+) => {$(
        impl<const N: usize> $trait for Lanes<N> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                self.zip(other, |a, b| a $operator b)
            }
        }
    )+};
}

operators!(Add add +, Sub sub -, Mul mul *, Div div /);

impl<const N: usize> Neg for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}

#[expect(
    clippy::partialeq_ne_impl,
    reason = "most numbers differ in all lanes: of that one reduction is enough"
)]
impl<const N: usize> PartialEq for Lanes<N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.decide(*other, |a, b| a == b)
    }

    #[inline(always)]
    fn ne(&self, other: &Self) -> bool {
        self.decide(*other, |a, b| a != b)
    }
}

impl<const N: usize> PartialOrd for Lanes<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self < other {
            Some(Ordering::Less)
        } else if self > other {
            Some(Ordering::Greater)
        } else if self == other {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    #[inline(always)]
    fn lt(&self, other: &Self) -> bool {
        self.decide(*other, |a, b| a < b)
    }

    #[inline(always)]
    fn le(&self, other: &Self) -> bool {
        self.decide(*other, |a, b| a <= b)
    }

    #[inline(always)]
    fn gt(&self, other: &Self) -> bool {
        self.decide(*other, |a, b| a > b)
    }

    #[inline(always)]
    fn ge(&self, other: &Self) -> bool {
        self.decide(*other, |a, b| a >= b)
    }
}

/// Functions of `f64`, lane by lane.
macro_rules! by_lane {
    (one: $($one:ident),+; two: $($two:ident),+; three: $($three:ident),+; choices: $($choice:ident),+) => {
        $(
            #[inline(always)]
            fn $one(self) -> Self {
                self.map(<f64 as Scalar>::$one)
            }
        )+
        $(
            #[inline(always)]
            fn $two(self, other: Self) -> Self {
                self.zip(other, <f64 as Scalar>::$two)
            }
        )+
        $(
            #[inline(always)]
            fn $three(self, b: Self, c: Self) -> Self {
                Self::choose([self, b, c, c], |a, b, c, _| <f64 as Scalar>::$three(a, b, c))
            }
        )+
        $(
            #[inline(always)]
            fn $choice(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
                Self::choose([a, b, then, otherwise], <f64 as Scalar>::$choice)
            }
        )+
    };
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Scalar for Lanes<N> {
    /// The sizes of all lanes: each is judged by its own.
    type Size = Self;

    const HAS_LANES: bool = true;

    const EPSILON: f64 = f64::EPSILON;

    #[inline(always)]
    fn from_f64(x: f64) -> Self {
        Self::splat(x)
    }

    #[inline(always)]
    fn from_size(size: Self) -> Self {
        size
    }

    #[inline(always)]
    fn real(self) -> Self {
        self
    }

    fn for_each_part(self, visit: &mut impl FnMut(u64)) {
        self.0.iter().for_each(|x| visit(x.to_bits()));
    }

    #[inline(always)]
    fn magnitude(self) -> Self {
        self.map(f64::abs)
    }

    #[inline(always)]
    fn magnitude_of_sum(self) -> Self {
        self
    }

    #[inline(always)]
    fn divisor_size(self) -> Self {
        self.map(f64::abs)
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = trig::sin_cos_of_lanes(self.0);
        (Self(sin), Self(cos))
    }

    #[inline(always)]
    fn sin_cos_each<const M: usize>(x: [Self; M]) -> ([Self; M], [Self; M]) {
        let (mut sin, mut cos) = (x, x);
        // Two at a time, which do not wait for each other: a loop is too long to be unrolled.
        let mut k = 0;
        while k + 1 < M {
            let (first, second) = (x[k].sin_cos(), x[k + 1].sin_cos());
            ([sin[k], cos[k]], [sin[k + 1], cos[k + 1]]) = (first.into(), second.into());
            k += 2;
        }
        if k < M {
            (sin[k], cos[k]) = x[k].sin_cos();
        }
        (sin, cos)
    }

    #[inline(always)]
    fn sin_cos_turned<const M: usize>(x: [Self; M], predicted: [[Self; M]; 3]) -> ([Self; M], [Self; M]) {
        turned::turned(x, predicted)
    }

    #[inline(always)]
    fn sin_cos_ahead<const M: usize>(x: [Self; M], off: [Self; M]) -> ([Self; M], [Self; M]) {
        turned::ahead(x, off)
    }

    #[inline(always)]
    fn sin(self) -> Self {
        self.sin_cos().0
    }

    #[inline(always)]
    fn cos(self) -> Self {
        self.sin_cos().1
    }

    #[inline(always)]
    fn powf(self, exponent: f64) -> Self {
        self.map(|x| Scalar::powf(x, exponent))
    }

    by_lane!(
        one: tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, ln_1p, sqrt, abs, signum, recip;
        two: atan2, min, max, hypot;
        three: mul_add, mul_sub, sub_mul;
        choices: select_less, select_less_equal, select_equal
    );
}

impl<const N: usize> sealed::Real for Lanes<N> {}

impl<const N: usize> Size for Lanes<N> {
    const INFINITY: Self = Self::splat(f64::INFINITY);
    const NAN: Self = Self::splat(f64::NAN);
    const MIN_POSITIVE: Self = Self::splat(f64::MIN_POSITIVE);

    #[inline(always)]
    fn from_count(count: usize) -> Self {
        Self::splat(<f64 as Size>::from_count(count))
    }

    /// That of the leader: for messages. A decision by it is not noted as one of lanes.
    fn to_f64(self) -> f64 {
        let leader = LEAD.get().leader;
        self.0.get(leader).copied().unwrap_or(f64::NAN)
    }

    #[inline(always)]
    fn quotient(self, other: Self) -> Self {
        self.zip(other, <f64 as Size>::quotient)
    }

    fn power_of_two(self) -> Self {
        self.map(Size::power_of_two)
    }

    fn floor(self) -> Self {
        self.map(Size::floor)
    }

    fn total_cmp(&self, other: &Self) -> Ordering {
        let of = |ordering| self.decide(*other, |a, b| a.total_cmp(&b) == ordering);
        if of(Ordering::Less) {
            Ordering::Less
        } else if of(Ordering::Greater) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        self.decide(self, |a, _| a.is_nan())
    }

    #[inline(always)]
    fn is_finite(self) -> bool {
        self.decide(self, |a, _| a.is_finite())
    }
}

#[cfg(test)]
mod tests;
