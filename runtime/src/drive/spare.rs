//! Room for a step that is made of several ones: a copy of what it changes, and stages that are written again.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt::Debug;

/// Room for steps with a memory `M` and stages `U`.
pub trait Spare<M, U>: Clone + Debug + Default {
    /// A copy that does not stay in the room.
    type Kept;

    /// Keeps a copy of a memory.
    fn keep(&mut self, memory: &M) -> Self::Kept;

    /// The memory becomes what was kept.
    fn give_back(&self, kept: Self::Kept, memory: &mut M);

    /// Stages that were put here.
    fn take_stages(&mut self) -> Option<U> {
        None
    }

    /// Puts stages here that nothing needs.
    fn put_stages(&mut self, _stages: U) {}
}

/// No room: copies are values on the stack.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnTheStack;

impl<M: Clone, U> Spare<M, U> for OnTheStack {
    type Kept = M;

    #[inline]
    fn keep(&mut self, memory: &M) -> M {
        memory.clone()
    }

    #[inline]
    fn give_back(&self, kept: M, memory: &mut M) {
        *memory = kept;
    }
}

/// Room on the heap, which is taken once. A copy of it is empty.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct Kept<M, U> {
    memory: Option<Box<M>>,
    stages: Option<U>,
}

#[cfg(feature = "alloc")]
impl<M, U> Default for Kept<M, U> {
    fn default() -> Self {
        Self {
            memory: None,
            stages: None,
        }
    }
}

#[cfg(feature = "alloc")]
impl<M, U> Clone for Kept<M, U> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(feature = "alloc")]
impl<M: Clone + Debug, U: Debug> Spare<M, U> for Kept<M, U> {
    type Kept = ();

    fn keep(&mut self, memory: &M) {
        match &mut self.memory {
            Some(kept) => M::clone_from(kept, memory),
            None => self.memory = Some(Box::new(memory.clone())),
        }
    }

    fn give_back(&self, (): (), memory: &mut M) {
        if let Some(kept) = &self.memory {
            memory.clone_from(kept);
        }
    }

    fn take_stages(&mut self) -> Option<U> {
        self.stages.take()
    }

    fn put_stages(&mut self, stages: U) {
        self.stages = Some(stages);
    }
}
