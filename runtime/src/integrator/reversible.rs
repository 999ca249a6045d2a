//! Steps whose length follows the state, and which are reversible in time.

use super::checks::{check_step_size, check_time_moves};
use super::{Integrator, memory, velocity_or_consistent};
use crate::drive::{Drive, Interval, StepMemory, compensated_sum};
use crate::{Discretize, Error, Failure, Lagrangian, State};
use extremal_numerics::block::{at, is_finite};
use extremal_numerics::{IntoBlock, NoInputs, Scalar, Size, Vector};

/// The part of the time 1/Q over which the monitor is differentiated.
const PART: f64 = 1.0 / 256.0;

/// The least part of Q that the density of steps may be.
const LEAST: f64 = 1.0 / 8.0;

/// Steps of a symmetric scheme that are short where a function of the coordinates is large: for close encounters.
///
/// ```text
/// ρ_{n+½} = ρ_{n−½} + ε G(qₙ, vₙ),   hₙ = ε/ρ_{n+½},   G = d/dt ln Q = ∇Q·v/Q,   ρ_{½} = Q(q₀) + ½ ε G(q₀, v₀)
/// ```
///
/// | symbol | meaning |
/// | --- | --- |
/// | Q(q) > 0 | the monitor, a rate in 1 / time: `√(GM) \|r\|^(-3/2)` for a body at r from a sun |
/// | ε | the tolerance: a step is ε of the time 1/Q |
/// | ρ | the density of steps, which follows Q to O(ε²) |
///
/// G is a difference over places that are 1/(256 Q) apart in time: Q has to be a rate of the motion, and not a multiple of it.
///
/// Steps need a memory of their length. Systems of any size, whose numbers are on the heap, take room for two steps at the
/// first ones, and none later; those with contacts take it in each step.
///
/// A step length that is computed from the state at the start of the step belongs to this end alone: going back, another one
/// would be taken, and the energy drifts as with steps of any other integrator. The density is a number of the motion, and is
/// integrated beside it by the midpoint rule. So steps of −v undo steps of v, and the energy of a reversible system has no
/// drift. On Kepler's ellipse with the eccentricity 0.9, `Verlet` with ε = 0.04 keeps it to 0.015 through a thousand
/// periods of some 200 steps, where as many constant steps have errors more than five times as large.
///
/// Reactions that steps report are those of a first step, to order 1; multipliers at a state have no error of steps
/// ([`Constrained::multipliers`](crate::Constrained::multipliers)).
///
/// E. Hairer & G. Söderlind, Explicit, time reversible, adaptive step size control, SIAM J. Sci. Comput. 26 (2005) 1838;
/// E. Hairer, C. Lubich & G. Wanner, Geometric numerical integration, VIII.3.2.
///
/// ```
/// use extremal::prelude::*;
/// use extremal::ReversibleSteps;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(r[2]), kinetic = 0.5 * dt(r).norm_squared(), potential = -1 / r.norm(), discretize(Verlet))]
/// struct Comet;
///
/// // The nearest point of an ellipse with the eccentricity 0.9. The first step size is not used.
/// let motion = Integrator::new(Comet, Verlet, 1.0, [0.1, 0.0], [0.0, 19_f64.sqrt()])?;
/// let energy = motion.energy();
/// let mut motion = ReversibleSteps::new(motion, 0.04, |r: &[f64]| r[0].hypot(r[1]).powf(-1.5))?;
/// for _ in 0..20_000 {
///     motion.step()?;
/// }
/// assert!((motion.integrator().energy() - energy).abs() < 1e-2);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Debug)]
pub struct ReversibleSteps<S: Discretize<D>, D, Q> {
    motion: Integrator<S, D, S::Memory>,
    monitor: Q,
    /// ε
    tolerance: S::Scalar,
    /// ρ of the last step.
    density: S::Scalar,
    /// The rounding error of t, for a compensated sum.
    lost: S::Scalar,
    room: Room<S, D>,
}

/// Memory that each step overwrites.
#[derive(Debug)]
struct Room<S: Discretize<D>, D> {
    /// The velocity of the present state.
    velocity: S::Velocity,
    /// A place at which the monitor is looked at.
    place: S::Configuration,
    /// The memory of the step before the last one.
    memory: Option<S::Memory>,
}

