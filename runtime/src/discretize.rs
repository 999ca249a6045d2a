//! A scheme for a system, as the integrator sees it.
//!
//! Knows states and memories, not how a step is computed. The derive writes the implementations.

use core::fmt::Debug;

use crate::step::Advanced;
use crate::{Block, Failure, Lagrangian, Numbers, StateOf};

/// The system can be stepped with the scheme `D`.
///
/// ```text
/// advance:  (t, q₀, p₀), u, memory ↦ (t + h, q₁, p₁), memory, report, stages      by r(x; t, q₀, p₀, u) = 0
/// ```
///
/// Implemented by `#[derive(Lagrangian)]` for each scheme in `discretize(..)`, and for `&S`. A function that
/// is generic over systems and schemes needs this bound and no other:
///
/// ```
/// use extremal::{Discretize, Error, Integrator};
///
/// fn energy_after<S: Discretize<D>, D>(mut motion: Integrator<S, D>, steps: usize) -> Result<S::Scalar, Error>
/// where
///     S::Inputs: extremal::NoInputs,
/// {
///     for _ in 0..steps {
///         motion.step()?;
///     }
///     Ok(motion.energy())
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the scheme `{D}` is not derived for `{Self}`",
    label = "not among the schemes of this system",
    note = "add it to `discretize(..)` in the declaration of `{Self}`, as in `discretize(Verlet, Midpoint)`"
)]
pub trait Discretize<D>: Lagrangian {
    /// What goes from step to step beside the state: carried values, a history of guesses.
    type Memory: Numbers<Self::Scalar> + Copy + Debug;
    /// What the scheme tells about a step.
    type Report: Copy + Debug;
    /// What determines the motion inside an element, beside its start: for Galerkin schemes the stage velocities.
    type Stages: Block<Self::Scalar>;
    /// The derivative of a step: a [`Linearization`](crate::Linearization) with the matrices of this system.
    type Linearization: Copy + Debug;

    /// What the derive found out about the step's equations.
    const FACTS: Facts;
    /// Whether a step solves no equations at all.
    const EXPLICIT: bool = matches!(Self::FACTS.solve, Solve::Explicit);

    /// The memory at a start; `velocity` is dq/dt there: a guess, or what is carried.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`].
    fn start(
        &self,
        scheme: &D,
        h: Self::Scalar,
        state: &StateOf<Self>,
        velocity: &Self::Vector,
    ) -> Result<Self::Memory, Failure>;

    /// The same where a motion goes on, and `velocity` is what a step of the scheme left: that may satisfy the constraints to the order of
    /// the scheme only.
    ///
    /// # Errors
    ///
    /// Those of [`start`](Self::start).
    fn restart(
        &self,
        scheme: &D,
        h: Self::Scalar,
        state: &StateOf<Self>,
        velocity: &Self::Vector,
    ) -> Result<Self::Memory, Failure> {
        self.start(scheme, h, state, velocity)
    }

    /// The velocity at the present node, of schemes that carry it.
    #[inline]
    fn node_velocity(_memory: &Self::Memory) -> Option<Self::Vector> {
        None
    }

    /// The velocity at the end of a step, of schemes that carry it.
    #[inline]
    fn reported_velocity(_report: &Self::Report) -> Option<Self::Vector> {
        None
    }

    /// One step of length `h`, in which the inputs are constant. The memory is changed only where the step succeeds.
    ///
    /// Unless it is `CHECKED`, nobody looks whether the end is finite: that is for those who make many steps and look at the last.
    /// What is not finite in an end makes the coordinates of the next such, and they stay so, unless a step fails.
    ///
    /// The step size is trusted to be positive and finite, and that with which the memory was started; the inputs to be finite, and
    /// so the state, unless it is the end of a step that was not `CHECKED`.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularTangent`]; Newton's [`Failure::NotConverged`] and [`Failure::Diverged`]; [`Failure::NotFinite`] if
    /// the end is not, and is looked at.
    fn advance<const CHECKED: bool>(
        &self,
        scheme: &D,
        h: Self::Scalar,
        inputs: &Self::Inputs,
        state: &StateOf<Self>,
        memory: &mut Self::Memory,
    ) -> Advanced<Self, Self::Report, Self::Stages>;

    /// q and q̇ inside an element of length `h`, at the place s ∈ [0, 1], by the element's shape functions.
    ///
    /// ```text
    /// q(s) = q₀ + h Σⱼ (∫₀ˢ ℓⱼ) xⱼ,   q̇(s) = Σⱼ ℓⱼ(s) xⱼ
    /// ```
    ///
    /// `stages` are the velocities xⱼ at P points of the element, and ℓⱼ the Lagrange functions of these points.
    fn interpolate(
        h: Self::Scalar,
        q0: &Self::Vector,
        stages: &Self::Stages,
        s: Self::Scalar,
    ) -> (Self::Vector, Self::Vector);

