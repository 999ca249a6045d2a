//! Drivers: how kernels are put together to steps.
//!
//! Ordinary generic Rust, one driver for a family of schemes. [`OneStep`] drives every scheme that the derive states as
//! equations; [`Composed`](crate::schemes::composition::Composed) drives compositions of any symmetric scheme of order 2. A
//! driver of your own needs a type for the scheme, [`Scheme`] for it, and [`Drive`] for its driver.

mod advance;
mod assembled;
mod assembly;
mod by_reference;
mod compensated;
mod contact;
mod cubic;
mod driven;
#[cfg(feature = "parallel")]
mod in_parts;
mod inside;
mod interval;
mod memory;
mod modes;
mod one_step;
mod report;
mod scheme;
#[cfg(feature = "parallel")]
mod shared;
mod solve;
mod spare;

pub use advance::{Advance, Advanced, AdvancedLinearized};
pub use assembled::{
    Assembled, AssembledMemory, FixedEntries, FixedSteps, HandOver, Listed, SparseLinearization, StepSpace,
};
#[cfg(feature = "alloc")]
pub use assembled::{
    AssembledContactMemory, AssembledContactReport, AssembledContacts, AtItem, CompressedColumns, LinearStep,
    OnTheHeap,
};
pub use assembly::{Assembly, Dependence, Known, OwnEnd, OwnStart};
pub use by_reference::ByReference;
pub(crate) use compensated::sum as compensated_sum;
pub use compensated::{accumulate, leave};
pub use contact::{
    AtContact, ContactChange, ContactEvent, ContactMemory, ContactReport, ContactScheme, ContactStep, Resume,
    TellsContactEvents,
};
pub use cubic::Cubic;
pub(crate) use cubic::interpolate;
pub use driven::Driven;
#[cfg(feature = "parallel")]
pub use in_parts::{ItemPass, PartSums, in_parts};
pub use inside::{Cubics, Elements, Inside};
pub use interval::{Interval, Start};
pub use memory::{Memory, MemoryOf, Remembers};
pub use modes::{Alternating, OneWay, Steady};
pub use one_step::OneStep;
#[cfg(feature = "std")]
pub use one_step::{Beside, ElementRows, ElementSizes, Elementwise};
pub(crate) use report::generalized_energy;
pub use report::{
    ConstrainedEnergies, ConstrainedStep, Energies, EnergyStep, Fields, Iterations, Multipliers, Reporter,
    with_basis, with_zeros,
};
pub use scheme::Scheme;
#[cfg(feature = "parallel")]
#[doc(hidden)]
pub use shared::{Shared, Threads, if_shared, shared};
pub(crate) use solve::last_iterate;
pub use solve::{Condensed, Direct, Iterated, Solver};
#[cfg(feature = "alloc")]
pub use spare::Kept;
pub use spare::{OnTheStack, Spare};

use core::fmt::Debug;

