//! The memory of a composed step: those of its stages, and room.

use core::fmt::Debug;

use super::inside::VelocitiesOf;
use super::{Memories, StageMemories};
use crate::drive::{Cubic, Spare, StepMemory};
use crate::{Failure, Lagrangian, StateOf};
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

/// Memories are equal if their stages are: the room of steps has no numbers.
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

/// After a step the memory of the last stage is that of the node.
impl<S, M, R, const N: usize> StepMemory<S> for ComposedMemory<StageMemories<M, N>, R>
where
    S: Lagrangian<Velocity: Cubic<<S as Lagrangian>::Scalar>> + ?Sized,
    M: StepMemory<S> + Clone + Debug,
    R: Spare<StageMemories<M, N>, VelocitiesOf<S>>,
{
    type Stages = VelocitiesOf<S>;
    type Inside = [VelocitiesOf<S>; 0];

    #[inline]
    fn inside(&self) -> &Self::Inside {
        &[]
    }

    #[inline]
    fn inside_mut(&mut self) -> &mut Self::Inside {
        &mut []
    }

    #[inline]
    fn velocity(&self) -> Option<S::Velocity> {
        self.stages.last().velocity()
    }

    fn set_velocity(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [S::Scalar],
    ) -> Result<Option<bool>, Failure> {
        self.stages.last_mut().set_velocity(system, state, velocity)
    }

    #[inline]
    fn keep_contacts(&mut self, from: &Self) {
        self.stages.last_mut().keep_contacts(from.stages.last());
    }

    #[inline]
    fn reuse_state(&mut self, state: StateOf<S>) {
        self.stages.last_mut().reuse_state(state);
    }

    #[inline]
    fn reuse_stages(&mut self, stages: VelocitiesOf<S>) {
        self.room.put_stages(stages);
    }
}
