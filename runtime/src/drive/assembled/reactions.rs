//! The impulses of constraints in the last step.
//!
//! Knows where they stand among the unknowns, and no equations.

use super::memory::{AssembledMemory, Carried};
use super::space::StepSpace;
use crate::{Integrator, Lagrangian};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, Vector};

/// Steps of systems of any size with constraints.
impl<S: Lagrangian, D, X: StepSpace<S::Scalar>> Integrator<S, D, AssembledMemory<S::Scalar, X>> {
    /// The impulses of the constraint `j`, from 0, in the last step: at the nodes of the element, and at its end, as in
    /// [`ConstrainedStep`](crate::drive::ConstrainedStep). Empty before the first step and without constraints. Constraints
    /// on velocities (`rolling`) come after all others; a step has half of their impulse at either end.
    #[must_use]
    pub fn impulses(&self, j: usize) -> &[S::Scalar] {
        let memory = &self.memory().carried;
        let [latest, ..] = &memory.steps;
        if memory.known > 0 {
            memory.of_constraint(latest.as_slice(), j)
        } else {
            &[]
        }
    }

    /// λ of each constraint; its force is −Gᵀ λ. At the start of the last step, as
    /// [`ConstrainedStep::reactions`](crate::drive::ConstrainedStep): of order 2 at least, and of order 1 in the first step
    /// after a start. For schemes that carry the velocity its mean over the last step, as
    /// [`EnergyStep::multipliers`](crate::drive::EnergyStep).
    pub fn reactions(&self) -> impl Iterator<Item = S::Scalar> {
        let (memory, h) = (&self.memory().carried, self.step_size());
        let [latest, before, _] = &memory.steps;
        let degree = memory.layout.impulses.saturating_sub(1);
        // 1/(2 w₀)
        let per_weight = S::Scalar::from_size(Size::from_count(degree * (degree + 1) / 2));
        let constraints = memory.constraints();
        (0..constraints).map(move |j| {
            let of_latest = memory.of_constraint(latest.as_slice(), j);
            if !memory.velocity.as_slice().is_empty() {
                return at(of_latest, degree) / h;
            }
            let first = at(of_latest, 0);
            // The unknowns before the first step are a guess.
            let last = if memory.known > 1 {
                at(memory.of_constraint(before.as_slice(), j), degree)
            } else {
                first
            };
            per_weight * (first + last) / h
        })
    }
}

impl<T: Scalar, X: StepSpace<T>> Carried<T, X> {
    /// The number of constraints, once a step was made.
    fn constraints(&self) -> usize {
        let [latest, ..] = &self.steps;
        let impulses = latest.as_slice().len().saturating_sub(self.layout.free);
        if self.known > 0 {
            impulses.checked_div(self.layout.impulses).unwrap_or(0)
        } else {
            0
        }
    }

    /// The unknown impulses of a constraint.
    fn of_constraint<'a>(&self, x: &'a [T], j: usize) -> &'a [T] {
        let count = self.layout.impulses;
        let from = self.layout.free + count * j;
        x.get(from..from + count).unwrap_or_default()
    }
}
