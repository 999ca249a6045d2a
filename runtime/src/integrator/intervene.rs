//! Changes of a motion between two steps: impulses, other parameters, another step size.

use super::begin::begun;
use super::causes::adds_energy;
use super::checks::{check_step_size, check_time_moves};
use super::guard::Energies;
use super::looks::energies;
use super::{Integrator, check_state, error_at, memory};
use crate::drive::{Drive, Start};
use crate::error::AnySizeFailure;
use crate::legendre::velocity_or_consistent;
use crate::masses;
use crate::system::lengths::check_length;
use crate::{Discretize, Error, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::{difference, is_finite, sum, zeros_like};
use extremal_numerics::{IntoBlock, Scalar, SizeOf, Vector};

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Continues with another step size. The present time becomes the new t₀; [`steps`](Self::steps) continues to count.
    ///
    /// The memory restarts, because its history has another spacing. Do not call this for every step: the energy of a
    /// conservative system is bounded only while h is constant. [`ReversibleSteps`](super::ReversibleSteps) follow the state.
    ///
    /// # Errors
    ///
    /// [`Failure::StepSize`] unless 0 < h < ∞, and [`Failure::TimeStandsStill`] if t + h = t.
    pub fn set_step_size(&mut self, step_size: S::Scalar) -> Result<(), Error> {
        check_step_size(step_size)
            .and_then(|()| check_time_moves(self.clock.time(), step_size))
            .map_err(|failure| self.error(failure))?;
        let state = self.state();
        self.memory = self.restarted(step_size, &state, &self.node_velocity())?;
        if step_size.magnitude() > self.clock.step_size().magnitude() {
            self.guard.lengthen();
        }
        self.clock = self.clock.with_step_size(step_size);
        self.failed = None;
        Ok(())
    }

    /// Continues from another state, at its time, as [`from_state`](Self::from_state) begins there: for filters, which correct
    /// a state, and for shooting, which tries many.
    ///
    /// A velocity that the scheme carries becomes that of the momentum. What earlier steps left is forgotten: guesses, rounding
    /// that is handed on, percussions of contacts. Steps are counted on.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -cos(x), discretize(Midpoint))]
    /// struct Pendulum;
    ///
    /// let mut motion = Integrator::new(Pendulum, Midpoint, 0.1, [2.0], [0.0])?;
    /// let start = motion.state();
    /// motion.step_many(10)?;
    /// let end = motion.state();
    /// // Half a degree further.
    /// motion.set_state(State { q: [2.0 + 0.5_f64.to_radians()].into(), ..start })?;
    /// motion.step_many(10)?;
    /// assert!(motion.state().q[0] > end.q[0] && motion.time() == end.t && motion.steps() == 20);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`from_state`](Self::from_state). The integrator is unchanged.
    pub fn set_state(&mut self, state: StateOf<S>) -> Result<(), Error> {
        let velocity = velocity_or_consistent(&self.system, state.t, &state.q, &state.p);
        self.set_with(state, velocity)
    }

    /// Sets the state, with a carried velocity v that need not be M⁻¹p.
    pub(super) fn set_with(&mut self, state: StateOf<S>, velocity: S::Velocity) -> Result<(), Error> {
        let (clock, h) = (
            self.clock.at(state.t, self.clock.step_size()),
            self.clock.step_size(),
        );
        check_state(&self.system, &state).map_err(|failure| error_at(clock, failure))?;
        let from = Start::new(&self.scheme, h, &state, &velocity).again();
        let memory = begun(&self.system, from).map_err(|failure| error_at(clock, failure))?;
        self.note_energies();
        self.memory = memory;
        (self.clock, self.q, self.p, self.start_velocity) = (clock, state.q, state.p, velocity);
        self.resume_guard();
        self.failed = None;
        Ok(())
    }

    /// Applies an impulse p̄ at the present time: p ← p + p̄ − Gᵀν.
    ///
    /// ```text
    /// without a carried velocity:   v′ = M⁻¹(p + p̄ − Gᵀν − b),   G v′ + ∂g/∂t = 0
    /// with a carried velocity v:    v′ = v + M⁻¹(p̄ − Gᵀν),       G v′ + ∂g/∂t = 0
    /// ```
    ///
    /// The impulse has one number per coordinate, positive towards larger coordinates: newton seconds for a coordinate
    /// in metres, newton metre seconds for an angle. The memory restarts, because the velocity jumps. Constraints react
    /// with impulses −Gᵀν of their own, so that the velocity satisfies them afterwards. A carried velocity changes by
    /// what the impulses do to it; it need not be that of p ([`Livens`](crate::schemes::Livens)). An impulse of zero changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`], and the errors of [`Lagrangian::consistent_momentum`] and [`Lagrangian::impact`].
    pub fn kick(&mut self, percussion: impl IntoBlock<S::Momentum>) -> Result<(), Error> {
        let percussion = percussion.into_block();
        check_length(&self.system, &percussion, "impulse").map_err(|failure| self.error(failure))?;
        if percussion
            .as_slice()
            .iter()
            .all(|p| p.magnitude() == SizeOf::<S::Scalar>::from_f64(0.0))
        {
            return Ok(());
        }
        self.note_energies();
        let state = self.state();
        let carried = memory::velocity::<S, D>(&self.memory);
        let struck = struck(&self.system, state, carried, &percussion);
        let (state, velocity) = struck.map_err(|failure| self.error(failure))?;
        self.memory = self.restarted(self.clock.step_size(), &state, &velocity)?;
        self.p = state.p;
        self.resume_guard();
        self.failed = None;
        Ok(())
    }

    /// Continues with another system, for example one with other parameters.
    ///
    /// Time, coordinates and momentum are kept; with another mass the same momentum belongs to another velocity. A
    /// carried velocity changes by as much as the velocity of the momentum. The memory restarts.
    ///
    /// Where constraints change, the present coordinates must satisfy the new ones:
    /// [`Lagrangian::project`] and [`new_at`](Self::new_at) make a start where they do
    /// not. If the velocity does not satisfy them, they react with an impulse −Gᵀν as in [`kick`](Self::kick), and the
    /// momentum changes. What a scheme itself leaves of the rates, as [`Livens`](crate::schemes::Livens) does to its order, it
    /// keeps: the same system again changes nothing.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Clone, Copy, Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = 0.5 * k * x.powi(2))]
    /// struct Oscillator {
    ///     m: f64,
    ///     k: f64,
    /// }
    ///
    /// let mut motion = Integrator::new(Oscillator { m: 1.0, k: 4.0 }, Verlet, 0.01, [1.0], [0.5])?;
    /// motion.set_system(Oscillator { k: 9.0, ..*motion.system() })?;
    /// assert_eq!(motion.energy(), 0.125 + 4.5);
    /// // The mass doubles, and the momentum is kept.
    /// motion.set_system(Oscillator { m: 2.0, ..*motion.system() })?;
    /// assert_eq!((motion.state().p[0], motion.velocity()?[0]), (0.5, 0.25));
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Failure::ConstraintViolated`] if the coordinates do not satisfy the new constraints, [`Failure::NegativeMass`], and
    /// those of [`kick`](Self::kick). The integrator is unchanged.
    pub fn set_system(&mut self, system: S) -> Result<(), Error> {
        let (state, h) = (self.state(), self.clock.step_size());
        (system.check_fields())
            .and_then(|()| check_length(&system, &state.q, "coordinates"))
            .map_err(|failure| self.error(failure))?;
        let of = |system: &S| velocity_or_consistent(system, state.t, &state.q, &state.p);
        let (carried, before, after) = (
            memory::velocity::<S, D>(&self.memory),
            of(&self.system),
            of(&system),
        );
        // What E rises by for parameters below zero is nothing that goes on for others.
        let was_driven =
            S::STRUCTURE.is_passive && S::STRUCTURE.has_forces && adds_energy(&self.system, &state, &before);
        let present = carried.as_ref().unwrap_or(&before).clone();
        let noted = self.energies_to_note(&state, &present);
        let changed = carried.as_ref().map(|v| sum(v, &difference(&after, &before)));
        masses::check(&system, state.t, &state.q, &after).map_err(|failure| self.error(failure))?;
        let from = Start::new(&self.scheme, h, &state, changed.as_ref().unwrap_or(&after));
        let begun = S::Driver::start(system.system(), from, None);
        let begun = match begun {
            // Steps leave gaps below zero.
            Err(Failure::Penetration { .. } | Failure::AnySize(AnySizeFailure::Penetration { .. })) => {
                S::Driver::start(system.system(), from.again(), None).map(|memory| (memory, state))
            }
            Err(failure) if is_of_a_rate(&failure) => {
                let none = zeros_like(&state.p);
                // What the present velocity lacks of the present rates is no part of the reaction.
                let satisfying = struck(&self.system, state.clone(), carried, &none);
                satisfying.and_then(|(old, satisfying)| {
                    let (of_p, of_v) = (difference(&old.p, &state.p), difference(&satisfying, &present));
                    let changed = changed.map(|v| sum(&v, &of_v));
                    let (State { t, q, p }, velocity) = struck(&system, old, changed, &none)?;
                    let (p, velocity) = (difference(&p, &of_p), difference(&velocity, &of_v));
                    let state = State { t, q, p };
                    let from = Start::new(&self.scheme, h, &state, &velocity).again();
                    S::Driver::start(system.system(), from, None).map(|memory| (memory, state))
                })
            }
            begun => begun.map(|memory| (memory, state)),
        };
        let (mut memory, state) = begun.map_err(|failure| self.error(failure))?;
        self.guard.note(noted);
        memory::keep_contacts::<S, D>(&mut memory, &self.memory);
        (self.memory, self.p, self.system) = (memory, state.p, system);
        if was_driven {
            self.guard.restart(self.clock.steps());
        } else {
            self.resume_guard();
        }
        self.failed = None;
        Ok(())
    }

    /// Stores the energies before an intervention in the guard.
    #[cold]
    pub(super) fn note_energies(&mut self) {
        if self.guard.is_on() && !self.guard.is_new() {
            let (state, velocity) = (self.state(), self.node_velocity());
            let noted = self.energies_to_note(&state, &velocity);
            self.guard.note(noted);
        }
    }

    /// These energies, if the guard compares with them.
    fn energies_to_note(
        &self,
        state: &StateOf<S>,
        velocity: &S::Velocity,
    ) -> Option<Energies<SizeOf<S::Scalar>>> {
        let is_noted = self.guard.is_on() && !self.guard.is_new();
        is_noted.then(|| energies(&self.system, state, velocity))
    }

    /// Energies begin anew, and what they rose by goes on to count; but not where contacts may lift bodies, as
    /// [`ClosedGaps`](crate::schemes::ClosedGaps) does over a floor that the program moves.
    pub(super) fn resume_guard(&mut self) {
        if S::STRUCTURE.contacts > 0 {
            self.guard.restart(self.clock.steps());
        } else {
            self.guard.resume(self.clock.steps());
        }
    }

    pub(super) fn restarted(
        &self,
        h: S::Scalar,
        state: &StateOf<S>,
        velocity: &S::Velocity,
    ) -> Result<M, Error> {
        let from = Start::new(&self.scheme, h, state, velocity).again();
        let mut memory =
            S::Driver::start(self.system.system(), from, None).map_err(|failure| self.error(failure))?;
        memory::keep_contacts::<S, D>(&mut memory, &self.memory);
        Ok(memory)
    }

    /// The velocity at the node, carried or of the momentum.
    fn node_velocity(&self) -> S::Velocity {
        let carried = memory::velocity::<S, D>(&self.memory);
        carried.unwrap_or_else(|| velocity_or_consistent(&self.system, self.clock.time(), &self.q, &self.p))
    }
}

/// Whether a velocity does not satisfy the rate of a constraint.
fn is_of_a_rate(failure: &Failure) -> bool {
    match failure {
        Failure::ConstraintViolated { is_rate, .. } => *is_rate,
        Failure::AnySize(AnySizeFailure::ConstraintViolated { is_rate, .. }) => *is_rate,
        _ => false,
    }
}

/// The state and the velocity after an impulse, to which constraints have reacted. `carried` is the velocity that a scheme
/// carries.
fn struck<S: Lagrangian>(
    system: &S,
    state: StateOf<S>,
    carried: Option<S::Velocity>,
    percussion: &S::Momentum,
) -> Result<(StateOf<S>, S::Velocity), Failure> {
    let State { t, q, p } = state;
    if !is_finite(percussion) {
        return Err(Failure::NotFinite { what: "impulse" });
    }
    let (p, velocity) = match carried {
        Some(v) => {
            let (v, change) = system.impact(t, &q, &v, percussion)?;
            (sum(&p, &change), v)
        }
        None => {
            let p = system.consistent_momentum(t, &q, &sum(&p, percussion))?;
            let velocity = velocity_or_consistent(system, t, &q, &p);
            (p, velocity)
        }
    };
    let state = State { t, q, p };
    check_state(system, &state).map(|()| (state, velocity))
}
