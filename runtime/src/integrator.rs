//! The integrator: a system, a scheme, a state, and the step from one state to the next.
//!
//! Independent of equations: [`Discretize`] makes the step.

mod begin;
mod causes;
mod checks;
mod frames;
mod guard;
mod intervene;
mod jacobians;
#[cfg(feature = "ensemble")]
mod lanes;
mod linearize;
mod looks;
mod many;
pub(crate) mod memory;
mod modified_energy;
mod observe;
#[cfg(feature = "std")]
mod record;
mod reversible;
mod snapshot;
mod stability;
mod steps;
#[cfg(feature = "std")]
mod varied;

use crate::clock::Clock;
use crate::drive::{Begin, Start};
pub use crate::known::{Known, Knows};
use crate::legendre::velocity_or_consistent;
pub use crate::system::{CoordinatesOf, Fit, VelocityOf};
use begin::begun;
pub use begin::{SchemeOf, System};
use checks::{check_size, check_start, check_state};
use extremal_numerics::block::{difference, sum};
pub use frames::Frame;
use guard::Guard;
use looks::GuardOf;
#[cfg(feature = "std")]
pub(crate) use looks::looked_through;
pub use reversible::ReversibleSteps;
pub use snapshot::{Snapshot, SnapshotOf};

use crate::{Discretize, Error, Failure, Lagrangian, State, StateOf};
use extremal_numerics::{Scalar, Size, Vector};

/// Steps the system `S` with the scheme `D`.
///
/// ```text
/// (t_k, q_k, p_k) ↦ (t_{k+1}, q_{k+1}, p_{k+1}),   t_k = t₀ + k h
/// ```
///
/// The state between steps is (t, q, p). A step that fails changes neither the state nor anything else on which later
/// steps depend. The integrator owns its system; a reference to a system is a system as well, so that `S` may be
/// `&Stone`.
///
/// | you want to | methods |
/// | --- | --- |
/// | begin | [`new`](Self::new), [`new_at`](Self::new_at) a time, [`from_state`](Self::from_state) |
/// | make steps | [`step`](Self::step), [`step_with`](Self::step_with) inputs |
/// | make many steps, see only the last | [`step_many`](Self::step_many), [`step_many_with`](Self::step_many_with) inputs |
/// | make the steps of a frame, however long it is | [`advance`](Self::advance), [`advance_with`](Self::advance_with) inputs |
/// | make and record steps | `run`, `run_with`, `record`, `record_with`, with the feature `std` |
/// | look at the state | [`state`](Self::state), [`velocity`](Self::velocity) |
/// | look at energies | [`energy`](Self::energy), [`total_energy`](Self::total_energy) |
/// | check h by an energy | [`modified_energy`](Self::modified_energy) |
/// | intervene | [`kick`](Self::kick), [`set_system`](Self::set_system), [`set_step_size`](Self::set_step_size) |
/// | continue from another state | [`set_state`](Self::set_state) |
/// | differentiate the next step | [`linearize`](Self::linearize), [`linearize_with`](Self::linearize_with) inputs |
/// | make a step and differentiate it | [`step_linearized`](Self::step_linearized) |
/// | differentiate in (q, v) | [`linearize_velocity`](Self::linearize_velocity) |
/// | choose h by stability | [`largest_stable_step`](Self::largest_stable_step), [`amplification`](Self::amplification) |
/// | look at outputs, differentiate them | [`outputs`](Self::outputs), [`linearize_outputs`](Self::linearize_outputs) |
/// | let explosions be errors, or not | [`set_guard`](Self::set_guard) |
/// | save and restore | [`snapshot`](Self::snapshot), [`restore`](Self::restore) |
/// | understand a failure | [`last_iterate`](Self::last_iterate) |
///
/// ```
/// use extremal::prelude::*;
///
/// /// A stone that is thrown.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * m * dt(r).norm_squared(),
///     potential = m * g * r[1],
/// )]
/// struct Stone {
///     m: f64,
///     g: f64,
/// }
///
/// let stone = Stone { m: 2.0, g: 10.0 };
/// let mut motion = Integrator::new(&stone, Verlet, 0.25, [0.0, 0.0], [3.0, 5.0])?;
/// for _ in 0..4 {
///     motion.step()?;
/// }
/// let State { t, q, p } = motion.state();
/// assert_eq!((t, q[0], q[1]), (1.0, 3.0, 0.0));
/// assert_eq!((p[0], p[1]), (6.0, -10.0)); // m v
/// assert_eq!(motion.energy(), 34.0); // ½ m v², at the height 0
/// # Ok::<(), extremal::Error>(())
/// ```
///
/// You never need to write `M`: it defaults to the scheme's memory. For example, a field may have the type
/// `Integrator<Stone, Verlet>`.
pub struct Integrator<S: Lagrangian, D, M = <S as Discretize<D>>::Memory> {
    system: S,
    scheme: D,
    clock: Clock<S::Scalar>,
    /// Coordinates at the time of the clock.
    q: S::Configuration,
    p: S::Momentum,
    memory: M,
    /// The velocity at the start, which the momentum does not determine if M is singular.
    start_velocity: S::Velocity,
    /// The last step that failed: the number of steps before it, and its inputs. A step that succeeds does not write
    /// here.
    failed: Option<(usize, S::Inputs)>,
    guard: GuardOf<S>,
    /// How often [`advance`](Self::advance) halves a step that fails, at the most.
    most_halvings: u32,
    /// The memory of inputs whose number only the program knows; what it contains means nothing.
    inputs: S::Inputs,
}

