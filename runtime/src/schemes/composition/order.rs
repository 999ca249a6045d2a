//! The orders of compositions: how many stages there are, which part of a step each takes, and their memories.

use core::fmt::Debug;

use crate::drive::{Alternating, Steady};
use extremal_numerics::{Numbers, Scalar};

/// The order `P` of a composition.
#[derive(Clone, Copy, Debug)]
pub struct Order<const P: usize>;

/// The stages of a composition whose single steps have the modes `M`: [`Steady`], or [`Alternating`], where each stage is made
/// of two halves.
#[diagnostic::on_unimplemented(
    message = "`Composition` has order 4 or 6: composing a symmetric step gives even orders only",
    label = "neither `Order<4>` nor `Order<6>`"
)]
pub trait Parts<M> {
    /// The memories of all stages.
    type Memories<T: Clone + Debug>: Memories<T>;

    /// How many stages there are.
    const STAGES: usize;

    /// The part γ of the step that the stage `k` takes; these add up to one.
    fn part<T: Scalar>(k: usize) -> T;
}

/// 1/(4 − ∛4), in two parts as [`Scalar::from_parts`] takes them.
const ORDER_4: [[f64; 2]; 1] = [[0.414_490_771_794_375_7, 2.519_737_415_085_597_7e-17]];

/// Yoshida's solution A of order 6, to 106 bits.
const ORDER_6: [[f64; 2]; 3] = [
    [0.784_513_610_477_557_3, -3.556_352_474_837_788_6e-17],
    [0.235_573_213_359_358_13, 3.570_263_965_698_029e-18],
    [-1.177_679_984_178_871, -2.033_558_367_528_331_2e-17],
];

/// The part of the step that stage `k` takes of two equal stages at each end.
fn part_of_order_4<T: Scalar>(k: usize) -> T {
    let [outer] = ORDER_4.map(|[high, low]| T::from_parts(high, low));
    part([outer, outer, rest([outer, outer]), outer, outer], k)
}

/// The part of the step that stage `k` takes of seven stages, symmetric to the middle one.
fn part_of_order_6<T: Scalar>(k: usize) -> T {
    let [a, b, c] = ORDER_6.map(|[high, low]| T::from_parts(high, low));
    part([a, b, c, rest([a, b, c]), c, b, a], k)
}

/// The part of the stage in the middle, so that all parts add up to one.
fn rest<T: Scalar, const N: usize>(side: [T; N]) -> T {
    let zero = T::from_f64(0.0);
    let sum = side.into_iter().fold(zero, |sum, part| sum + part);
    T::from_f64(1.0) - (sum + sum)
}

/// The part of the step that stage `k` takes. It is 1, the whole step, for a `k` beyond the last stage.
fn part<T: Scalar, const N: usize>(parts: [T; N], k: usize) -> T {
    parts.get(k).copied().unwrap_or_else(|| T::from_f64(1.0))
}

#[diagnostic::do_not_recommend]
impl Parts<Steady> for Order<4> {
    type Memories<T: Clone + Debug> = StageMemories<T, 4>;
    const STAGES: usize = 5;

    #[inline]
    fn part<T: Scalar>(k: usize) -> T {
        part_of_order_4(k)
    }
}

#[diagnostic::do_not_recommend]
impl Parts<Alternating> for Order<4> {
    type Memories<T: Clone + Debug> = StageMemories<T, 9>;
    const STAGES: usize = 10;

    #[inline]
    fn part<T: Scalar>(k: usize) -> T {
        T::from_f64(0.5) * part_of_order_4(k / 2)
    }
}

#[diagnostic::do_not_recommend]
impl Parts<Steady> for Order<6> {
    type Memories<T: Clone + Debug> = StageMemories<T, 6>;
    const STAGES: usize = 7;

    #[inline]
    fn part<T: Scalar>(k: usize) -> T {
        part_of_order_6(k)
    }
}

#[diagnostic::do_not_recommend]
impl Parts<Alternating> for Order<6> {
    type Memories<T: Clone + Debug> = StageMemories<T, 13>;
    const STAGES: usize = 14;

    #[inline]
    fn part<T: Scalar>(k: usize) -> T {
        T::from_f64(0.5) * part_of_order_6(k / 2)
    }
}