use crate::contacts::Contact;
use crate::family::ContactForm;
use crate::legendre::{set_velocity, velocity_or_consistent};
use crate::{Facts, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::copied;
use extremal_numerics::{Numbers, Vector};

/// Makes the steps of the scheme `D` for the system `S`.
///
/// ```text
/// advance:  (t, q₀, p₀), u, memory ↦ (t + h, q₁, p₁), memory, report, stages
/// ```
///
/// Implement it for a driver of your own. The driver of this example makes the steps of another scheme, and two half steps
/// beside each. Their difference estimates the error of the step:
///
/// ```
/// use extremal::drive::{Advance, Advanced, Drive, Interval, Scheme, Start};
/// use extremal::prelude::*;
/// use extremal::{Facts, Failure, Scalar, blocks::{Size, Vector}};
///
/// /// Steps of `D`, each with an estimate of its error.
/// struct Doubled<D>(D);
/// struct Doubling;
///
/// impl<D> Scheme for Doubled<D> {
///     type Driver = Doubling;
/// }
///
/// impl<S: Discretize<D>, D> Drive<S, Doubled<D>> for Doubling {
///     // The memory of the steps, and that of the half steps.
///     type Memory = (S::Memory, S::Memory);
///     type Report = (S::Report, f64);
///     type Stages = S::Stages;
///     type Linearization = S::Linearization;
///     type Modes = S::Modes;
///     const FACTS: Facts = Facts { step_operations: 3 * S::FACTS.step_operations, ..S::FACTS };
///
///     fn start(system: &S, from: Start<'_, S, Doubled<D>>) -> Result<Self::Memory, Failure> {
///         let (scheme, half) = (&from.scheme.0, S::Scalar::from_f64(0.5) * from.h);
///         let steps = S::start(system, from.of(scheme, from.h))?;
///         Ok((steps, S::start(system, from.of(scheme, half))?))
///     }
///
///     fn restart(system: &S, from: Start<'_, S, Doubled<D>>) -> Result<Self::Memory, Failure> {
///         let (scheme, half) = (&from.scheme.0, S::Scalar::from_f64(0.5) * from.h);
///         let steps = S::restart(system, from.of(scheme, from.h))?;
///         Ok((steps, S::restart(system, from.of(scheme, half))?))
///     }
///
///     fn hand_over(
///         system: &S,
///         over: Interval<'_, S, Doubled<D>>,
///         (before, from): (S::Scalar, &Self::Memory),
///         to: &mut Self::Memory,
///     ) -> Result<(), Failure> {
///         S::hand_over(system, over.of(&over.scheme.0, over.h, over.state), (before, &from.0), &mut to.0)
///     }
///
///     fn node_velocity(memory: &Self::Memory) -> Option<S::Velocity> {
///         S::node_velocity(&memory.0)
///     }
///
///     fn reported_velocity(report: &Self::Report) -> Option<S::Velocity> {
///         S::reported_velocity(&report.0)
///     }
///
///     fn advance<const CHECKED: bool>(
///         system: &S,
///         over: Interval<'_, S, Doubled<D>>,
///         memory: &mut Self::Memory,
///     ) -> Advanced<S, Self::Report, S::Stages> {
///         let ((mut steps, mut halves), scheme) = (memory.clone(), &over.scheme.0);
///         let half = S::Scalar::from_f64(0.5) * over.h;
///         // Both begin at the state that the step before left.
///         let first = over.of(scheme, half, over.state);
///         S::hand_over(system, first, (over.h, &steps), &mut halves)?;
///         let middle = S::advance::<CHECKED>(system, first, &mut halves)?.state;
///         let twice = S::advance::<CHECKED>(system, over.of(scheme, half, &middle), &mut halves)?.state;
///         let once = S::advance::<CHECKED>(system, over.of(scheme, over.h, over.state), &mut steps)?;
///         let pairs = once.state.q.as_slice().iter().zip(twice.q.as_slice());
///         let error = pairs.fold(0.0, |most: f64, (&a, &b)| most.max((a - b).magnitude().to_f64()));
///         *memory = (steps, halves);
///         Ok(Advance { state: once.state, report: (once.report, error), stages: once.stages })
///     }
///
///     fn interpolate(
///         h: S::Scalar,
///         q0: &S::Configuration,
///         stages: &S::Stages,
///         s: S::Scalar,
///     ) -> (S::Configuration, S::Velocity) {
///         S::interpolate(h, q0, stages, s)
///     }
///
///     fn linearize(
///         system: &S,
///         over: Interval<'_, S, Doubled<D>>,
///         memory: &Self::Memory,
///     ) -> Result<S::Linearization, Failure> {
///         S::linearize(system, over.of(&over.scheme.0, over.h, over.state), &memory.0)
///     }
/// }
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -cos(x), discretize(Midpoint))]
/// struct Pendulum;
///
/// let mut motion = Integrator::new(Pendulum, Doubled(Midpoint), 0.1, [2.0], [0.0])?;
/// let (_, error) = motion.step()?;
/// assert!(error > 1e-6 && error < 1e-3);
/// # Ok::<(), extremal::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the scheme `{D}` is not derived for `{S}`",
    label = "list it in `discretize(..)` of `{S}`; compositions are of symmetric schemes alone: of these and of corrected gaps, list the one inside; if it is a form for constraints or symmetries, and `{S}` has none, take the one inside"
)]
pub trait Drive<S: Lagrangian + ?Sized, D> {
    /// What goes from step to step beside the state: carried values, a history of guesses.
    type Memory: Numbers<S::Scalar> + Clone + Debug;
    /// What the scheme reports of a step.
    type Report: Clone + Debug;
    /// The numbers that determine the motion inside an element, together with its start: for Galerkin schemes the stage
    /// velocities.
    type Stages: Vector<S::Scalar>;
    /// The derivative of a step: a [`Linearization`](crate::derivatives::Linearization) with the matrices of this system.
    type Linearization: Clone + Debug;
    /// [`OneWay`] if a step of −h does not undo one of h; [`Alternating`] if each step multiplies some error by −1, as that of
    /// p − ∂L/∂v; else [`Steady`]. Compositions read it.
    type Modes;

