//! The memory of an integrator, whose type is a parameter of it: rustc finds its traits by [`Discretize`] alone.

use crate::Discretize;
use crate::drive::StepMemory;

/// [`StepMemory::velocity`].
#[inline]
pub(crate) fn velocity<S: Discretize<D>, D>(memory: &S::Memory) -> Option<S::Velocity> {
    memory.velocity()
}

/// [`StepMemory::keep_contacts`].
pub(super) fn keep_contacts<S: Discretize<D>, D>(memory: &mut S::Memory, from: &S::Memory) {
    memory.keep_contacts(from);
}

/// The memory, as what it is.
#[inline]
pub(super) fn of<S: Discretize<D>, D>(
    memory: &mut S::Memory,
) -> &mut (impl StepMemory<S::System, Stages = S::Stages> + use<S, D>) {
    memory
}