/// One memory for each stage, at least one.
pub trait Memories<M>: Clone + Debug {
    /// The memory of each stage, by its number and an earlier memory of it, if there is one.
    ///
    /// # Errors
    ///
    /// The first error of `f`.
    fn each<E>(earlier: Option<Self>, f: impl FnMut(usize, Option<M>) -> Result<M, E>) -> Result<Self, E>;
    /// The memory of the first stage, and those of the others in order.
    fn first_and_others(&mut self) -> (&mut M, &mut [M]);
    /// The memory of the last stage, which after a step is that of the node.
    fn last(&self) -> &M;
    /// The memory of the last stage, to be changed.
    fn last_mut(&mut self) -> &mut M;
}

/// The memories of one stage and `N` others.
#[derive(Copy, Debug, PartialEq)]
pub struct StageMemories<M, const N: usize> {
    first: M,
    others: [M; N],
}

/// Memory by memory, so that each may use the room that it has.
impl<M: Clone, const N: usize> Clone for StageMemories<M, N> {
    fn clone(&self) -> Self {
        Self {
            first: self.first.clone(),
            others: self.others.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.first.clone_from(&source.first);
        self.others.clone_from(&source.others);
    }
}

impl<M: Clone + Debug, const N: usize> Memories<M> for StageMemories<M, N> {
    fn each<E>(
        earlier: Option<Self>,
        mut f: impl FnMut(usize, Option<M>) -> Result<M, E>,
    ) -> Result<Self, E> {
        let (first, others) = earlier.map(|all| (all.first, all.others.map(Some))).unzip();
        let first = f(0, first)?;
        let mut others = others.unwrap_or_else(|| core::array::from_fn(|_| None));
        for (k, memory) in others.iter_mut().enumerate() {
            *memory = Some(f(k + 1, memory.take())?);
        }
        // All are there, and none is cloned.
        let others = others.map(|memory| memory.unwrap_or_else(|| first.clone()));
        Ok(Self { first, others })
    }

    fn first_and_others(&mut self) -> (&mut M, &mut [M]) {
        (&mut self.first, &mut self.others)
    }

    #[inline]
    fn last(&self) -> &M {
        self.others.last().unwrap_or(&self.first)
    }

    #[inline]
    fn last_mut(&mut self) -> &mut M {
        self.others.last_mut().unwrap_or(&mut self.first)
    }
}

impl<T: Scalar, M: Numbers<T> + Clone, const N: usize> Numbers<T> for StageMemories<M, N> {
    const COUNT: usize = (1 + N) * M::COUNT;