impl<S, D, Q> ReversibleSteps<S, D, Q>
where
    S: Discretize<D>,
    Q: FnMut(&[S::Scalar]) -> S::Scalar,
{
    /// From the present state of an integrator, with the tolerance ε and the monitor Q(q).
    ///
    /// A scheme that is not symmetric is an error of the compiler.
    ///
    /// # Errors
    ///
    /// [`Failure::StepSize`] unless ε is above zero and finite, [`Failure::Monitor`] unless the monitor is, and
    /// [`Failure::StepDensity`] as in [`step`](Self::step).
    pub fn new(motion: Integrator<S, D, S::Memory>, tolerance: S::Scalar, monitor: Q) -> Result<Self, Error> {
        const {
            assert!(
                S::FACTS.is_symmetric,
                "`ReversibleSteps` takes schemes that are symmetric whatever their values are, so that a step of −h undoes one of h; \
                 one-sided quadratures are not: take one that has both ends or none"
            );
        }
        let zero = S::Scalar::from_f64(0.0);
        let n = motion.coordinates().as_slice().len();
        let mut steps = Self {
            room: Room {
                velocity: S::Velocity::with_len(n, |_| zero),
                place: motion.coordinates().clone(),
                memory: None,
            },
            motion,
            monitor,
            tolerance,
            density: zero,
            lost: zero,
        };
        let (rate, growth) = steps.rate_with_growth();
        steps.density = rate - S::Scalar::from_f64(0.5) * tolerance * growth;
        let first = check_step_size(tolerance).and_then(|()| steps.next());
        match first {
            Ok(_) => Ok(steps),
            Err(failure) => Err(steps.motion.error(failure)),
        }
    }

    /// Makes one step of a system without inputs, of the length that [`next_step_size`](Self::next_step_size) tells.
    ///
    /// # Errors
    ///
    /// The errors of [`Integrator::step`], [`Failure::Monitor`] where Q is not above zero and finite, and
    /// [`Failure::StepDensity`] if the density of steps is below an eighth of Q: ε is too large. Nothing is changed.
    pub fn step(&mut self) -> Result<S::Report, Error>
    where
        S::Inputs: NoInputs,
    {
        self.advance(&S::Inputs::none())
    }

    /// Makes one step with inputs, which are held constant over it.
    ///
    /// # Errors
    ///
    /// The errors of [`step`](Self::step), and of [`Integrator::step_with`] for the inputs.
    pub fn step_with(&mut self, inputs: impl IntoBlock<S::Inputs>) -> Result<S::Report, Error> {
        let inputs = self.motion.checked(inputs.into_block())?;
        self.advance(&inputs)
    }

    /// The length of the next step, h = ε/ρ; NaN where [`step`](Self::step) fails because there is none.
    pub fn next_step_size(&mut self) -> S::Scalar {
        self.next()
            .map_or_else(|_| S::Scalar::from_f64(f64::NAN), |(_, h)| h)
    }

    /// Turns the motion round, v → −v: as many steps as were made lead back to the start, up to rounding. The system itself has
    /// to be reversible: no friction, no explicit time, and no terms of L that are odd in v.
    ///
    /// # Errors
    ///
    /// The errors of [`Integrator::velocity`] and [`Integrator::set_state`], and of the monitor in [`step`](Self::step).
    pub fn reverse(&mut self) -> Result<(), Error> {
        let (density, _) = self.next().map_err(|failure| self.motion.error(failure))?;
        let (velocity, State { t, q, p }) = (self.motion.velocity()?, self.motion.state());
        let back = S::Velocity::with_len(velocity.as_slice().len(), |k| -at(velocity.as_slice(), k));
        // Terms of L that are linear in v do not turn, and the momentum that a scheme carries need not be that of its velocity.
        let system = self.motion.system();
        let [ahead, behind] = [&velocity, &back].map(|v| system.momentum(t, &q, v));
        let p = S::Momentum::with_len(p.as_slice().len(), |k| {
            at(ahead.as_slice(), k) + at(behind.as_slice(), k) - at(p.as_slice(), k)
        });
        self.motion.set_with(State { t, q, p }, back)?;
        self.density = density;
        Ok(())
    }

    /// The integrator in its present state.
    pub fn integrator(&self) -> &Integrator<S, D, S::Memory> {
        &self.motion
    }

    /// The integrator, whose step size is that of the last step.
    pub fn into_integrator(self) -> Integrator<S, D, S::Memory> {
        self.motion
    }

    fn advance(&mut self, inputs: &S::Inputs) -> Result<S::Report, Error> {
        let (density, h) = self.next().map_err(|failure| self.motion.error(failure))?;
        let (report, lost) = self.motion.step_of(h, self.lost, inputs, &mut self.room)?;
        (self.density, self.lost) = (density, lost);
        Ok(report)
    }

    /// ρ and h of the next step.
    fn next(&mut self) -> Result<(S::Scalar, S::Scalar), Failure> {
        let (rate, growth) = self.rate_with_growth();
        let density = self.density + self.tolerance * growth;
        if !(is_positive(rate) && rate.magnitude().is_finite()) {
            return Err(Failure::Monitor {
                value: rate.real().to_f64(),
            });
        }
        // It follows Q to ε². Where it does not, ε is too large, and ε/ρ is no part of the time 1/Q.
        if is_positive(density - S::Scalar::from_f64(LEAST) * rate) {
            return Ok((density, self.tolerance / density));
        }
        Err(Failure::StepDensity {
            density: density.real().to_f64(),
            monitor: rate.real().to_f64(),
        })
    }

    /// Q, and G by the central difference of fourth order along the velocity. With −v it is −G to the last bit, and that is
    /// what counts. Over 1/256 of the time 1/Q it magnifies roundings by 384 at most, and its error is a part of 1e-8.
    fn rate_with_growth(&mut self) -> (S::Scalar, S::Scalar) {
        let (motion, room) = (&mut self.motion, &mut self.room);
        motion.set_node_velocity(&mut room.velocity);
        let rate = (self.monitor)(motion.q.as_slice());
        let part = S::Scalar::from_f64(PART) / rate;
        let mut moved = |by: S::Scalar| {
            let places = motion.q.as_slice().iter().zip(room.velocity.as_slice());
            for (to, (&q, &v)) in room.place.as_mut_slice().iter_mut().zip(places) {
                *to = q + by * v;
            }
            (self.monitor)(room.place.as_slice())
        };
        let near = moved(part) - moved(-part);
        let twice = part + part;
        let far = moved(twice) - moved(-twice);
        let difference = S::Scalar::from_f64(8.0) * near - far;
        (rate, difference / (S::Scalar::from_f64(12.0) * part * rate))
    }
}

