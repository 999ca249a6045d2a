//! Drivers: how kernels are put together to steps.
//!
//! Ordinary generic Rust, one driver for a family of schemes. [`OneStep`] drives every scheme that the derive states as
//! equations; [`Composed`](crate::schemes::composition::Composed) drives compositions of any symmetric scheme of order 2. A
//! driver of your own needs a type for the scheme, [`Scheme`] for it, and [`Drive`] for its driver.

mod advance;
mod assembled;
mod assembly;
mod chosen;
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
mod step_memory;
mod step_report;

pub use advance::{Advance, Advanced, AdvancedLinearized};
#[cfg(feature = "alloc")]
pub use assembled::{
    Apart, AssembledContactMemory, AssembledContactReport, AssembledContacts, CompressedColumns, LinearStep,
    OnTheHeap, Opening, Rates,
};
pub use assembled::{
    Assembled, AssembledMemory, FixedEntries, FixedSteps, HandOver, Joint, Listed, Solution,
    SparseLinearization, StepSpace,
};
pub use assembly::{Assembly, Dependence, Known, OwnEnd, OwnStart};
pub use chosen::Chosen;
pub(crate) use compensated::sum as compensated_sum;
pub use compensated::{accumulate, leave};
pub use contact::{
    ContactChange, ContactEvent, ContactMemory, ContactReport, ContactScheme, ContactStep, Resume,
    TellsContactEvents,
};
pub use cubic::Cubic;
pub(crate) use cubic::{DEGREE as CUBIC, interpolate};
pub use driven::Driven;
#[cfg(feature = "parallel")]
pub use in_parts::{ItemPass, PartSums, in_parts};
pub use inside::{Cubics, Elements, Inside};
pub use interval::{Begin, Interval, Start};
pub use memory::{Memory, MemoryOf, Remembered, RememberedAs, RememberedOf, Remembers, Repeats};
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
pub use step_memory::StepMemory;
pub use step_report::{AroundReport, AtContact, AtItem, StepReport};

use core::fmt::Debug;

use crate::{Facts, Failure, Lagrangian, StateOf};
use extremal_numerics::{Numbers, Vector};

/// Makes the steps of the scheme `D` for the system `S`.
///
/// ```text
/// advance:  (t, q₀, p₀), u, memory ↦ (t + h, q₁, p₁), memory, report, stages
/// ```
///
/// Implement it for a driver of your own. Velocities, contacts and events are asked of its memory ([`StepMemory`]) and of its
/// reports ([`StepReport`]); those around the memory and the report of a scheme answer as the scheme does.
///
/// The driver of this example makes the steps of another scheme, and two half steps beside each. Their difference estimates the
/// error of the step:
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
/// impl<S: Discretize<D, System = S>, D> Drive<S, Doubled<D>> for Doubling {
///     // The memory of the steps, and that of the half steps.
///     type Memory = (S::Memory, S::Memory);
///     type Report = (S::Report, f64);
///     type Stages = S::Stages;
///     type Linearization = S::Linearization;
///     type Modes = S::Modes;
///     const FACTS: Facts = Facts { step_operations: 3 * S::FACTS.step_operations, ..S::FACTS };
///     const STEPS: bool = S::STEPS;
///     const DEGREE: usize = S::DEGREE;
///
///     fn start(
///         system: &S,
///         from: Start<'_, S, Doubled<D>>,
///         room: Option<Self::Memory>,
///     ) -> Result<Self::Memory, Failure> {
///         let (scheme, half) = (&from.scheme.0, S::Scalar::from_f64(0.5) * from.h);
///         let (steps, halves) = room.unzip();
///         let steps = S::Driver::start(system, from.of(scheme, from.h), steps)?;
///         Ok((steps, S::Driver::start(system, from.of(scheme, half), halves)?))
///     }
///
///     fn hand_over(
///         system: &S,
///         over: Interval<'_, S, Doubled<D>>,
///         (before, from): (S::Scalar, &Self::Memory),
///         to: &mut Self::Memory,
///     ) -> Result<(), Failure> {
///         let over = over.of(&over.scheme.0, over.h, over.state);
///         S::Driver::hand_over(system, over, (before, &from.0), &mut to.0)
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
///         S::Driver::hand_over(system, first, (over.h, &steps), &mut halves)?;
///         let middle = S::Driver::advance::<CHECKED>(system, first, &mut halves)?.state;
///         let second = over.of(scheme, half, &middle);
///         let twice = S::Driver::advance::<CHECKED>(system, second, &mut halves)?.state;
///         let once = S::Driver::advance::<CHECKED>(system, over.of(scheme, over.h, over.state), &mut steps)?;
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
///         S::Driver::interpolate(h, q0, stages, s)
///     }
///
///     fn linearize(
///         system: &S,
///         over: Interval<'_, S, Doubled<D>>,
///         memory: &Self::Memory,
///     ) -> Result<S::Linearization, Failure> {
///         S::Driver::linearize(system, over.of(&over.scheme.0, over.h, over.state), &memory.0)
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
    label = "list it in `discretize(..)` of `{S}`; compositions are of symmetric schemes alone; of a composition or of corrected gaps, which take no `Budget`, list the scheme inside; if it is a form for constraints or symmetries, and `{S}` has none, take the one inside"
)]
pub trait Drive<S: Lagrangian + ?Sized, D> {
    /// The data kept from step to step beside the state: carried values, a history of guesses.
    type Memory: StepMemory<S, Stages = Self::Stages> + Numbers<S::Scalar> + Clone + Debug;
    /// The report of the scheme on a step.
    type Report: StepReport<S::Scalar, S::Velocity> + Clone + Debug;
    /// The numbers that determine the motion inside an element, together with its start: for Galerkin schemes the stage
    /// velocities.
    type Stages: Vector<S::Scalar>;
    /// The derivative of a step: a [`Linearization`](crate::derivatives::Linearization) with the matrices of this system.
    type Linearization: Clone + Debug;
    /// [`OneWay`] if a step of −h does not undo one of h; [`Alternating`] if each step multiplies some error by −1, as that of
    /// p − ∂L/∂v; else [`Steady`]. Compositions read it.
    type Modes;

