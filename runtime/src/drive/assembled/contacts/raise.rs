//! Coordinates at the end of a step whose contacts are deep: those of a step in which they are held less deep.
//!
//! Where friction allows no such step, percussions without friction push this one. The momentum is that of the step at the same
//! velocity. Nothing is raised if that adds more than the energy `lost` before, or
//! if that is rounding, but for the depth of a rest; or if such a step is not found.
//!
//! Knows neither a scheme nor how percussions are found.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::closed::Closed;
use super::gaps::{keep_velocity, set_nodes};
use super::held::{Held, HeldRoom};
use super::hold::{Holds, hold};
use crate::drive::assembled::memory::{Room, resize, zeros};
use crate::drive::assembled::sums::Sums;
use crate::drive::contact::{energy_of_raise, pays, target};
use crate::drive::{ContactScheme, OnTheHeap};
use crate::family::{FamilyContacts, Heap};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, copied};
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactSolver;

/// Room for a step that is raised. It is kept.
#[derive(Clone, Debug)]
pub(super) struct RaiseRoom<T: Scalar> {
    /// q, p, x and r of the step.
    step: [DVector<T>; 4],
    /// The velocity of the step.
    velocity: DVector<T>,
    /// ∂L/∂v at both ends.
    momenta: [DVector<T>; 2],
    /// p₀ + Wᵀ P of the step.
    struck: DVector<T>,
    /// μ and P of the step.
    frictions: Vec<T>,
    percussions: Vec<T>,
}

impl<T: Scalar> Default for RaiseRoom<T> {
    fn default() -> Self {
        Self {
            step: [(); 4].map(|()| zeros(0)),
            velocity: zeros(0),
            momenta: [zeros(0), zeros(0)],
            struck: zeros(0),
            frictions: Vec::new(),
            percussions: Vec::new(),
        }
    }
}

impl<T: Scalar> RaiseRoom<T> {
    /// Keeps the step, whose velocity are the first n unknowns.
    fn keep(&mut self, steps: &Room<T, Heap>) {
        let [q, p, x, r] = &mut self.step;
        for (to, from) in [(q, &steps.q), (p, &steps.p), (x, &steps.x), (r, &steps.r)] {
            resize(to, from.len());
            copied(from.as_slice(), to.as_mut_slice());
        }
        resize(&mut self.velocity, steps.q.len());
        copied(steps.x.as_slice(), self.velocity.as_mut_slice());
    }

    /// Takes friction and percussions from contacts, and keeps them.
    fn take_friction(&mut self, closed: &mut Closed<T>) {
        self.percussions.clone_from(&closed.percussions);
        closed.percussions.fill(T::from_f64(0.0));
        self.frictions.clear();
        for contact in &mut closed.contacts {
            let friction = &mut contact.of_problem.friction;
            self.frictions
                .push(core::mem::replace(friction, T::from_f64(0.0)));
        }
    }

    /// Gives them back.
    fn give_friction(&self, closed: &mut Closed<T>) {
        closed.percussions.clone_from(&self.percussions);
        let frictions = closed.contacts.iter_mut().zip(&self.frictions);
        frictions.for_each(|(contact, &friction)| contact.of_problem.friction = friction);
    }

    /// x of the step.
    fn unknowns(&self) -> &[T] {
        let [_, _, x, _] = &self.step;
        x.as_slice()
    }

    /// Sets all but the coordinates to those of the step.
    fn restore(&self, steps: &mut Room<T, Heap>) {
        let [_, p, x, r] = &self.step;
        for (to, from) in [(&mut steps.p, p), (&mut steps.x, x), (&mut steps.r, r)] {
            copied(from.as_slice(), to.as_mut_slice());
        }
    }
}