impl<S: Lagrangian, D: SchemeOf<S, Memory = M>, M> Integrator<S, D, M> {
    /// Starts at t = 0 with the coordinates q₀ and the velocity v₀. The momentum is ∂L/∂v(q₀, v₀, 0).
    ///
    /// Coordinates and velocity are arrays or `SVector`s of n numbers, in the order of the declaration. `step_size` is h,
    /// in the unit of time that the parameters imply. The start imposes the momentum and not the velocity of the first
    /// element, because this keeps the order (Capobianco 2015, (2.35) and section 4.1; source at
    /// [`Galerkin`](crate::schemes::Galerkin)).
    ///
    /// # Errors
    ///
    /// [`Failure::StepSize`] unless 0 < h < ∞, and [`Failure::NotFinite`] if q₀, v₀ or the momentum is not finite.
    /// [`Failure::TimeStandsStill`] if t₀ + h = t₀.
    /// [`Failure::NegativeMass`] if T is declared as a kinetic energy and is below zero along some velocity.
    /// [`Failure::Undetermined`] if a mass is zero that the scheme needs, and the state has no part in that. With constraints,
    /// [`Failure::NoGradient`] or [`Failure::RedundantConstraint`] if no multiplier can hold one.
    /// [`Failure::ConstraintViolated`] if a constraint or its rate is not satisfied to about 8 ε^¾ of its summands, and of
    /// `|∂g/∂q| √(m'/m) (|q'| + h |v'|)`, where q' is any coordinate and m' its mass; [`Lagrangian::project`] computes a start
    /// that satisfies them.
    pub fn new<Y: System<W, Itself = S>, W, Q: CoordinatesOf<S, K>, V: VelocityOf<S, K>, K>(
        system: Y,
        scheme: D,
        step_size: S::Scalar,
        q0: Q,
        v0: V,
    ) -> Result<Integrator<Known<M, S>, D, M>, Error> {
        Self::new_at(system, scheme, step_size, S::Scalar::from_f64(0.0), q0, v0)
    }

    /// Starts at the time t₀. The momentum is ∂L/∂v(q₀, v₀, t₀), and constraints must be satisfied at t₀.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// /// A bead on a ring that grows.
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(r[2]),
    ///     kinetic = 0.5 * dt(r).norm_squared(),
    ///     potential = 0,
    ///     constraint(ring = r.norm_squared() - (1 + t).powi(2)),
    ///     discretize(Midpoint),
    /// )]
    /// struct Bead;
    ///
    /// // At t = 2 the radius is 3, and grows with the velocity 1.
    /// let mut motion = Integrator::new_at(Bead, Midpoint, 0.01, 2.0, [3.0, 0.0], [1.0, 0.5])?;
    /// assert!(Integrator::new(Bead, Midpoint, 0.01, [3.0, 0.0], [1.0, 0.5]).is_err());
    /// motion.step_many(100)?;
    /// assert!((motion.time() - 3.0).abs() < 1e-15);
    /// assert!((motion.state().q.norm() - 4.0).abs() < 1e-13);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new), and [`Failure::NotFinite`] for the time.
    pub fn new_at<Y: System<W, Itself = S>, W, Q: CoordinatesOf<S, K>, V: VelocityOf<S, K>, K>(
        system: Y,
        scheme: D,
        step_size: S::Scalar,
        t0: S::Scalar,
        q0: Q,
        v0: V,
    ) -> Result<Integrator<Known<M, S>, D, M>, Error> {
        let system = system.itself();
        let (q, fit) = q0.coordinates();
        let (t, v) = (t0, v0.velocity(fit));
        check_size(&system, &q)
            .and_then(|()| system.check_fields())
            .and_then(|()| check_start(&system, &q, "initial coordinates"))
            .and_then(|()| check_start(&system, &v, "initial velocity"))
            .map_err(|failure| at_start(t, failure))?;
        let p = system.momentum(t, &q, &v);
        scheme.start(system, step_size, State { t, q, p }, &v, Begin::Anew)
    }

