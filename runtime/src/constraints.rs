//! Constraints: the trait of constrained systems, and starts that satisfy the constraints.
//!
//! Independent of schemes and steps. The derive writes the implementations.

mod determined;
mod extent;
mod held;
mod impact;
mod independent;
mod null_space;
mod projection;
mod rank;
mod shares;
mod start;
mod unheld;
mod unrolled;

use crate::Failure;
use crate::system::{FixedSize, Keep};
#[cfg(feature = "alloc")]
pub(crate) use determined::may_lose_mass;
pub use determined::or_constrained;
use extent::{extent, per_extent};
use extremal_numerics::Block;
pub(crate) use held::{Held, Place, Solves, Zeros};
pub(crate) use impact::velocity_from;
pub use impact::{consistent_momentum, constraint_reactions, impact, outputs};
pub(crate) use independent::explained;
pub(crate) use null_space::null_space;
pub use projection::project;
pub use rank::{ConstraintRank, least_norm, multiplier_weights};
#[cfg(feature = "alloc")]
pub(crate) use start::first_above;
pub(crate) use start::{Violation, check_again, check_coordinates, check_place, check_start, rounding};
pub use unrolled::Unrolled;

/// A mechanical system with holonomic constraints g(q, t) = 0, or nonholonomic ones, A(q, t) v + b(q, t) = 0.
///
/// ```text
/// d/dt ∂L/∂v − ∂L/∂q = f − Gᵀ λ,   g(q, t) = 0,   G v + ∂g/∂t = 0,   G = ∂g/∂q
/// ```
///
/// The last [`ROLLING`](Self::ROLLING) constraints are on velocities (`rolling(..)`): they have A in the place of G, b in
/// that of ∂g/∂t, and no g, which is zero here. (Principle of Lagrange and d'Alembert; J. Neimark & N. Fufaev, Dynamics of
/// nonholonomic systems, 1972.)
///
/// | symbol | word | type |
/// | --- | --- | --- |
/// | g | constraints | `Constraints`, m numbers |
/// | G | their Jacobian | `Jacobian`, m × n |
/// | λ | multipliers; their unit is that of energy over that of g | `Constraints` |
///
/// The constraint force is −Gᵀ λ, with the sign of D. Kern, Variational integrators for mechanical systems (2016), Lagrange
/// multipliers.
///
/// ```
/// use extremal::prelude::*;
///
/// /// A pendulum in Cartesian coordinates.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * m * dt(r).norm_squared(),
///     potential = m * g * r[1],
///     constraint(length = r.norm_squared() - l.powi(2)),
///     discretize(Midpoint),
/// )]
/// struct Pendulum {
///     m: f64,
///     l: f64,
///     g: f64,
/// }
///
/// let pendulum = Pendulum { m: 1.0, l: 1.0, g: 9.81 };
/// let (q, v) = pendulum.project(0.0, [0.9, -0.5], [1.0, 1.0])?;
/// assert!((q.norm() - 1.0).abs() < 1e-15 && q.dot(&v).abs() < 1e-15);
/// let mut motion = Integrator::new(&pendulum, Midpoint, 0.01, q, v)?;
/// for _ in 0..100 {
///     let report = motion.step()?;
///     assert!(report.reactions[0].is_finite());
/// }
/// assert!((motion.state().q.norm() - 1.0).abs() < 1e-14);
/// # Ok::<(), extremal::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no constraints",
    label = "declare one, as in `constraint(length = r.norm_squared() - 1)`; any start is right without"
)]
pub trait Constrained: FixedSize {
    /// g, its rates, multipliers: m numbers.
    type Constraints: Block<Self::Scalar>;
    /// m × n numbers; an `SMatrix` stores them column by column.
    type Jacobian: Block<Self::Scalar>;

