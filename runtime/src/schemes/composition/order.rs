//! The orders of compositions: how many stages there are, which part of a step each takes, and their memories.
//!
//! Knows nothing of what a stage does.

use core::fmt::Debug;

use crate::drive::{Alternating, Steady};
use crate::{Numbers, Scalar};

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
    type Memories<T: Copy + Debug>: Memories<T>;

    /// How many stages there are.
    const STAGES: usize;

    /// The part γ of the step that the stage `k` takes; these add up to one.
    fn part(k: usize) -> f64;
}

/// 1/(4 − ∛4), and one minus four times that in the middle.
const ORDER_4: [f64; 5] = [
    0.414_490_771_794_375_7,
    0.414_490_771_794_375_7,
    -0.657_963_087_177_502_8,
    0.414_490_771_794_375_7,
    0.414_490_771_794_375_7,
];

/// Yoshida's solution A of order 6; the stage in the middle takes the rest.
const ORDER_6: [f64; 7] = [
    0.784_513_610_477_56,
    0.235_573_213_359_357,
    -1.177_679_984_178_87,
    1.315_186_320_683_906_3,
    -1.177_679_984_178_87,
    0.235_573_213_359_357,
    0.784_513_610_477_56,
];

/// The part of the step that stage `k` takes. It is 1, the whole step, for a `k` beyond the last stage.
fn part(parts: &[f64], k: usize) -> f64 {
    parts.get(k).copied().unwrap_or(1.0)
}

#[diagnostic::do_not_recommend]
impl Parts<Steady> for Order<4> {
    type Memories<T: Copy + Debug> = StageMemories<T, 4>;
    const STAGES: usize = 5;

    #[inline]
    fn part(k: usize) -> f64 {
        part(&ORDER_4, k)
    }
}

#[diagnostic::do_not_recommend]
impl Parts<Alternating> for Order<4> {
    type Memories<T: Copy + Debug> = StageMemories<T, 9>;
    const STAGES: usize = 10;

    #[inline]
    fn part(k: usize) -> f64 {
        0.5 * part(&ORDER_4, k / 2)
    }
}

#[diagnostic::do_not_recommend]
impl Parts<Steady> for Order<6> {
    type Memories<T: Copy + Debug> = StageMemories<T, 6>;
    const STAGES: usize = 7;

    #[inline]
    fn part(k: usize) -> f64 {
        part(&ORDER_6, k)
    }
}

#[diagnostic::do_not_recommend]
impl Parts<Alternating> for Order<6> {
    type Memories<T: Copy + Debug> = StageMemories<T, 13>;
    const STAGES: usize = 14;

    #[inline]
    fn part(k: usize) -> f64 {
        0.5 * part(&ORDER_6, k / 2)
    }
}

/// One memory for each stage, at least one.
pub trait Memories<M>: Copy + Debug {
    /// The memory of each stage, by its number.
    ///
    /// # Errors
    ///
    /// The first error of `f`.
    fn each<E>(f: impl FnMut(usize) -> Result<M, E>) -> Result<Self, E>;
    /// That of the first stage, and those of the others in order.
    fn first_and_others(&mut self) -> (&mut M, &mut [M]);
    /// That of the last stage, which after a step is the memory of the node.
    fn last(&self) -> &M;
    /// The same, to be changed.
    fn last_mut(&mut self) -> &mut M;
}

/// The memories of one stage and `N` others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageMemories<M, const N: usize> {
    first: M,
    others: [M; N],
}

impl<M: Copy + Debug, const N: usize> Memories<M> for StageMemories<M, N> {
    fn each<E>(mut f: impl FnMut(usize) -> Result<M, E>) -> Result<Self, E> {
        let first = f(0)?;
        let mut others = [first; N];
        for (k, memory) in others.iter_mut().enumerate() {
            *memory = f(k + 1)?;
        }
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

impl<T: Scalar, M: Numbers<T> + Copy, const N: usize> Numbers<T> for StageMemories<M, N> {
    const COUNT: usize = (1 + N) * M::COUNT;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.first.for_each(visit);
        self.others.iter().for_each(|memory| memory.for_each(visit));
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let first = M::read(next)?;
        let mut others = [first; N];
        for memory in &mut others {
            *memory = M::read(next)?;
        }
        Ok(Self { first, others })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ γ = 1 and Σ γ^(2k+1) = 0 below the order: what even a linear problem asks for.
    #[test]
    fn stages_cancel_the_errors_of_a_symmetric_step() {
        for (parts, powers) in [(&ORDER_4[..], &[3][..]), (&ORDER_6, &[3, 5])] {
            assert!(parts.iter().eq(parts.iter().rev()));
            // Sums of seven numbers below two, whose coefficients have 15 digits.
            assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            for &power in powers {
                let power_of = |part: &f64| (0..power).fold(1.0, |product, _| product * part);
                let sum: f64 = parts.iter().map(power_of).sum();
                assert!(sum.abs() < 1e-13, "{power} {sum:e}");
            }
        }
    }

    #[test]
    fn halves_make_the_same_stages() {
        for k in 0..5 {
            let halves = [2 * k, 2 * k + 1].map(<Order<4> as Parts<Alternating>>::part);
            assert_eq!(halves[0] + halves[1], <Order<4> as Parts<Steady>>::part(k));
        }
        assert_eq!(<Order<6> as Parts<Alternating>>::part(13), 0.5 * ORDER_6[6]);
    }
}
