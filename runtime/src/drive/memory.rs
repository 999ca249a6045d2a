//! The memory of one scheme from step to step.

use core::marker::PhantomData;

use super::{Inside, Interval, Reporter, Solver, StepMemory, last_iterate};
use crate::equations::Equations;
use crate::history::History;
use crate::kernels::{Carry, Derived, Kernels};
use crate::legendre::set_velocity;
use crate::{Failure, Lagrangian, StateOf};
use extremal_numerics::block::copied;
use extremal_numerics::numbers::{read_block, visit_block};
use extremal_numerics::{Block, Numbers, Scalar, Vector};

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
    /// Whether unknowns of earlier steps are kept beside what is carried.
    const KEEPS_STEPS: bool;

    /// The carried numbers and constants.
    fn carry(&self) -> &Carry<C, K>;
    /// The carried numbers and constants, to be changed.
    fn carry_mut(&mut self) -> &mut Carry<C, K>;
    /// Whether steps were made since the start.
    fn has_steps(&self) -> bool;
}

impl<C: Copy, K: Copy> Remembers<C, K> for Carry<C, K> {
    const KEEPS_STEPS: bool = false;

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
    const KEEPS_STEPS: bool = true;

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

/// The memory `M` of equations that the derive states for the scheme `D`: `Remembered<M, fn() -> D>`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remembered<M, D> {
    /// The memory of the solver of the equations.
    pub(super) of_solver: M,
    scheme: PhantomData<D>,
}

/// [`Remembered`], as a projection of the memory of the solver. Where the scheme is not derived, that is no type, and so is
/// this: one mistake is one message.
pub type RememberedOf<S, D> =
    <<<S as Derived<D>>::Solver as Solver<S, D>>::Memory as RememberedAs<D>>::Memory;

/// Holds for each memory of a solver.
pub trait RememberedAs<D> {
    /// [`Remembered`]
    type Memory;
}

impl<M, D> RememberedAs<D> for M {
    type Memory = Remembered<M, fn() -> D>;
}

impl<M, D> Remembered<M, D> {
    #[inline]
    pub(super) fn new(of_solver: M) -> Self {
        Self {
            of_solver,
            scheme: PhantomData,
        }
    }
}

impl<S, D, M> StepMemory<S> for Remembered<M, fn() -> D>
where
    S: Derived<D> + ?Sized,
    S::Reporter: Reporter<S, D>,
    S::Inside: Inside<S, D>,
    M: Remembers<S::Carried, S::Constants>,
{
    type Stages = <S::Inside as Inside<S, D>>::Stages;
    type Inside = [Self::Stages; 0];

    const IS_HANDED_OVER: bool = !M::KEEPS_STEPS;

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
        S::Reporter::velocity(&self.of_solver.carry().carried)
    }

    #[inline]
    fn set_velocity(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [<S as Lagrangian>::Scalar],
    ) -> Result<Option<bool>, Failure> {
        let Some(carried) = StepMemory::<S>::velocity(self) else {
            return Ok(set_velocity(system, state, velocity).then_some(true));
        };
        copied(carried.as_slice(), velocity);
        Ok(Some(true))
    }
}

/// A memory by which a step that failed can be repeated.
#[diagnostic::on_unimplemented(
    message = "the last iterate of these steps is not known",
    label = "expected the memory of a scheme that iterates, and not `{Self}`"
)]
pub trait Repeats<S: Lagrangian + ?Sized, D> {
    /// The unknowns of a step.
    type Unknown;

    /// The last iterate of this step, whether it converges or not.
    fn last_iterate(&self, system: &S, over: Interval<'_, S, D>) -> Self::Unknown;
}

impl<S: Kernels<D> + ?Sized, D> Repeats<S, D> for Remembered<MemoryOf<S, D>, fn() -> D> {
    type Unknown = <S as Equations<D>>::Unknown;

    fn last_iterate(&self, system: &S, over: Interval<'_, S, D>) -> Self::Unknown {
        last_iterate(system, over, &self.of_solver)
    }
}

impl<C, K, M: Remembers<C, K>, D: Copy> Remembers<C, K> for Remembered<M, D> {
    const KEEPS_STEPS: bool = M::KEEPS_STEPS;

    #[inline]
    fn carry(&self) -> &Carry<C, K> {
        self.of_solver.carry()
    }

    #[inline]
    fn carry_mut(&mut self) -> &mut Carry<C, K> {
        self.of_solver.carry_mut()
    }

    #[inline]
    fn has_steps(&self) -> bool {
        self.of_solver.has_steps()
    }
}

impl<T, M: Numbers<T>, D> Numbers<T> for Remembered<M, D> {
    const COUNT: usize = M::COUNT;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.of_solver.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        M::read(next).map(Self::new)
    }
}
