//! The looks of the guard: the energies at a state, and what they say.

use super::Integrator;
use super::causes::{adds_energy, given, is_driven, is_outrun, is_resolved, noise, noise_at_rest};
use super::checks::check_time_moves;
use super::guard::{Energies, GROWTH, Guard};
use super::memory;
use crate::drive::StepMemory;
use crate::legendre::velocity_or_consistent;
use crate::masses;
use crate::structure::MassMatrix;
use crate::system::CoordinateName;
use crate::{Discretize, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::zeros_like;
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Switches the guard on or off. At a start it is on, but for systems of any size whose M depends on velocities, or is
    /// singular along a direction in which several coordinates move, where a look takes memory from the heap;
    /// [`advance`](Self::advance) has it in any case.
    ///
    /// The guard looks at the ends of the steps 1, 2, 4, .. and from then on of each 64th;
    /// [`step_many`](Self::step_many) at intervals of up to 1024, and it and `run` at the end if they make 64 steps or
    /// more. Where the derive knows that nothing adds energy
    /// ([`Structure::is_passive`](crate::structure::Structure::is_passive)), `step` of a system of fixed size is also looked at
    /// in each of the first 16 steps, in each one after a look at which E had risen by more than ¼ S, and where Σ |pᵢ| is four
    /// times that at looks. There [`Failure::EnergyRises`] is an E that rose since the start, or since the last intervention,
    /// by more than ¾ S at a look where S is above 100 times the energy that the motion had:
    ///
    /// ```text
    /// S = T + T₀ + |V − V₀|,   T = ½ p·v,   V = E − T
    /// the motion had: the largest of T₀, |E(q₀, p₀ + h F) − E₀|, and S − (E − E₀) at the looks before
    /// ```
    ///
    /// F are the forces at the start without those of friction; from rest it is ½ h² F·M⁻¹F. Steps that resolve a motion leave
    /// E nearly as it is, and S grows while E does not. In some cases S before looks in turn with such a rise takes the place
    /// of the energy that the motion had. These are systems of any size, where F would take memory from the heap, a singular M,
    /// a start at an equilibrium, and a step size that was made longer. It is the same error where S grew to 10 times over 8
    /// such looks in turn or more. Where no force acts, a motion that flew off in one step is the same error. Then E is above
    /// that of the start by more than ¾ of the largest S that was seen, and by more than 100 |E₀|, at 16 looks in turn, which
    /// follow after 7 to 15 steps each. A rise of E before an intervention that changes E by less than half of it goes on to
    /// count, so that a program may change a little before each step; where there are contacts, each intervention begins anew.
    /// Elsewhere [`Failure::Unresolved`] is a kinetic energy that grew to 10⁴ times the largest one before, while E grew by
    /// half of that. In each of these steps q moved by less than half of the way that the velocity at one of its ends says. A
    /// step that resolves a motion, and is not slower than a tenth of it, ends this growth, and so do 16 slower ones in turn.
    /// The parts of a step that `advance` halves do not. Nor does a step after which forces would turn the velocity around in
    /// an eighth of one, |h v·F| > 8 |v·p|: nodes may jump around a place that brakes them. A step is not refused in which a
    /// drive grows from nothing, so that time alone explains the growth: a quarter of the momentum at its end, or more, is h
    /// ΔF,
    ///
    /// ```text
    /// h v₁·ΔF ≥ ¼ v₁·p₁,   ΔF = F(t₁, q₀, v₀) − F(t₀, q₀, v₀),   F = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t
    /// ```
    ///
    /// with inputs at zero. The same has to hold with q = 0 and v = 0, since a stiffness that changes with time may be no
    /// drive. Otherwise, where there are no constraints and contacts, the change of F with q and v within the step has to be at
    /// most a sixteenth of p₁. In a step that is too long F changes because q does, and not because t does. Constraints that
    /// move explain T as well, if the least T that they allow at q₀ is a quarter of it, or if forces of the parts that they
    /// move give a quarter of p₁. [`Failure::NotFinite`] is an E without a value in two looks in turn. Both failures come from
    /// steps that are too long: the state is not that of a motion of this system. Growth that steps resolve is not seen where
    /// something may add energy. With a drive or inputs the pairs of [`Hermite`](crate::schemes::Hermite) that are stable at no
    /// h grow without bound. So do steps beyond the limit of schemes with several points where a stiffness changes with time.
    ///
    /// Where M is not constant, [`Failure::NegativeMass`] is a T that may be below zero at the end of the step; in systems
    /// of any size that of a coordinate that moves alone. If M depends on t alone, there is a look at each step: a mass
    /// that burns off ends in the step in which it passes zero. Where formulas may depend on t (forces of systems with
    /// inputs are taken for forces of these alone), a time that is too large for the step size is
    /// [`Failure::TimeStandsStill`], as at a start: in single precision after 2²⁴ steps.
    ///
    /// ```
    /// use extremal::prelude::*;
    /// use extremal::Failure;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * 100 * x.powi(2))]
    /// struct Spring;
    ///
    /// // ω h = 2.5, and Verlet is stable below 2.
    /// let mut motion = Integrator::new(Spring, Verlet, 0.25, [1.0], [0.0])?;
    /// let error = motion.step_many(1000).expect_err("the steps are too long");
    /// assert!(matches!(error.failure, Failure::EnergyRises { .. }));
    /// motion.set_guard(false);
    /// motion.step_many(100)?;
    /// assert!(motion.energy() > 1e30);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn set_guard(&mut self, is_on: bool) {
        self.guard.next = if is_on { 0 } else { usize::MAX };
        self.guard.restart(self.clock.steps());
    }

    /// Allocates the velocities that looks need at the start. Where the velocity cannot be set in such memory, the guard is
    /// off.
    #[cold]
    pub(super) fn prepare_guard(&mut self) {
        let state = self.lent_state();
        let mut room: S::Velocity = zeros_like(&state.p);
        let memory = memory::of::<S, D>(&mut self.memory);
        if let Ok(Some(_)) = memory.set_velocity(self.system.system(), &state, room.as_mut_slice()) {
            self.guard.velocity = Some(room.clone());
            self.guard.before = Some(room);
        } else {
            self.set_guard(false);
        }
        (self.q, self.p) = (state.q, state.p);
    }

    /// Stores the velocity at the start of a step at whose end there is a look.
    #[cold]
    #[inline(never)]
    pub(super) fn prepare_look(&mut self) {
        let state = self.lent_state();
        let before = self.guard.before.take();
        // The look after the step says what is wrong with masses.
        let before = self
            .velocity_in(before, &state)
            .unwrap_or_else(|_| zeros_like(&state.p));
        if self.guard.is_new() || self.guard.in_frame == Some(None) {
            // The energies of the start: there is nothing to compare with.
            let over = (self.clock.step_size(), self.clock.steps());
            let _ = looked_at(&self.system, over, (None, &state), &before, &mut self.guard);
        }
        self.guard.before = Some(before);
        (self.q, self.p) = (state.q, state.p);
    }

    /// The velocity at a state with which the memory goes, in room that was used before.
    fn velocity_in(&mut self, room: Option<S::Velocity>, state: &StateOf<S>) -> Result<S::Velocity, Failure> {
        let mut room = room.unwrap_or_else(|| zeros_like(&state.p));
        let memory = memory::of::<S, D>(&mut self.memory);
        Ok(
            match memory.set_velocity(self.system.system(), state, room.as_mut_slice())? {
                Some(_) => room,
                None => velocity_or_consistent(&self.system, state.t, &state.q, &state.p),
            },
        )
    }

    /// The look at a state that some steps have led to, with the memory that goes with it; `before` is that at which the last
    /// one began, if it is known.
    #[cold]
    #[inline(never)]
    pub(super) fn look_at(&mut self, before: Option<&StateOf<S>>, state: &StateOf<S>) -> Result<(), Failure> {
        if may_depend_on_time::<S>() {
            check_time_moves(state.t, self.clock.step_size())?;
        }
        let room = self.guard.velocity.take();
        let velocity = self.velocity_in(room, state)?;
        let over = (self.clock.step_size(), self.clock.steps());
        let looked = looked_at(&self.system, over, (before, state), &velocity, &mut self.guard);
        self.guard.velocity = Some(velocity);
        looked
    }

    /// The look at the end of one step.
    pub(super) fn look_at_end(&mut self, before: &StateOf<S>, end: &StateOf<S>) -> Result<(), Failure> {
        self.look_at(Some(before), end)?;
        self.guard.see(size_of::<S>(&end.p));
        self.guard.wait(self.clock.steps() + 1, has_mass_of_time::<S>());
        // Of a system of any size a look costs as much as some steps.
        if S::STRUCTURE.is_passive && S::Configuration::LENGTH.is_some() {
            self.guard.follow(self.clock.steps() + 1);
        }
        Ok(())
    }

    /// Takes back a step to whose start the state is already put back: the memory becomes that of a start there.
    #[cold]
    #[inline(never)]
    pub(super) fn take_back(&mut self) {
        let state = self.state();
        let velocity = self.guard.before.take();
        let velocity =
            velocity.unwrap_or_else(|| velocity_or_consistent(&self.system, state.t, &state.q, &state.p));
        if let Ok(memory) = self.restarted(self.clock.step_size(), &state, &velocity) {
            self.memory = memory;
        }
    }
}

