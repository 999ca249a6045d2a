//! Steps whose closed contacts are held at the end: Newton's method on their gaps, and coordinates that are raised.
//!
//! Knows neither the equations of a step nor how contact problems are solved.

use super::{Converged, Percussed, Solution};
use crate::drive::contact::ahead::Ahead;
use crate::drive::contact::closed::Closed;
use crate::drive::contact::holding::{Holding, MOST_HOLDS, depth, energy_of_raise, pays, target};
use crate::drive::contact::{ContactScheme, Percussive, ScalarOf};
use crate::drive::solve::end_state;
use crate::drive::{Interval, generalized_energy};
use crate::equations::Equations;
use crate::kernels::{Derived, ElementOf};
use crate::legendre::velocity_or_consistent;
use crate::{Contacts, Failure, StateOf};
use extremal_numerics::block::{at, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};

impl<S, D, T> Percussed<'_, S, D, T>
where
    S: Percussive<T>,
    D: ContactScheme<Equations = T>,
{
    /// Velocity and percussions, where closed contacts are held at the end of the step: Newton's method on their gaps from the
    /// first of two guesses, and where that fails [from rest](Holding).
    #[inline(never)]
    pub(super) fn hold(
        &self,
        over: (Interval<'_, S, D>, &S::Gaps),
        known: &ElementOf<S, T>,
        [first, second]: [<S as Equations<T>>::Unknown; 2],
        (ahead, last): (&mut Ahead<S>, &mut <S as Equations<T>>::Unknown),
    ) -> Result<Converged<S, T>, Failure> {
        self.hold_from([first, second], over, known, (&mut *ahead, &mut *last))
            .or_else(|failure| {
                self.percussions.set(self.closed.guess);
                self.hold_from([zeros(), second], over, known, (ahead, last))
                    .map_err(|_| failure)
            })
    }

    /// The same, from the first guess alone. Each linearization tries the second one, too, where it leads nowhere.
    fn hold_from(
        &self,
        [first, second]: [<S as Equations<T>>::Unknown; 2],
        (over, targets): (Interval<'_, S, D>, &S::Gaps),
        known: &ElementOf<S, T>,
        (ahead, last): (&mut Ahead<S>, &mut <S as Equations<T>>::Unknown),
    ) -> Result<Converged<S, T>, Failure> {
        let (mut from, mut holding) = (first, Holding::new());
        for _ in 0..MOST_HOLDS {
            let velocity = S::Velocity::from_fn(|k| at(from.as_slice(), k));
            *ahead = Ahead::at(self.system, &over, (self.closed, targets), &velocity);
            let linearized = Percussed::<S, D, T> {
                ahead: Some(&*ahead),
                percussions: self.percussions.clone(),
                ..Percussed::new(self.system, over, self.closed)
            };
            let (x, end, convergence) = linearized.solve(known, || [from, second], last)?;
            linearized.hand_over(self);
            let velocity = S::Velocity::from_fn(|k| at(x.as_slice(), k));
            let error = ahead.error(self.system, &over, self.closed, &velocity);
            if holding.ends_with(error) {
                return Ok((x, end, convergence));
            }
            from = x;
        }
        Err(holding.failure())
    }

    /// Hands over what a solve has found.
    fn hand_over(&self, to: &Self) {
        to.percussions.set(self.percussions.get());
        to.scales.set(self.scales.get());
        to.diagonal.set(self.diagonal.get());
        to.solved.set(self.solved.get());
    }

    /// Raises the coordinates at the end of a step where contacts are deep: those of a step in which they are held less deep,
    /// and where friction allows none, those from which percussions without friction [push](Self::pushed) this step; and the
    /// momentum of this step at the same velocity. Nothing is raised if that adds more than the energy `lost` before,
    /// or if that is rounding, but for the depth of a rest; or if such a step is not found. Then half of that energy is given
    /// up, so that it is not tried for ever.
    pub(super) fn raise(
        &self,
        (over, depths): (Interval<'_, S, D>, &S::Gaps),
        known: &ElementOf<S, T>,
        lost: ScalarOf<S>,
        solution: &mut Solution<'_, S, T>,
    ) {
        let zero = ScalarOf::<S>::from_f64(0.0);
        let is_zero = |gaps: &S::Gaps| gaps.as_slice().iter().all(|&gap| gap == zero);
        if is_zero(depths) {
            return;
        }
        let targets = targets(&over, depths, solution);
        let is_rest = is_zero(&targets);
        let energy = || generalized_energy(self.system, &solution.state, &solution.velocity());
        if !is_rest && (lost <= zero || !pays(lost, energy())) {
            return;
        }
        let raised = self.raised((over, &targets), known, solution);
        let (is_raised, energy) = energy_of_raise(raised.as_ref().map(|(_, added)| *added), lost, is_rest);
        solution.raised = energy;
        if let Some((state, _)) = raised.filter(|_| is_raised) {
            solution.state = state;
        }
    }

    /// The end with contacts held at `targets`, and the energy that this adds; `None` if such a step is not found.
    #[inline(never)]
    fn raised(
        &self,
        (over, targets): (Interval<'_, S, D>, &S::Gaps),
        known: &ElementOf<S, T>,
        solution: &Solution<'_, S, T>,
    ) -> Option<(StateOf<S>, ScalarOf<S>)> {
        let (state, velocity) = (&solution.state, solution.velocity());
        let guesses = [solution.x; 2];
        let (_, end, _) = self
            .hold(
                (over, targets),
                known,
                guesses,
                (&mut Ahead::none(), &mut zeros()),
            )
            .or_else(|_| self.pushed((over, targets), known, solution))
            .ok()?;
        let raised = end_state::<S, T, true>(known, &end).ok()?;
        let [after, before] = [&raised.q, &state.q].map(|q| self.system.momentum(state.t, q, &velocity));
        let p = S::Momentum::from_fn(|k| {
            at(state.p.as_slice(), k) + (at(after.as_slice(), k) - at(before.as_slice(), k))
        });
        let raised = StateOf::<S> { p, ..raised };
        let [after, before] = [&raised, state].map(|state| {
            let velocity = velocity_or_consistent(self.system, state.t, &state.q, &state.p);
            generalized_energy(self.system, state, &velocity)
        });
        Some((raised, after - before))
    }

    /// The end of this step with contacts held at their targets by more percussions, which have no friction. With friction
    /// there may be none: between a floor and a wall a disc with μ ≥ 1 jams, however it is to turn.
    fn pushed(
        &self,
        held: (Interval<'_, S, D>, &S::Gaps),
        known: &ElementOf<S, T>,
        solution: &Solution<'_, S, T>,
    ) -> Result<Converged<S, T>, Failure> {
        let known = self.closed.element_after(known, &solution.active);
        let closed = self.closed.without_friction();
        let pushed = Percussed::<S, D, T>::new(self.system, held.0, &closed);
        let own = (&mut Ahead::none(), &mut zeros());
        pushed.hold(held, &known, [solution.x; 2], own)
    }
}

impl<S: Contacts> Closed<S>
where
    ScalarOf<S>: Size,
{
    /// The same contacts without friction, and without a guess for their percussions.
    fn without_friction(&self) -> Self {
        let mut contacts = self.contacts;
        let each = contacts.as_mut_slice().iter_mut();
        each.for_each(|contact| contact.friction = ScalarOf::<S>::from_f64(0.0));
        Self {
            is_closed: self.is_closed,
            contacts,
            pressed: self.pressed,
            count: self.count,
            rows: self.rows,
            directions: self.directions,
            rates: self.rates,
            before: self.before,
            restitution: self.restitution,
            guess: zeros(),
            has_rested: self.has_rested,
        }
    }
}

/// How deep contacts are: their gaps, and zero for those that are not below zero.
pub(super) fn depths<T: Size, G: Block<T>>(gaps: &G) -> G {
    G::from_fn(|i| depth(at(gaps.as_slice(), i)))
}

/// Where deep contacts are held instead.
fn targets<S, D, T>(over: &Interval<'_, S, D>, depths: &S::Gaps, solution: &Solution<'_, S, T>) -> S::Gaps
where
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
{
    let (mut targets, velocity) = (*depths, solution.velocity());
    for place in solution.closed.places() {
        let [_, size] = solution.slip(place.first, velocity.as_slice());
        let depth = at(depths.as_slice(), place.contact);
        write(&mut targets, place.contact, target(depth, (over.h, size)));
    }
    targets
}