    /// Facts about a step that are known in advance.
    const FACTS: Facts;
    /// Whether it makes steps; elements with fields of their own are solved together.
    const STEPS: bool;
    /// The degree in time of the coordinates inside an element: 1 for a straight line. Integrals over an element take Gauss's
    /// rule with as many points.
    const DEGREE: usize;

    /// The memory at a start. A motion that goes on from a state that a step left ([`Begin::Again`]) may have a velocity that
    /// satisfies the constraints only to the order of the scheme.
    ///
    /// `room` is a memory of earlier steps, of any length, that nothing needs any more. With it the motion goes on from the end
    /// of a step, and a [`hand_over`](Self::hand_over) follows: the start may be made in it, look at no constraint, and leave
    /// what is handed over as it is. It need not.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`], and with constraints those of a start that violates them.
    fn start(system: &S, from: Start<'_, S, D>, room: Option<Self::Memory>) -> Result<Self::Memory, Failure>;

    /// Prepares the memory `to` of the next step, where that has another length or another place in a composition: from the
    /// memory `from` of the step before, which had the length `before`.
    ///
    /// # Errors
    ///
    /// The errors of [`start`](Self::start).
    fn hand_over(
        system: &S,
        over: Interval<'_, S, D>,
        from: (S::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure>;

    /// One step, in which the inputs are constant. The memory is changed only if the step succeeds, but for numbers that
    /// [`hand_over`](Self::hand_over) sets before they are read again.
    ///
    /// With `CHECKED = false` the end state is not tested for NaN or infinity, the stages of a system of any size may be
    /// those of an earlier step, and a report may have no numbers; use it when only the last of many steps is inspected. A
    /// non-finite state propagates: the coordinates stay non-finite until some step fails.
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

    /// Whether [`advance_usually`](Self::advance_usually) makes steps.
    const HAS_USUAL_STEPS: bool = false;

    /// A step of [`advance`](Self::advance) on the usual path of a driver whose other paths are much longer: a program that
    /// calls it for each step then has the usual one alone in its loop. `None` if the step takes another path, and then the
    /// memory is unchanged.
    #[inline]
    fn advance_usually(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Option<Advance<StateOf<S>, Self::Report, Self::Stages>> {
        let _ = (system, over, memory);
        None
    }

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
    /// The errors of [`advance`](Self::advance), and a singular tangent at its end.
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
    /// The errors of [`linearize`](Self::linearize).
    fn advance_linearized(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> AdvancedLinearized<S, Self::Report, Self::Stages, Self::Linearization> {
        let derivative = Self::linearize(system, over, memory)?;
        Ok((Self::advance::<true>(system, over, memory)?, derivative))
    }
}
