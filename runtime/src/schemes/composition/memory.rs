//! The memory of a composed step: those of its stages, and room.
//!
//! Knows no step.

use extremal_numerics::{Numbers, Scalar};

/// The memories `M` of all stages, and the room `R` of steps, which has no numbers.
#[derive(Clone, Copy, Debug)]
pub struct ComposedMemory<M, R> {
    pub(super) stages: M,
    pub(super) room: R,
}

impl<M, R: Default> From<M> for ComposedMemory<M, R> {
    fn from(stages: M) -> Self {
        Self {
            stages,
            room: R::default(),
        }
    }
}

/// The same numbers.
impl<M: PartialEq, R> PartialEq for ComposedMemory<M, R> {
    fn eq(&self, other: &Self) -> bool {
        self.stages == other.stages
    }
}

impl<T: Scalar, M: Numbers<T>, R: Default> Numbers<T> for ComposedMemory<M, R> {
    const COUNT: usize = M::COUNT;

    fn count(&self) -> usize {
        self.stages.count()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.stages.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        M::read(next).map(Self::from)
    }
}