    /// The derivative of the step that [`advance`](Self::advance) makes, by its start, its inputs and the sensitivities.
    ///
    /// # Errors
    ///
    /// Those of [`advance`](Self::advance), and a singular tangent at its end.
    fn linearize(
        &self,
        scheme: &D,
        h: Self::Scalar,
        inputs: &Self::Inputs,
        state: &StateOf<Self>,
        memory: &Self::Memory,
    ) -> Result<Self::Linearization, Failure>;
}

/// [`Discretize`], seen from the scheme.
///
/// Implemented wherever that is. Whoever makes an integrator is asked for this: the compiler then takes the scheme from the
/// argument, and not from what the declaration lists, so that it can say what the declaration lacks.
pub trait SchemeOf<S: Lagrangian> {
    /// [`Discretize::Memory`].
    type Memory;

    /// [`Discretize::start`].
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`].
    fn start(
        &self,
        system: &S,
        h: S::Scalar,
        state: &StateOf<S>,
        velocity: &S::Vector,
    ) -> Result<Self::Memory, Failure>;

    /// [`Discretize::restart`].
    ///
    /// # Errors
    ///
    /// Those of [`start`](Self::start).
    fn restart(
        &self,
        system: &S,
        h: S::Scalar,
        state: &StateOf<S>,
        velocity: &S::Vector,
    ) -> Result<Self::Memory, Failure>;
}

impl<S: Discretize<D>, D> SchemeOf<S> for D {
    type Memory = S::Memory;

    #[inline]
    fn start(
        &self,
        system: &S,
        h: S::Scalar,
        state: &StateOf<S>,
        velocity: &S::Vector,
    ) -> Result<S::Memory, Failure> {
        system.start(self, h, state, velocity)
    }

    #[inline]
    fn restart(
        &self,
        system: &S,
        h: S::Scalar,
        state: &StateOf<S>,
        velocity: &S::Vector,
    ) -> Result<S::Memory, Failure> {
        system.restart(self, h, state, velocity)
    }
}

/// What the derive found out about the equations of one scheme for one system.
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
    /// With m constraints (n + m) P, velocities and multipliers, less those velocities that a division gives from the multipliers: all
    /// of them with [`Verlet`](crate::Verlet) and a constant diagonal mass matrix. With [`NullSpace`](crate::NullSpace) n P, whatever m is.
    /// The velocity and the multipliers at the end of the step, n + m more, follow by linear equations; if those are not linear, as where
    /// T is not quadratic in the velocities, they count too.
    pub unknowns: usize,
    /// Operations of one evaluation of the residual with its scale.
    pub residual_operations: usize,
    /// Operations of one evaluation of residual and tangent together, without the scale: it can be less than
    /// [`residual_operations`](Self::residual_operations).
    pub tangent_operations: usize,
    /// Operations of the end of the step, with the residual there.
    pub update_operations: usize,
    /// Operations of a whole step; for [`Solve::Newton`] with one iteration. What is done in loops is not counted: the elimination of
    /// a large system, of more than a dozen unknowns if it is dense, and the basis of [`NullSpace`](crate::NullSpace).
    pub step_operations: usize,
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

impl<D, S: Discretize<D> + ?Sized> Discretize<D> for &S {
    type Memory = S::Memory;
    type Report = S::Report;
    type Stages = S::Stages;
    type Linearization = S::Linearization;

    const FACTS: Facts = S::FACTS;
    const EXPLICIT: bool = S::EXPLICIT;

    #[inline]
    fn start(
        &self,
        scheme: &D,
        h: S::Scalar,
        state: &StateOf<S>,
        velocity: &S::Vector,
    ) -> Result<S::Memory, Failure> {
        (**self).start(scheme, h, state, velocity)
    }

    #[inline]
    fn restart(
        &self,
        scheme: &D,
        h: S::Scalar,
        state: &StateOf<S>,
        velocity: &S::Vector,
    ) -> Result<S::Memory, Failure> {
        (**self).restart(scheme, h, state, velocity)
    }

    #[inline]
    fn node_velocity(memory: &S::Memory) -> Option<S::Vector> {
        S::node_velocity(memory)
    }

    #[inline]
    fn reported_velocity(report: &S::Report) -> Option<S::Vector> {
        S::reported_velocity(report)
    }

    #[inline]
    fn advance<const CHECKED: bool>(
        &self,
        scheme: &D,
        h: S::Scalar,
        inputs: &S::Inputs,
        state: &StateOf<S>,
        memory: &mut S::Memory,
    ) -> Advanced<S, S::Report, S::Stages> {
        (**self).advance::<CHECKED>(scheme, h, inputs, state, memory)
    }

    #[inline]
    fn interpolate(h: S::Scalar, q0: &S::Vector, stages: &S::Stages, s: S::Scalar) -> (S::Vector, S::Vector) {
        S::interpolate(h, q0, stages, s)
    }

    #[inline]
    fn linearize(
        &self,
        scheme: &D,
        h: S::Scalar,
        inputs: &S::Inputs,
        state: &StateOf<S>,
        memory: &S::Memory,
    ) -> Result<S::Linearization, Failure> {
        (**self).linearize(scheme, h, inputs, state, memory)
    }
}