/// The guard of the system `S`.
pub(super) type GuardOf<S> = Guard<<S as Lagrangian>::Velocity, SizeOf<<S as Lagrangian>::Scalar>>;

/// Whether the guard is on at a start: not for systems of any size whose M depends on v, as a look takes memory from the heap.
pub(super) const fn is_on_at_a_start<S: Lagrangian>() -> bool {
    S::Configuration::LENGTH.is_some() || !matches!(S::STRUCTURE.mass_matrix, MassMatrix::OfVelocity)
}

/// Σ |pᵢ|
#[inline]
pub(super) fn size_of<S: Lagrangian>(p: &S::Momentum) -> SizeOf<S::Scalar> {
    let zero = SizeOf::<S::Scalar>::from_f64(0.0);
    p.as_slice().iter().fold(zero, |sum, p| sum + p.magnitude())
}

/// A mass that depends on t passes zero at some time, and nothing else shows it.
pub(super) const fn has_mass_of_time<S: Lagrangian>() -> bool {
    S::STRUCTURE.has_kinetic_energy && matches!(S::STRUCTURE.mass_matrix, MassMatrix::OfTime)
}

/// Whether t may be in some formula of the motion: elsewhere no step is wrong because its time is rounded. The force of a
/// system with inputs is taken for one of inputs alone, so that a controller in single precision may run for days.
const fn may_depend_on_time<S: Lagrangian>() -> bool {
    let facts = S::STRUCTURE;
    let has_no_force_of_time = !facts.has_forces || !S::INPUTS.is_empty();
    let has_no_time =
        facts.is_autonomous && facts.is_scleronomic && has_no_force_of_time && facts.contacts == 0;
    !(facts.is_passive || has_no_time)
}