    fn count(&self) -> usize {
        let others = self.others.iter().map(M::count);
        others.fold(self.first.count(), |all, count| all + count)
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.first.for_each(visit);
        self.others.iter().for_each(|memory| memory.for_each(visit));
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let first = M::read(next)?;
        let mut others = core::array::from_fn(|_| first.clone());
        for memory in &mut others {
            *memory = M::read(next)?;
        }
        Ok(Self { first, others })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;

    use std::vec::Vec;

    use astro_float::{BigFloat, RoundingMode};

    /// Digits of the solve of the order conditions, far more than those of two doubles.
    const BITS: usize = 256;

    fn big(x: f64) -> BigFloat {
        BigFloat::from_f64(x, BITS)
    }

    fn add(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.add(b, BITS, RoundingMode::ToEven)
    }

    fn product(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.mul(b, BITS, RoundingMode::ToEven)
    }

    /// The leading 64 bits.
    fn to_f64(x: &BigFloat) -> f64 {
        match (x.mantissa_digits(), x.exponent()) {
            (Some([.., word]), Some(exponent)) => {
                let size = *word as f64 * 2_f64.powi(exponent - 64);
                if x.is_negative() { -size } else { size }
            }
            _ => f64::NAN,
        }
    }

    /// The conditions of order 6 for a symmetric composition of symmetric steps of order 2:
    ///
    /// ```text
    /// Σ γᵢ = 1,   Σ γᵢ³ = 0,   Σ γᵢ⁵ = 0,   Σ γᵢ³ (γ₁ + .. + γᵢ₋₁ + ½ γᵢ)² = 0
    /// ```
    ///
    /// E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), section V.3.2. The first holds by the stage in
    /// the middle.
    fn conditions(side: &[BigFloat]) -> [BigFloat; 3] {
        let sum = side.iter().fold(big(0.0), |sum, part| add(&sum, part));
        let middle = add(&big(1.0), &product(&big(-2.0), &sum));
        let parts = side.iter().chain([&middle]).chain(side.iter().rev());
        let mut sums = [big(0.0), big(0.0), big(0.0)];
        let mut before = big(0.0);
        for part in parts {
            let square = product(part, part);
            let cube = product(&square, part);
            let half_way = add(&before, &product(&big(0.5), part));
            let terms = [
                cube.clone(),
                product(&cube, &square),
                product(&cube, &product(&half_way, &half_way)),
            ];
            sums = core::array::from_fn(|k| add(&sums[k], &terms[k]));
            before = add(&before, part);
        }
        sums
    }

    /// Newton's method for N stages, each taken `times` times at either end, on the first N conditions. Slopes are those of
    /// double precision, so that each iteration gives 15 digits more.
    fn solved<const N: usize>(start: [f64; N], times: usize) -> [BigFloat; N] {
        let conditions = |side: &[BigFloat]| {
            let side = side
                .iter()
                .flat_map(|part| core::iter::repeat_n(part.clone(), times));
            conditions(&side.collect::<Vec<_>>())
        };
        let step = 2_f64.powi(-60);
        let mut side = start.map(big);
        for _ in 0..8 {
            let now = conditions(&side);
            let mut slopes = [[0.0; N]; N];
            for column in 0..N {
                let mut near = side.clone();
                near[column] = add(&near[column], &big(step));
                let there = conditions(&near);
                for row in 0..N {
                    slopes[row][column] = to_f64(&add(&there[row], &now[row].neg())) / step;
                }
            }
            let mut change: [f64; N] = core::array::from_fn(|row| to_f64(&now[row]));
            extremal_numerics::lu::solve(slopes.as_flattened_mut(), &mut change)
                .expect("conditions are independent");
            side = core::array::from_fn(|k| add(&side[k], &big(-change[k])));
        }
        side
    }

    /// Half a unit in the last of 106 bits.
    fn check<const N: usize>(stored: [[f64; 2]; N], solution: &[BigFloat; N]) {
        for (exact, [high, low]) in solution.iter().zip(stored) {
            assert_eq!(high, high + low);
            let error = to_f64(&add(&add(exact, &big(-high)), &big(-low)));
            assert!(error.abs() <= 2_f64.powi(-107) * high.abs(), "{high} {error:e}");
        }
    }

    /// The solution near the published digits, found without those that are stored.
    #[test]
    fn stored_parts_solve_the_order_conditions_to_their_last_bit() {
        check(ORDER_6, &solved([0.7845, 0.2356, -1.1777], 1));
        let suzuki = solved([0.41], 2);
        check(ORDER_4, &suzuki);
        let [suzuki] = suzuki;
        let inverse = add(
            &big(4.0),
            &big(1.0).div(&suzuki, BITS, RoundingMode::ToEven).neg(),
        );
        let cube = product(&inverse, &product(&inverse, &inverse));
        assert!(to_f64(&add(&cube, &big(-4.0))).abs() < 1e-60);
    }

    #[test]
    fn halves_make_the_same_stages() {
        for k in 0..5 {
            let halves = [2 * k, 2 * k + 1].map(<Order<4> as Parts<Alternating>>::part::<f64>);
            assert_eq!(halves[0] + halves[1], <Order<4> as Parts<Steady>>::part(k));
        }
        let last: f64 = <Order<6> as Parts<Alternating>>::part(13);
        assert_eq!(last, 0.5 * ORDER_6[0][0]);
    }

    /// In double precision the middle is the nearest number to 1 − 2 Σ γᵢ.
    #[test]
    fn parts_add_up_to_one() {
        let of = |part: fn(usize) -> f64, stages| (0..stages).map(part).sum::<f64>();
        assert_eq!(of(<Order<4> as Parts<Steady>>::part, 5), 1.0);
        // Sums of seven numbers below two.
        assert!((of(<Order<6> as Parts<Steady>>::part, 7) - 1.0).abs() < 1e-15);
        assert_eq!(<Order<4> as Parts<Steady>>::part::<f64>(5), 1.0);
    }
}
