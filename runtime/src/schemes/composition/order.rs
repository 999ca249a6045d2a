//! The orders of compositions: how many stages there are, and their memories.

use core::fmt::Debug;

use super::coefficients::{ORDER_4, ORDER_6, ORDER_8, ORDER_10, part_of};
use crate::drive::{Alternating, Steady};
use extremal_numerics::{Numbers, Scalar};

/// The order `P` of a composition.
#[derive(Clone, Copy, Debug)]
pub struct Order<const P: usize>;

/// The stages of a composition whose single steps have the modes `M`: [`Steady`], or [`Alternating`], where each stage is made
/// of two halves.
#[diagnostic::on_unimplemented(
    message = "`Composition` has order 4, 6, 8 or 10: composing a symmetric step gives even orders only",
    label = "no `Composition` has this order"
)]
pub trait Parts<M> {
    /// The memories of all stages.
    type Memories<T: Clone + Debug>: Memories<T>;

    /// How many stages there are.
    const STAGES: usize;

    /// The part γ of the step that the stage `k` takes; these add up to one.
    fn part<T: Scalar>(k: usize) -> T;
}

/// An order, the stages beside the first one, and those where each is made of two halves.
macro_rules! order {
    ($order:literal, $side:ident, others: $others:literal, others_of_halves: $halves:literal) => {
        #[diagnostic::do_not_recommend]
        impl Parts<Steady> for Order<$order> {
            type Memories<T: Clone + Debug> = StageMemories<T, $others>;
            const STAGES: usize = $others + 1;

            #[inline]
            fn part<T: Scalar>(k: usize) -> T {
                part_of(&$side, k)
            }
        }

        #[diagnostic::do_not_recommend]
        impl Parts<Alternating> for Order<$order> {
            type Memories<T: Clone + Debug> = StageMemories<T, $halves>;
            const STAGES: usize = $halves + 1;

            #[inline]
            fn part<T: Scalar>(k: usize) -> T {
                T::from_f64(0.5) * part_of(&$side, k / 2)
            }
        }
    };
}

order!(4, ORDER_4, others: 4, others_of_halves: 9);
order!(6, ORDER_6, others: 6, others_of_halves: 13);
order!(8, ORDER_8, others: 14, others_of_halves: 29);
order!(10, ORDER_10, others: 34, others_of_halves: 69);

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

    fn check<const P: usize>(stages: usize)
    where
        Order<P>: Parts<Steady> + Parts<Alternating>,
    {
        assert_eq!(<Order<P> as Parts<Steady>>::STAGES, stages);
        assert_eq!(<Order<P> as Parts<Alternating>>::STAGES, 2 * stages);
        let parts: Vec<f64> = (0..stages).map(<Order<P> as Parts<Steady>>::part).collect();
        // Each sum of up to 35 numbers below 1.4 is rounded to at most 2 units of 1.1e-16, and the middle one less often.
        assert!((parts.iter().sum::<f64>() - 1.0).abs() < 35.0 * 2.3e-16);
        assert!(parts.iter().eq(parts.iter().rev()));
        for (k, part) in parts.into_iter().enumerate() {
            let halves = [2 * k, 2 * k + 1].map(<Order<P> as Parts<Alternating>>::part::<f64>);
            assert_eq!(halves[0] + halves[1], part);
        }
        assert_eq!(<Order<P> as Parts<Steady>>::part::<f64>(stages), 1.0);
    }

    #[test]
    fn parts_are_symmetric_and_add_up_to_one() {
        check::<4>(5);
        check::<6>(7);
        check::<8>(15);
        check::<10>(35);
    }
}