/// Looks at the nodes of a motion that was not made by steps, where steps would have been looked at. The error
/// has the number of the element at whose end something is wrong.
#[cfg(feature = "std")]
pub(crate) fn looked_through<S: Lagrangian>(
    system: &S,
    elements: usize,
    length: impl Fn(usize) -> S::Scalar,
    node: impl Fn(usize) -> (StateOf<S>, S::Velocity),
) -> Result<(), (usize, Failure)> {
    let conserves = S::STRUCTURE.is_passive && !S::STRUCTURE.has_dissipation && S::STRUCTURE.is_autonomous;
    if !conserves {
        return looked_along(system, 0, elements, &length, &node);
    }
    // Between two ends a motion that is none may fall from either end to the middle. Nothing takes its energy, so that it rises from the
    // least one on, forwards or backwards.
    let energy = |k: usize| {
        let (state, velocity) = node(k);
        energies(system, &state, &velocity).energy
    };
    let (mut least, mut lowest) = (0, energy(0));
    for k in 1..=elements {
        let energy = energy(k);
        if energy < lowest {
            (least, lowest) = (k, energy);
        }
    }
    looked_along(system, least, elements - least, &length, &node)?;
    let mirrored_length = |k: usize| length(elements - 1 - k);
    // Energies are those of the motion itself: an L with terms of degree one has others for −v.
    let mirrored_node = |k: usize| node(elements - k);
    let looked = looked_along(system, elements - least, least, &mirrored_length, &mirrored_node);
    looked.map_err(|(k, failure)| (elements - 1 - k, failure))
}

/// Looks at `elements` elements from the element `first` on, in the order of their numbers.
#[cfg(feature = "std")]
fn looked_along<S: Lagrangian>(
    system: &S,
    first: usize,
    elements: usize,
    length: &impl Fn(usize) -> S::Scalar,
    node: &impl Fn(usize) -> (StateOf<S>, S::Velocity),
) -> Result<(), (usize, Failure)> {
    let mut guard: GuardOf<S> = Guard::new(true);
    for k in 0..elements {
        if !guard.is_due(k) && k + 1 < elements {
            continue;
        }
        let [(before, v), (state, velocity)] = [first + k, first + k + 1].map(node);
        let over = (length(first + k), k);
        let mut looks = || {
            if guard.is_new() {
                let _ = looked_at(system, over, (None, &before), &v, &mut guard);
            }
            guard.before = Some(v.clone());
            looked_at(system, over, (Some(&before), &state), &velocity, &mut guard)
        };
        looks().map_err(|failure| (first + k, failure))?;
        guard.wait(k + 1, has_mass_of_time::<S>());
    }
    Ok(())
}

