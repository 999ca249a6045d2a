//! The interface of the memory of a step, for integrators and other drivers.

use crate::legendre::set_velocity;
use crate::{Failure, Lagrangian, StateOf};

/// The memory of the system `S` from step to step, beside the state.
///
/// A memory around another one names it, and that one answers for it:
///
/// ```
/// use extremal::Lagrangian;
/// use extremal::drive::StepMemory;
///
/// /// A memory, and how many steps were made with it.
/// #[derive(Clone, Debug)]
/// struct Counted<M> {
///     steps: M,
///     count: usize,
/// }
///
/// impl<S: Lagrangian, M: StepMemory<S>> StepMemory<S> for Counted<M> {
///     type Stages = M::Stages;
///     type Inside = M;
///
///     fn inside(&self) -> &M {
///         &self.steps
///     }
///
///     fn inside_mut(&mut self) -> &mut M {
///         &mut self.steps
///     }
/// }
/// ```
///
/// For a pair the first memory answers, and both are kept. An array remembers nothing of steps: it can have numbers beside a
/// memory, and `[Stages; 0]` is inside of one that answers all by itself.
pub trait StepMemory<S: Lagrangian + ?Sized>: Sized {
    /// [`Drive::Stages`](super::Drive::Stages).
    type Stages;
    /// The memory that answers what this one does not.
    type Inside: StepMemory<S, Stages = Self::Stages>;

    /// Whether [`Drive::hand_over`](super::Drive::hand_over) sets all that steps change: what was there before does not matter.
    const IS_HANDED_OVER: bool = false;

    /// The memory inside.
    fn inside(&self) -> &Self::Inside;

    /// The memory inside, to be changed.
    fn inside_mut(&mut self) -> &mut Self::Inside;

    /// The velocity at the present node, for schemes that carry it.
    #[inline]
    fn velocity(&self) -> Option<S::Velocity> {
        self.inside().velocity()
    }

    /// Sets the velocity at the present node, whose state this is: the carried one, or else that of the momentum.
    ///
    /// `Some(false)` where coordinates have no mass, and are set as if at rest: E does not depend on their velocities. `None`,
    /// and nothing is set, if the momentum leaves the velocity open.
    ///
    /// # Errors
    ///
    /// [`Failure::NegativeMass`], if the computation meets a mass below zero.
    #[inline]
    fn set_velocity(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [S::Scalar],
    ) -> Result<Option<bool>, Failure> {
        self.inside_mut().set_velocity(system, state, velocity)
    }

    /// Takes over what contacts have left for the next step, after a start at the same coordinates.
    #[inline]
    fn keep_contacts(&mut self, from: &Self) {
        self.inside_mut().keep_contacts(from.inside());
    }

    /// Takes back the state at which the last step began, and which nothing needs any more: the end of the next step may be
    /// written there, so that steps need no memory of their own.
    #[inline]
    fn reuse_state(&mut self, state: StateOf<S>) {
        self.inside_mut().reuse_state(state);
    }

    /// Takes back the stages of the last step, if nothing needs them.
    #[inline]
    fn reuse_stages(&mut self, stages: Self::Stages) {
        self.inside_mut().reuse_stages(stages);
    }

    /// Keeps a copy of the state and of the memory that goes with it, in room that is there already. False, as by default, if
    /// there is none, or if steps without a test of their end would save no time: then a copy is made.
    #[inline]
    fn mark(&mut self, _state: &StateOf<S>) -> bool {
        false
    }

    /// The coordinates, the momenta and the memory become those that were marked last, if the memory has made no steps since
    /// then but with `CHECKED = false`. Only after a [`mark`](Self::mark) that was true.
    #[inline]
    fn rewind(&mut self, _state: &mut StateOf<S>) {}
}

/// Nothing is remembered.
impl<S: Lagrangian + ?Sized, U, const N: usize> StepMemory<S> for [U; N] {
    type Stages = U;
    type Inside = Self;

    #[inline]
    fn inside(&self) -> &Self {
        self
    }

    #[inline]
    fn inside_mut(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn velocity(&self) -> Option<S::Velocity> {
        None
    }

    #[inline]
    fn set_velocity(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [S::Scalar],
    ) -> Result<Option<bool>, Failure> {
        Ok(set_velocity(system, state, velocity).then_some(true))
    }

    #[inline]
    fn keep_contacts(&mut self, _: &Self) {}

    #[inline]
    fn reuse_state(&mut self, _: StateOf<S>) {}

    #[inline]
    fn reuse_stages(&mut self, _: U) {}
}

impl<S: Lagrangian + ?Sized, A: StepMemory<S>, B: StepMemory<S>> StepMemory<S> for (A, B) {
    type Stages = A::Stages;
    type Inside = A;

    #[inline]
    fn inside(&self) -> &A {
        &self.0
    }

    #[inline]
    fn inside_mut(&mut self) -> &mut A {
        &mut self.0
    }

    #[inline]
    fn keep_contacts(&mut self, from: &Self) {
        self.0.keep_contacts(&from.0);
        self.1.keep_contacts(&from.1);
    }

    #[inline]
    fn mark(&mut self, state: &StateOf<S>) -> bool {
        self.0.mark(state) && self.1.mark(state)
    }

    #[inline]
    fn rewind(&mut self, state: &mut StateOf<S>) {
        self.0.rewind(state);
        self.1.rewind(state);
    }
}
