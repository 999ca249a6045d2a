//! Coordinates at the end of a step whose contacts are deep: those of a step in which they are held less deep.
//!
//! The momentum is that of the step at the same velocity. Nothing is raised if that adds more than the energy `lost` before,
//! but for the depth of a rest; or if such a step is not found.
//!
//! Knows neither a scheme nor how percussions are found.

use nalgebra::DVector;

use super::gaps::{keep_velocity, set_nodes};
use super::held::{Held, HeldRoom};
use super::hold::{Holds, hold};
use crate::drive::assembled::memory::{Room, resize, zeros};
use crate::drive::assembled::sums::Sums;
use crate::drive::contact::{energy_of_raise, target};
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
}

impl<T: Scalar> Default for RaiseRoom<T> {
    fn default() -> Self {
        Self {
            step: [(); 4].map(|()| zeros(0)),
            velocity: zeros(0),
            momenta: [zeros(0), zeros(0)],
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
        if !is_rest && lost <= zero {
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
        let HeldRoom {
            closed,
            ahead,
            from,
            raise,
            ..
        } = &mut *self.room;
        copied(steps.x.as_slice(), from.as_mut_slice());
        let mut holds = Holds {
            solver: self.over.scheme.solver(),
            closed,
            ahead,
            own: self.strike,
            from,
        };
        let held = hold(sums, raise.velocity.as_slice(), steps, &mut holds);
        raise.restore(steps);
        if held.is_err() {
            return Ok(None);
        }
        let t = sums.known.t + sums.known.h;
        let RaiseRoom {
            step,
            velocity,
            momenta,
        } = raise;
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

    /// E = p·v − L with the velocity of p.
    fn energy_at(&mut self, t: T, [q, p]: [&DVector<T>; 2]) -> Result<T, Failure> {
        self.set_velocity((t, q.as_slice()), p.as_slice())?;
        let velocity = self.room.impact.velocity.as_slice();
        Ok(self.system.sum_of_energies(t, q.as_slice(), velocity).generalized)
    }
}