/// A look at a state whose velocity is that of the guard.
fn looked_at<S: Lagrangian>(
    system: &S,
    (h, steps): (S::Scalar, usize),
    (before, state): (Option<&StateOf<S>>, &StateOf<S>),
    velocity: &S::Velocity,
    guard: &mut GuardOf<S>,
) -> Result<(), Failure> {
    if S::Configuration::LENGTH.is_some() && !S::STRUCTURE.has_constant_mass_matrix() {
        masses::check(system, state.t, &state.q, velocity)?;
    }
    let now = energies(system, state, velocity);
    if guard.is_lost(now) {
        return Err(Failure::NotFinite { what: "energy" });
    }
    if guard.has_no_value {
        return Ok(());
    }
    if !S::STRUCTURE.is_passive && before.is_none() && guard.is_new() {
        guard.begin(now);
    }
    let (roundings, of_rest) = (guard.roundings(steps), guard.given());
    // Where E has no bound, neither has what rounding does to it.
    let is_rounding = |change: SizeOf<S::Scalar>| {
        let own = noise(system, state, velocity, now.energy);
        change.is_finite() && change <= roundings * (own + noise_at_rest::<S>(of_rest))
    };
    if !S::STRUCTURE.is_passive {
        guard.reference = Some(now);
        // The next step of a frame begins here.
        guard.in_frame = guard.in_frame.map(|_| Some(now));
        let times = match before {
            Some(before) => {
                let room = guard.before.take();
                let first = room.as_ref();
                let known = first.map_or(now.kinetic, |v| kinetic::<S>(&before.p, v));
                let ends = [(&before.p, known), (&state.p, now.kinetic)];
                let is_resolved = is_resolved::<S>(h, [&before.q, &state.q], ends)
                    && !(guard.is_growing() && is_outrun(system, h, state, velocity));
                let is_driven =
                    || first.is_some_and(|first| is_driven(system, h, [before, state], [first, velocity]));
                let growth = guard.growth(now, is_resolved, is_driven);
                guard.before = room;
                growth
            }
            None => guard
                .is_beyond(now.kinetic)
                .then_some(SizeOf::<S::Scalar>::from_f64(GROWTH)),
        };
        return match times {
            Some(times) if !is_rounding(now.kinetic) && has_kinetic_energy(system, state, now.energy) => {
                guard.refuse();
                Err(Failure::Unresolved {
                    times: times.to_f64(),
                    coordinate: fastest(system, state, velocity),
                })
            }
            _ => Ok(()),
        };
    }
    if guard.is_new() && S::Configuration::LENGTH.is_some() {
        guard.scale = given(system, h, state, velocity, now);
    }
    let Some((from, rise)) = guard.rise(now, !S::STRUCTURE.has_forces) else {
        return Ok(());
    };
    if is_rounding(rise) {
        return Ok(());
    }
    if adds_energy(system, state, velocity) {
        // A parameter below zero: that is the motion which was declared.
        guard.begin_anew(now);
        return Ok(());
    }
    guard.refuse();
    Err(Failure::EnergyRises {
        from: from.to_f64(),
        to: now.energy.to_f64(),
        coordinate: fastest(system, state, velocity),
    })
}

/// ½ p·v
fn kinetic<S: Lagrangian>(p: &S::Momentum, v: &S::Velocity) -> SizeOf<S::Scalar> {
    let powers = p.as_slice().iter().zip(v.as_slice());
    let twice = powers.fold(S::Scalar::from_f64(0.0), |sum, (&p, &v)| sum + p * v);
    Scalar::abs(twice.real()) / Size::from_count(2)
}

/// ½ p·v and E.
pub(super) fn energies<S: Lagrangian>(
    system: &S,
    State { t, q, p }: &StateOf<S>,
    v: &S::Velocity,
) -> Energies<SizeOf<S::Scalar>> {
    Energies {
        kinetic: kinetic::<S>(p, v),
        energy: system.generalized_energy(*t, q, v).real(),
    }
}

/// Whether E depends on the velocity: momenta of coordinates without mass are rounding.
fn has_kinetic_energy<S: Lagrangian>(
    system: &S,
    State { t, q, p }: &StateOf<S>,
    energy: SizeOf<S::Scalar>,
) -> bool {
    system.generalized_energy(*t, q, &zeros_like(p)).real() != energy
}

/// The coordinate with the largest part of the kinetic energy.
fn fastest<S: Lagrangian>(system: &S, state: &StateOf<S>, v: &S::Velocity) -> CoordinateName {
    let powers = state.p.as_slice().iter().zip(v.as_slice());
    let parts = powers.map(|(&p, &v)| (p * v).magnitude());
    let mut fastest = (0, SizeOf::<S::Scalar>::from_count(0));
    for (k, part) in parts.enumerate() {
        if part > fastest.1 {
            fastest = (k, part);
        }
    }
    system.coordinate_name(fastest.0)
}