    /// Starts from a state, at its time.
    ///
    /// Use it to continue a motion from the [`state`](Self::state) of another integrator: with other parameters, as when
    /// a crane takes up a load, or with another scheme. The momentum is taken over unchanged; with other masses it
    /// belongs to another velocity.
    ///
    /// Nodes of [`Livens`](crate::schemes::Livens), [`Stabilized`](crate::schemes::Stabilized) and
    /// [`Hermite`](crate::schemes::Hermite) satisfy the rates of constraints to their order alone, and so do those of all
    /// schemes with constraints on velocities (`rolling`). A momentum along a constraint is not refused there:
    /// [`project`](crate::Lagrangian::project) a state of your own.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new), but for these rates of constraints.
    pub fn from_state<Y: System<W, Itself = S>, W>(
        system: Y,
        scheme: D,
        step_size: S::Scalar,
        state: StateOf<S>,
    ) -> Result<Integrator<Known<M, S>, D, M>, Error> {
        let system = system.itself();
        check_size(&system, &state.q)
            .and_then(|()| system.check_fields())
            .and_then(|()| check_state(&system, &state))
            .map_err(|failure| at_start(state.t, failure))?;
        let v = velocity_or_consistent(&system, state.t, &state.q, &state.p);
        scheme.start(system, step_size, state, &v, Begin::Again)
    }
}

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    fn with_velocity(
        system: S,
        scheme: D,
        step_size: S::Scalar,
        state: StateOf<S>,
        velocity: &S::Velocity,
        begin: Begin,
    ) -> Result<Self, Error> {
        const {
            assert!(
                S::STEPS,
                "this scheme makes no steps: its elements share fields, so that all are solved together; write \
                 `Monolithic::new(system, scheme, h, steps, start)` instead"
            );
        }
        let from = Start {
            begin,
            ..Start::new(&scheme, step_size, &state, velocity)
        };
        let memory = begun(&system, from).map_err(|failure| at_start(state.t, failure))?;
        let guard = Guard::new(looks::is_on_at_a_start::<S>());
        let mut motion = Self {
            guard,
            most_halvings: frames::MOST_HALVINGS,
            system,
            scheme,
            clock: Clock::new(state.t, step_size),
            q: state.q,
            p: state.p,
            memory,
            start_velocity: velocity.clone(),
            failed: None,
            inputs: S::Inputs::with_len(0, |_| S::Scalar::from_f64(0.0)),
        };
        if S::Configuration::LENGTH.is_none() && motion.guard.is_on() {
            motion.prepare_guard();
        }
        Ok(motion)
    }

    /// Moves the start to the time `t0`, with the same coordinates and the same velocity.
    ///
    /// The momentum changes if ∂L/∂v depends on t explicitly. The count of steps restarts from zero. Constraints that
    /// depend on t are checked at both times; [`new_at`](Self::new_at) checks them at its own time alone.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new).
    pub fn starting_at(self, t0: S::Scalar) -> Result<Self, Error> {
        let State { t, q, p } = self.state();
        let v = self.start_velocity.clone();
        let (old, new) = (self.system.momentum(t, &q, &v), self.system.momentum(t0, &q, &v));
        // Added as a difference, so that p keeps its bits if ∂L/∂v does not depend on t.
        let p = sum(&p, &difference(&new, &old));
        Self::with_velocity(
            self.system,
            self.scheme,
            self.clock.step_size(),
            State { t: t0, q, p },
            &v,
            Begin::Anew,
        )
    }
}

/// A function of its own, so that a step that succeeds does not compute the time.
#[cold]
fn error_at<T: Scalar>(clock: Clock<T>, failure: Failure) -> Error {
    Error {
        t: clock.time().real().to_f64(),
        step: clock.steps(),
        failure,
    }
}

fn at_start<T: Scalar>(t: T, failure: Failure) -> Error {
    Error {
        t: t.real().to_f64(),
        step: 0,
        failure,
    }
}