    /// The name of each constraint: `"length"`, or `"joint[0]"` for a component of a vector.
    const CONSTRAINTS: &'static [&'static str];

    /// How many of the constraints are on velocities; they are the last ones.
    const ROLLING: usize = 0;

    /// Whether the declaration says `redundant`: constraints may follow from others, and their reactions are those of least
    /// norm.
    const REDUNDANT: bool = false;

    /// How many of the constraints are independent at a place, with the tolerance by which that is judged.
    ///
    /// # Errors
    ///
    /// [`Failure::NoGradient`] if a gradient vanishes, and [`Failure::NotFinite`] if one is not finite.
    fn constraint_rank(&self, t: Self::Scalar, q: &Self::Configuration) -> Result<ConstraintRank, Failure> {
        rank::rank(self, t, q)
    }

    /// g(q, t); zero for constraints on velocities.
    fn constraints(&self, t: Self::Scalar, q: &Self::Configuration) -> Self::Constraints;

    /// The row scales σᵢ: sums of the magnitudes of the summands of gᵢ, of ∂gᵢ/∂qⱼ qⱼ and of ∂gᵢ/∂t t. Rounding errors of
    /// g are about ε σ.
    fn constraint_scales(&self, t: Self::Scalar, q: &Self::Configuration) -> Self::Constraints;

    /// dg/dt = G v + ∂g/∂t, the hidden constraint; A v + b of those on velocities.
    fn constraint_rates(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
    ) -> Self::Constraints;

    /// G = ∂g/∂q, and A of constraints on velocities.
    fn constraint_jacobian(&self, t: Self::Scalar, q: &Self::Configuration) -> Self::Jacobian;

    /// −Gᵀ λ, the generalized force of the constraints, n numbers.
    fn constraint_force(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        multipliers: &Self::Constraints,
    ) -> Self::Momentum;

    /// The λ of the continuous motion: the solution a of M a = ∂L/∂q + f − Gᵀ λ − (∂p/∂q) v − ∂p/∂t then satisfies the
    /// constraints on accelerations. Where the declaration says `redundant`, it is that of [least norm](Self::least_norm).
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`] if M and G do not determine λ, and [`Failure::UncertainRank`] where the declaration says
    /// `redundant`.
    fn multipliers(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> Result<Self::Constraints, Failure>;

    /// The multipliers of least norm with the force −Gᵀ λ, where the declaration says `redundant`; otherwise λ.
    ///
    /// ```text
    /// Σ Dᵢ μᵢ²  least,   Gᵀ μ = Gᵀ λ,   Dᵢ = Gᵢ M⁻¹ Gᵢᵀ   (with the diagonal of M where M is singular)
    /// ```
    ///
    /// # Errors
    ///
    /// [`Failure::UncertainRank`], [`Failure::SingularTangent`] where M and G do not determine λ, and those of
    /// [`constraint_rank`](Self::constraint_rank).
    fn least_norm(
        &self,
        _t: Self::Scalar,
        _q: &Self::Configuration,
        multipliers: &Self::Constraints,
    ) -> Result<Self::Constraints, Failure> {
        Ok(*multipliers)
    }
}

#[diagnostic::do_not_recommend]
impl<S: Constrained + ?Sized> Constrained for &S {
    type Constraints = S::Constraints;
    type Jacobian = S::Jacobian;

    const CONSTRAINTS: &'static [&'static str] = S::CONSTRAINTS;
    const ROLLING: usize = S::ROLLING;
    const REDUNDANT: bool = S::REDUNDANT;

    fn constraints(&self, t: S::Scalar, q: &S::Configuration) -> S::Constraints {
        (**self).constraints(t, q)
    }

    fn constraint_scales(&self, t: S::Scalar, q: &S::Configuration) -> S::Constraints {
        (**self).constraint_scales(t, q)
    }

    fn constraint_rates(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::Constraints {
        (**self).constraint_rates(t, q, v)
    }

    fn constraint_jacobian(&self, t: S::Scalar, q: &S::Configuration) -> S::Jacobian {
        (**self).constraint_jacobian(t, q)
    }

    fn constraint_force(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        multipliers: &S::Constraints,
    ) -> S::Momentum {
        (**self).constraint_force(t, q, multipliers)
    }

    fn multipliers(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        inputs: &S::Inputs,
    ) -> Result<S::Constraints, Failure> {
        (**self).multipliers(t, q, v, inputs)
    }

    fn least_norm(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        multipliers: &S::Constraints,
    ) -> Result<S::Constraints, Failure> {
        (**self).least_norm(t, q, multipliers)
    }
}

/// Whether starts of the system `S` are projected: it is [`Constrained`], or one of any size with constraints. A trait of
/// `Keep` and not of `S`, so that rustc does not show the declaration beside the mistake.
#[diagnostic::on_unimplemented(
    message = "`{S}` has no constraints",
    label = "declare one, as in `constraint(length = r.norm_squared() - 1)`; any start is right without"
)]
pub trait Projects<S: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<S: Constrained + ?Sized> Projects<S> for Keep<'_> {}
