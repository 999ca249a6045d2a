//! The interface of the memory of a system of any size, for integrators.

use super::memory::AssembledMemory;
use super::space::StepSpace;
use crate::drive::StepMemory;
use crate::family::AnySize;
use crate::legendre::set_velocity;
use crate::{Failure, Lagrangian, StateOf};
use extremal_numerics::block::{at, copied};
use extremal_numerics::{Scalar, Vector};

impl<T: Scalar, X: StepSpace<T>> AssembledMemory<T, X> {
    /// Sets the velocity that follows from the momentum, with coordinates without a mass at rest, if it can be found in the
    /// room; and whether all have one.
    ///
    /// # Errors
    ///
    /// [`Failure::NegativeMass`].
    fn velocity_of_masses<S: AnySize<Scalar = T>>(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [T],
    ) -> Result<Option<bool>, Failure> {
        #[cfg(feature = "alloc")]
        if let (Some(room), None) = (&mut self.room, S::Configuration::LENGTH) {
            return super::velocity::set(system, state, &mut room.inertia, velocity);
        }
        let _ = (system, state, velocity);
        Ok(None)
    }
}

impl<S, T: Scalar, X> StepMemory<S> for AssembledMemory<T, X>
where
    S: AnySize<Scalar = T>,
    X: StepSpace<T, Vector = <S as Lagrangian>::Configuration>,
{
    type Stages = X::Stages;
    type Inside = [X::Stages; 0];

    fn inside(&self) -> &Self::Inside {
        &[]
    }

    fn inside_mut(&mut self) -> &mut Self::Inside {
        &mut []
    }

    fn velocity(&self) -> Option<S::Velocity> {
        let velocity = self.carried.velocity.as_slice();
        (!velocity.is_empty()).then(|| Vector::with_len(velocity.len(), |k| at(velocity, k)))
    }

    fn set_velocity(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [T],
    ) -> Result<Option<bool>, Failure> {
        let carried = self.carried.velocity.as_slice();
        if !carried.is_empty() {
            copied(carried, velocity);
            return Ok(Some(true));
        }
        let in_room = self.velocity_of_masses(system, state, velocity)?;
        Ok(in_room.or_else(|| set_velocity(system, state, velocity).then_some(true)))
    }

    fn reuse_state(&mut self, state: StateOf<S>) {
        if let (Some(room), None) = (&mut self.room, X::Vector::LENGTH) {
            (room.q, room.p) = (state.q, state.p);
        }
    }

    fn reuse_stages(&mut self, stages: X::Stages) {
        if let (Some(room), None) = (&mut self.room, X::Stages::LENGTH) {
            room.stages = stages;
        }
    }

    /// Keeps q, p and N, if there is room for them because no equations are solved: other steps take so long that tests do not
    /// count.
    fn mark(&mut self, state: &StateOf<S>) -> bool {
        let Some(room) = self.room.as_mut().filter(|room| room.is_explicit()) else {
            return false;
        };
        let kept = [&mut room.x, &mut room.r, &mut room.scale].map(Vector::as_mut_slice);
        let present = [
            state.q.as_slice(),
            state.p.as_slice(),
            self.carried.nodes.as_slice(),
        ];
        let mut pairs = kept.iter().zip(present);
        if pairs.any(|(kept, now)| kept.len() != now.len()) {
            return false;
        }
        for (kept, now) in kept.into_iter().zip(present) {
            copied(now, kept);
        }
        room.marked_time = self.carried.node_time;
        true
    }

    fn rewind(&mut self, state: &mut StateOf<S>) {
        let Self {
            carried,
            room: Some(room),
        } = self
        else {
            return;
        };
        copied(room.x.as_slice(), state.q.as_mut_slice());
        copied(room.r.as_slice(), state.p.as_mut_slice());
        copied(room.scale.as_slice(), carried.nodes.as_mut_slice());
        carried.node_time = room.marked_time;
    }
}