    /// What is known of a step in advance.
    const FACTS: Facts;
    /// Whether it makes steps; elements with fields of their own are solved together.
    const STEPS: bool = true;

    /// The memory at a start.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`], and with constraints those of a start that violates them.
    fn start(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure>;

    /// The memory for continuing from a state that a step left. Unlike [`start`](Self::start) it accepts a velocity that
    /// satisfies the constraints only to the order of the scheme.
    ///
    /// # Errors
    ///
    /// Those of [`start`](Self::start).
    #[inline]
    fn restart(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure> {
        Self::start(system, from)
    }

    /// Prepares the memory `to` of the next step, where that has another length or another place in a composition: from the
    /// memory `from` of the step before, which had the length `before`. By default `to` is restarted.
    ///
    /// # Errors
    ///
    /// Those of [`restart`](Self::restart).
    fn hand_over(
        system: &S,
        over: Interval<'_, S, D>,
        (_before, from): (S::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        let velocity = Self::node_velocity(from);
        let State { t, q, p } = over.state;
        let velocity = velocity.unwrap_or_else(|| velocity_or_consistent(system, *t, q, p));
        *to = Self::restart(system, over.starting(&velocity))?;
        Ok(())
    }

    /// Prepares the memory `to` as a [`restart`](Self::restart) with this velocity and [`hand_over`](Self::hand_over) do, with
    /// their errors: in the room that it has, if steps of any length left it. By default it is restarted.
    fn hand_over_in_room(
        system: &S,
        over: Interval<'_, S, D>,
        velocity: &S::Velocity,
        (before, from): (S::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        *to = Self::restart(system, over.starting(velocity))?;
        Self::keep_contacts(from, to);
        Self::hand_over(system, over, (before, from), to)
    }

    /// Takes over what contacts have left for the next step, after a [`restart`](Self::restart) of the memory `to` at the same
    /// coordinates. By default there is nothing.
    #[inline]
    fn keep_contacts(_from: &Self::Memory, _to: &mut Self::Memory) {}

    /// The velocity at the present node, for schemes that carry it.
    #[inline]
    fn node_velocity(_memory: &Self::Memory) -> Option<S::Velocity> {
        None
    }

    /// Sets the velocity at the present node, whose state this is: the carried one, or else that of the momentum. False, and
    /// nothing is set, if the momentum leaves it open.
    fn set_velocity(
        system: &S,
        state: &StateOf<S>,
        memory: &mut Self::Memory,
        velocity: &mut [S::Scalar],
    ) -> bool {
        let Some(carried) = Self::node_velocity(memory) else {
            return set_velocity(system, state, velocity);
        };
        copied(carried.as_slice(), velocity);
        true
    }

    /// The same with coordinates that have no mass at rest: E does not depend on their velocities.
    ///
    /// # Errors
    ///
    /// [`Failure::NegativeMass`], if the computation meets a mass below zero.
    fn set_velocity_of_masses(
        system: &S,
        state: &StateOf<S>,
        memory: &mut Self::Memory,
        velocity: &mut [S::Scalar],
    ) -> Result<bool, Failure> {
        Ok(Self::set_velocity(system, state, memory, velocity))
    }

    /// The velocity at the end of a step, for schemes that carry it.
    #[inline]
    fn reported_velocity(_report: &Self::Report) -> Option<S::Velocity> {
        None
    }

    /// The contacts of which reports tell.
    const CONTACTS: &'static [Contact] = &[];
    /// Calls `visit` with each of the [`CONTACTS`](Self::CONTACTS) in a report, in order.
    #[inline]
    fn each_contact(_report: &Self::Report, _visit: &mut dyn FnMut(AtContact<'_, S::Scalar>)) {}

    /// The contacts of systems of any size, of whose items reports tell.
    const FORMS: &'static [ContactForm] = &[];

    /// Calls `visit` with each closed item of the [`FORMS`](Self::FORMS) in a report, in ascending order.
    #[cfg(feature = "alloc")]
    fn each_item(_report: &Self::Report, _visit: &mut dyn FnMut(AtItem<'_, S::Scalar>)) {}

    /// One step, in which the inputs are constant. The memory is changed only if the step succeeds.
    ///
    /// With `CHECKED = false` the end state is not tested for NaN or infinity, and the stages of a system of any size may be
    /// those of an earlier step; use it when only the last of many steps is inspected. A non-finite state propagates: the
    /// coordinates stay non-finite until some step fails.
    ///
    /// The step size must be finite, not zero, and that with which the memory was started; compositions take negative ones.
    /// Inputs must be finite, and so must the state unless it is the end of a step with `CHECKED = false`. None of this is
    /// tested here.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularTangent`]; Newton's [`Failure::NotConverged`] and [`Failure::Diverged`]; [`Failure::NotFinite`] if
    /// the end is not finite and `CHECKED`.
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, Self::Stages>;

    /// Takes back the state at which the last step began, and which nothing needs any more: a driver of systems of any size may
    /// write the end of the next step there, so that steps need no memory of their own. By default it is dropped.
    #[inline]
    fn reuse_state(_memory: &mut Self::Memory, _state: StateOf<S>) {}

    /// Takes back the stages of the last step, if nothing needs them.
    #[inline]
    fn reuse_stages(_memory: &mut Self::Memory, _stages: Self::Stages) {}

    /// Keeps a copy of the state and of the memory that goes with it, in room that is there already; false, as by default, if
    /// there is none, or if steps without a test of their end would save no time.
    #[inline]
    fn mark(_memory: &mut Self::Memory, _state: &StateOf<S>) -> bool {
        false
    }

    /// The coordinates, the momenta and the memory become those that were marked last, if the memory has made no steps since
    /// then but with `CHECKED = false`.
    #[inline]
    fn rewind(_memory: &mut Self::Memory, _state: &mut StateOf<S>) {}

    /// The degree in time of the coordinates inside an element, by default that of a cubic. Integrals over an element take
    /// Gauss's rule with as many points. A driver around a scheme has the degree of the scheme.
    const DEGREE: usize = cubic::DEGREE;

    /// q and q̇ inside an element of length `h`, at the place s ∈ [0, 1].
    fn interpolate(
        h: S::Scalar,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: S::Scalar,
    ) -> (S::Configuration, S::Velocity);

    /// The derivative of the step that [`advance`](Self::advance) makes, by its start, its inputs and the sensitivities.
    ///
    /// # Errors
    ///
    /// Those of [`advance`](Self::advance), and a singular tangent at its end.
    fn linearize(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure>;

    /// The step of [`advance`](Self::advance) and the derivative of [`linearize`](Self::linearize). The memory is changed only
    /// if both succeed. By default each of the two solves; drivers of this crate solve once.
    ///
    /// # Errors
    ///
    /// Those of [`linearize`](Self::linearize).
    fn advance_linearized(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> AdvancedLinearized<S, Self::Report, Self::Stages, Self::Linearization> {
        let derivative = Self::linearize(system, over, memory)?;
        Ok((Self::advance::<true>(system, over, memory)?, derivative))
    }
}
