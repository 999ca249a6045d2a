//! What goes on from step to step of a composition: the memory of each stage.
//!
//! Knows nothing of stages but how many there are.

use crate::step::{Kept, Memory};
use crate::{Numbers, Scalar};

/// The memories of all stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composed<M, const N: usize>(pub(super) [M; N]);

impl<T: Scalar, M: Numbers<T> + Copy, const N: usize> Numbers<T> for Composed<M, N> {
    const COUNT: usize = N * M::COUNT;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.0.iter().for_each(|memory| memory.for_each(visit));
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let first = M::read(next)?;
        let mut all = [first; N];
        for memory in all.iter_mut().skip(1) {
            *memory = M::read(next)?;
        }
        Ok(Self(all))
    }
}

impl<M, const N: usize> Composed<M, N> {
    /// After a step, what goes on is with the last stage.
    pub fn last(&self) -> Option<&M> {
        self.0.last()
    }
}

/// A memory in which something is carried.
pub trait Keeps<C, K>: Copy {
    /// What is kept beside guesses.
    fn kept(&self) -> &Kept<C, K>;
    /// The same, to be changed.
    fn kept_mut(&mut self) -> &mut Kept<C, K>;
}

impl<C: Copy, K: Copy> Keeps<C, K> for Kept<C, K> {
    fn kept(&self) -> &Self {
        self
    }

    fn kept_mut(&mut self) -> &mut Self {
        self
    }
}

impl<U: Copy, C: Copy, K: Copy> Keeps<C, K> for Memory<U, C, K> {
    fn kept(&self) -> &Kept<C, K> {
        &self.kept
    }

    fn kept_mut(&mut self) -> &mut Kept<C, K> {
        &mut self.kept
    }
}
