//! What goes from step to step of one scheme.
//!
//! Knows no scheme.

use crate::equations::Equations;
use crate::history::History;
use crate::kernels::{Carry, Kernels};
use extremal_numerics::numbers::{read_block, visit_block};
use extremal_numerics::{Block, Numbers, Scalar};

/// The memory of schemes that iterate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory<U, C, K> {
    /// The unknowns of the last steps.
    pub history: History<U>,
    /// The carried numbers and constants.
    pub carry: Carry<C, K>,
}

/// The memory of the scheme `D` for the system `S`, where it iterates.
pub type MemoryOf<S, D> =
    Memory<<S as Equations<D>>::Unknown, <S as Kernels<D>>::Carried, <S as Kernels<D>>::Constants>;

impl<T: Scalar, U: Block<T>, C: Block<T>, K: Block<T>> Numbers<T> for Memory<U, C, K> {
    const COUNT: usize = <History<U> as Numbers<T>>::COUNT + <Carry<C, K> as Numbers<T>>::COUNT;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.history.for_each(visit);
        self.carry.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok(Self {
            history: History::read(next)?,
            carry: Carry::read(next)?,
        })
    }
}

impl<T: Scalar, C: Block<T>, K: Block<T>> Numbers<T> for Carry<C, K> {
    const COUNT: usize = C::LEN + K::LEN;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        visit_block(&self.carried, visit);
        visit_block(&self.constants, visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok(Self {
            carried: read_block(next)?,
            constants: read_block(next)?,
        })
    }
}

/// A memory in which something is carried.
pub trait Remembers<C, K>: Copy {
    /// The carried numbers and constants.
    fn carry(&self) -> &Carry<C, K>;
    /// The same, to be changed.
    fn carry_mut(&mut self) -> &mut Carry<C, K>;
    /// Whether steps were made since the start.
    fn has_steps(&self) -> bool;
}

impl<C: Copy, K: Copy> Remembers<C, K> for Carry<C, K> {
    #[inline]
    fn carry(&self) -> &Self {
        self
    }

    #[inline]
    fn carry_mut(&mut self) -> &mut Self {
        self
    }

    /// Steps without iterations leave no trace.
    #[inline]
    fn has_steps(&self) -> bool {
        false
    }
}

impl<U: Copy, C: Copy, K: Copy> Remembers<C, K> for Memory<U, C, K> {
    #[inline]
    fn carry(&self) -> &Carry<C, K> {
        &self.carry
    }

    #[inline]
    fn carry_mut(&mut self) -> &mut Carry<C, K> {
        &mut self.carry
    }

    #[inline]
    fn has_steps(&self) -> bool {
        self.history.has_steps()
    }
}