/// Above zero in every lane.
fn is_positive<T: Scalar>(number: T) -> bool {
    let zero = T::from_f64(0.0);
    T::select_less(zero, number, zero, T::from_f64(1.0)) == zero
}

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Overwrites the velocity by that at the present node: the carried one, or that of the momentum, with coordinates without
    /// a mass at rest.
    fn set_node_velocity(&mut self, velocity: &mut S::Velocity) {
        let state = self.lent_state();
        let memory = memory::of::<S, D>(&mut self.memory);
        let found = memory.set_velocity(self.system.system(), &state, velocity.as_mut_slice());
        let is_set = matches!(found, Ok(Some(_))) && is_finite(velocity);
        if !is_set {
            let carried = memory::velocity::<S, D>(&self.memory);
            *velocity =
                carried.unwrap_or_else(|| velocity_or_consistent(&self.system, state.t, &state.q, &state.p));
        }
        (self.q, self.p) = (state.q, state.p);
    }

    /// One step of the length h, and what the sum t + h loses, if the sums before have lost `lost`. Nothing is changed if
    /// it fails. The room has the velocity of the present state.
    fn step_of(
        &mut self,
        h: S::Scalar,
        lost: S::Scalar,
        inputs: &S::Inputs,
        room: &mut Room<S, D>,
    ) -> Result<(S::Report, S::Scalar), Error> {
        check_step_size(h)
            .and_then(|()| check_time_moves(self.clock.time(), h))
            .map_err(|failure| self.error(failure))?;
        let clock = self.clock;
        let (t, state) = (clock.time(), self.lent_state());
        let over = Interval::new(&self.scheme, h, inputs, &state);
        let (system, goes_on) = (self.system.system(), clock.steps() > 0);
        let unneeded = room.memory.take().filter(|_| goes_on);
        let started = S::Driver::start(system, over.starting(&room.velocity), unneeded);
        let prepared = started.and_then(|mut next| {
            memory::keep_contacts::<S, D>(&mut next, &self.memory);
            if goes_on {
                let from = (clock.step_size(), &self.memory);
                S::Driver::hand_over(system, over, from, &mut next)?;
            }
            Ok(next)
        });
        (self.q, self.p) = (state.q, state.p);
        let next = prepared.map_err(|failure| self.error(failure))?;
        let earlier = core::mem::replace(&mut self.memory, next);
        self.clock = clock.with_step_size(h);
        let made = self.advance_unrecorded(inputs);
        match made {
            Ok(report) => {
                let (t, lost) = compensated_sum(t, h + lost);
                self.clock = self.clock.at(t, h);
                room.memory = Some(earlier);
                Ok((report, lost))
            }
            Err(error) => {
                self.clock = clock;
                room.memory = Some(core::mem::replace(&mut self.memory, earlier));
                // Its step size is not kept, so that it cannot be repeated.
                self.failed = None;
                Err(error)
            }
        }
    }
}
