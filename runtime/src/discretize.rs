//! A scheme for a system: what generic code asks for.
//!
//! Knows drivers, not how a step is computed.

use core::fmt::Debug;

use crate::Lagrangian;
use crate::drive::{Drive, StepMemory, StepReport};
use extremal_numerics::{Numbers, Vector};

/// The system can be stepped with the scheme `D`.
///
/// ```text
/// advance:  (t, q₀, p₀), u, memory ↦ (t + h, q₁, p₁), memory, report, stages      by r(x; t, q₀, p₀, u) = 0
/// ```
///
/// Holds for each scheme in `discretize(..)`, for compositions of those, and for `&S`. A function that
/// is generic over systems and schemes needs this bound and no other:
///
/// ```
/// use extremal::{Discretize, Error, Integrator};
///
/// fn energy_after<S: Discretize<D>, D>(mut motion: Integrator<S, D>, steps: usize) -> Result<S::Scalar, Error>
/// where
///     S::Inputs: extremal::blocks::NoInputs,
/// {
///     for _ in 0..steps {
///         motion.step()?;
///     }
///     Ok(motion.energy())
/// }
/// ```
///
/// The derive implements it for all schemes `D` whose driver ([`Scheme::Driver`](crate::drive::Scheme::Driver)) can drive the
/// system. The steps are those of the [`Driver`](Self::Driver).
#[diagnostic::on_unimplemented(
    message = "the scheme `{D}` is not derived for `{Self}`",
    label = "list it in `discretize(..)` of `{Self}`; compositions are of symmetric schemes alone; of a composition or of corrected gaps, which take no `Budget`, list the scheme inside; if it is a form for constraints or symmetries, and `{Self}` has none, take the one inside"
)]
pub trait Discretize<D>: Lagrangian {
    /// The system itself; of a reference that to which it refers.
    type System: Lagrangian<
            Scalar = Self::Scalar,
            Configuration = Self::Configuration,
            Velocity = Self::Velocity,
            Momentum = Self::Momentum,
            Inputs = Self::Inputs,
        > + ?Sized;
    /// [`Drive::Memory`].
    type Memory: StepMemory<Self::System, Stages = Self::Stages> + Numbers<Self::Scalar> + Clone + Debug;
    /// [`Drive::Report`].
    type Report: StepReport<Self::Scalar, Self::Velocity> + Clone + Debug;
    /// [`Drive::Stages`].
    type Stages: Vector<Self::Scalar>;
    /// [`Drive::Linearization`].
    type Linearization: Clone + Debug;
    /// [`Drive::Modes`].
    type Modes;
    /// The driver that makes the steps.
    type Driver: Drive<
            Self::System,
            D,
            Memory = Self::Memory,
            Report = Self::Report,
            Stages = Self::Stages,
            Linearization = Self::Linearization,
            Modes = Self::Modes,
        >;

    /// Facts about a step that are known in advance.
    const FACTS: Facts = <Self::Driver as Drive<Self::System, D>>::FACTS;
    /// [`Drive::STEPS`].
    const STEPS: bool = <Self::Driver as Drive<Self::System, D>>::STEPS;
    /// [`Drive::DEGREE`].
    const DEGREE: usize = <Self::Driver as Drive<Self::System, D>>::DEGREE;
    /// Whether a step solves no equations at all.
    const EXPLICIT: bool = matches!(Self::FACTS.solve, Solve::Explicit);

    /// The system itself; of a reference that to which it refers.
    fn system(&self) -> &Self::System;
}

/// A reference to a system can be stepped as the system can.
#[diagnostic::do_not_recommend]
impl<S: Discretize<D> + ?Sized, D> Discretize<D> for &S {
    type System = S::System;
    type Memory = S::Memory;
    type Report = S::Report;
    type Stages = S::Stages;
    type Linearization = S::Linearization;
    type Modes = S::Modes;
    type Driver = S::Driver;

    #[inline]
    fn system(&self) -> &S::System {
        (**self).system()
    }
}

/// The facts that the derive finds about the equations of one scheme for one system.
///
/// Operations are counted as the generated code performs them; a sine or a root counts as one.
///
/// ```
/// use extremal::Solve;
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2))]
/// struct Oscillator;
///
/// const VERLET: extremal::Facts = <Oscillator as Discretize<Verlet>>::FACTS;
/// const MIDPOINT: extremal::Facts = <Oscillator as Discretize<Midpoint>>::FACTS;
/// assert_eq!((VERLET.solve, VERLET.unknowns), (Solve::Explicit, 1));
/// assert_ne!(MIDPOINT.solve, Solve::Newton); // linear forces need no iteration
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// How the equations are solved.
    pub solve: Solve,
    /// Why: the first term that made it so. x are the unknowns that are counted here, r their equations.
    pub reason: &'static str,
    /// How many unknowns are solved for: n P for elements of degree P.
    ///
    /// With m constraints: (n + m) P unknowns, velocities and multipliers. Velocities that can be eliminated by a division are
    /// not counted; for `Verlet` with a constant diagonal mass matrix that is all of them. In a null-space form n P, whatever m
    /// is. The velocity and the multipliers at the end of the step, n + m more, follow from linear equations. If those are not
    /// linear, as where T is not quadratic in the velocities, they count too.
    pub unknowns: usize,
    /// Operations of one evaluation of the residual with its scale.
    pub residual_operations: usize,
    /// Operations of one evaluation of residual and tangent together, without the scale: it can be less than
    /// [`residual_operations`](Self::residual_operations).
    pub tangent_operations: usize,
    /// Operations of the end of the step, with the residual there.
    pub update_operations: usize,
    /// Operations of a whole step; for [`Solve::Newton`] with one iteration. What is done in loops is not counted: the
    /// elimination of a large system, of more than a dozen unknowns if it is dense, and the basis of a null space.
    pub step_operations: usize,
    /// Whether a step with −h undoes a step with h. Compositions need that; one-sided quadratures do not have it.
    pub is_symmetric: bool,
    /// A stack, in bytes, that suffices for a step without optimisation. With optimisation a step takes a part of it.
    ///
    /// An estimate from above, of what grows: some square matrices of the unknowns where these are many, and the kernels.
    /// The main thread has 8 MB on most systems, other threads 2 MB if they do not ask for more.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x[2]), kinetic = 0.5 * dt(x).norm_squared(), potential = 0.5 * x.norm_squared())]
    /// struct Oscillator;
    ///
    /// const STACK_BYTES: usize = <Oscillator as Discretize<Midpoint>>::FACTS.linearize_stack_bytes;
    /// let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    /// let run = || {
    ///     let motion = Integrator::new(Oscillator, Midpoint, 0.1, [1.0, 0.0], [0.0, 1.0])?;
    ///     Ok::<f64, extremal::Error>(motion.linearize()?.by_state.determinant())
    /// };
    /// let determinant = thread.spawn(run).unwrap().join().unwrap().unwrap();
    /// assert!((determinant - 1.0).abs() < 1e-14);
    /// ```
    pub step_stack_bytes: usize,
    /// A stack, in bytes, that suffices for a [`Linearization`](crate::derivatives::Linearization) of the step, which is a
    /// matrix of the whole state: of 64 coordinates it takes 2 MB, of 128 it takes 8.
    pub linearize_stack_bytes: usize,
}

/// How the equations of a step are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solve {
    /// The unknowns are given by expressions: a diagonal tangent, or one that was inverted in advance. No solve at run time.
    Explicit,
    /// Linear equations A x = b, once a step: A does not depend on the unknowns.
    Linear,
    /// Newton's method, to rounding ([`newton`](crate::newton)).
    Newton,
}