impl<S, D, T> Held<'_, S, D>
where
    D: ContactScheme<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts + Lagrangian<Scalar = T>,
    T: Size,
{
    /// Raises the coordinates, where it can. Then q, p and N are those of the raised end.
    ///
    /// # Errors
    ///
    /// A singular mass matrix.
    pub(super) fn raise(
        &mut self,
        sums: &Sums<'_, S, D::Equations>,
        lost: T,
        steps: &mut Room<T, Heap>,
    ) -> Result<(), Failure> {
        let zero = T::from_f64(0.0);
        let is_zero = |targets: &[T]| targets.iter().all(|&target| target == zero);
        if is_zero(&self.room.ahead.targets) {
            return Ok(());
        }
        self.set_targets((sums.known.h, steps.x.as_slice()));
        let is_rest = is_zero(&self.room.ahead.targets);
        let (t, [q, u]) = (sums.known.t + sums.known.h, [&steps.q, &steps.x]);
        let energy = || {
            self.system
                .sum_of_energies(t, q.as_slice(), u.as_slice())
                .generalized
        };
        if !is_rest && (lost <= zero || !pays(lost, energy())) {
            return Ok(());
        }
        let added = self.raised(sums, steps)?;
        let (is_raised, energy) = energy_of_raise(added, lost, is_rest);
        self.account.lost = self.account.lost - energy;
        let RaiseRoom { step, momenta, .. } = &mut self.room.raise;
        if is_raised {
            // The momenta are room here.
            let [room, _] = momenta;
            set_nodes(sums, None, steps, room);
        } else {
            let [q, p, ..] = step;
            copied(q.as_slice(), steps.q.as_mut_slice());
            copied(p.as_slice(), steps.p.as_mut_slice());
        }
        Ok(())
    }

    /// Sets targets of deep contacts to those that are less deep.
    fn set_targets(&mut self, (h, u): (T, &[T])) {
        let HeldRoom { closed, ahead, .. } = &mut *self.room;
        for (i, contact) in closed.contacts.iter().enumerate() {
            let [_, size] = ahead.free(contact.first, u);
            let size = size + self.strike.size_of_percussions(contact.first);
            let less = target(at(&ahead.targets, i), (h, size));
            if let Some(place) = ahead.targets.get_mut(i) {
                *place = less;
            }
        }
    }

    /// The energy that is added by the end with contacts held at their targets, which is then that of the step; `None` if such
    /// a step is not found.
    #[inline(never)]
    fn raised(
        &mut self,
        sums: &Sums<'_, S, D::Equations>,
        steps: &mut Room<T, Heap>,
    ) -> Result<Option<T>, Failure> {
        self.room.raise.keep(steps);
        if !self.held_less_deep(sums, steps) && !self.pushed(sums, steps) {
            return Ok(None);
        }
        let t = sums.known.t + sums.known.h;
        let RaiseRoom {
            step,
            velocity,
            momenta,
            ..
        } = &mut self.room.raise;
        let [q, ..] = &*step;
        let node = (t, velocity.as_slice());
        keep_velocity(sums.system, node, [q, &steps.q], &mut steps.p, momenta);
        let after = self.energy_at(t, [&steps.q, &steps.p])?;
        let step = core::mem::replace(&mut self.room.raise.step, [(); 4].map(|()| zeros(0)));
        let [q, p, ..] = &step;
        let before = self.energy_at(t, [q, p]);
        self.room.raise.step = step;
        Ok(Some(after - before?))
    }

    /// Whether there is an end with contacts held at their targets, whose coordinates are then those of the step.
    fn held_less_deep(&mut self, sums: &Sums<'_, S, D::Equations>, steps: &mut Room<T, Heap>) -> bool {
        let HeldRoom {
            closed,
            ahead,
            from,
            raise,
            ..
        } = &mut *self.room;
        copied(raise.unknowns(), from.as_mut_slice());
        let mut holds = Holds {
            solver: self.over.scheme.solver(),
            closed,
            ahead,
            own: self.strike,
            from,
        };
        let held = hold(sums, raise.velocity.as_slice(), steps, &mut holds);
        raise.restore(steps);
        held.is_ok()
    }

    /// The same after the percussions of this step, by more of them that have no friction: between a floor and a wall a disc
    /// with μ ≥ 1 jams, however it is to turn.
    fn pushed(&mut self, sums: &Sums<'_, S, D::Equations>, steps: &mut Room<T, Heap>) -> bool {
        let HeldRoom { closed, raise, .. } = &mut *self.room;
        resize(&mut raise.struck, sums.momentum.len());
        copied(sums.momentum, raise.struck.as_mut_slice());
        closed.add_impulse(&closed.percussions, raise.struck.as_mut_slice(), |term| term);
        raise.take_friction(closed);
        let struck = core::mem::replace(&mut raise.struck, zeros(0));
        let is_pushed = self.held_less_deep(&sums.with_momentum(struck.as_slice()), steps);
        let HeldRoom { closed, raise, .. } = &mut *self.room;
        raise.struck = struck;
        raise.give_friction(closed);
        is_pushed
    }

    /// E = p·v − L with the velocity of p.
    fn energy_at(&mut self, t: T, [q, p]: [&DVector<T>; 2]) -> Result<T, Failure> {
        self.set_velocity((t, q.as_slice()), p.as_slice())?;
        let velocity = self.room.impact.velocity.as_slice();
        Ok(self.system.sum_of_energies(t, q.as_slice(), velocity).generalized)
    }
}
