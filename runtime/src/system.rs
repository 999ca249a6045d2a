//! The trait of mechanical systems: the Lagrangian, and the functions that follow from it.
//!
//! Independent of schemes and steps. The derive writes the implementations.

mod by_reference;
mod fixed_size;
pub(crate) mod keep;
pub(crate) mod lengths;
mod masses;
mod starts;

use crate::Failure;
use crate::constraints::Projects;
pub use crate::coordinate::CoordinateName;
use crate::legendre::free_impact;
use crate::structure::Structure;
use extremal_numerics::block::zeros_like;
use extremal_numerics::{IntoBlock, Scalar, Vector};
pub use fixed_size::{FixedSize, VectorSpace};
pub use keep::{Keep, Projected};
pub use masses::Masses;
pub use starts::{CoordinatesOf, Fit, Never, VelocityOf};

#[doc = include_str!("system/lagrangian.md")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mechanical system",
    label = "add `#[derive(Lagrangian)]` and `#[lagrangian(coordinates(..), kinetic = .., potential = ..)]` to the struct; if it is a scheme, it comes after the system"
)]
pub trait Lagrangian {
    /// The number type of parameters, coordinates and time.
    type Scalar: Scalar;
    /// Coordinates q: n numbers.
    type Configuration: Vector<Self::Scalar> + IntoBlock<Self::Configuration>;
    /// Velocities dq/dt and accelerations: n numbers.
    type Velocity: Vector<Self::Scalar> + IntoBlock<Self::Velocity>;
    /// Momenta, generalized forces and impulses: n numbers.
    type Momentum: Vector<Self::Scalar>;
    /// n × n numbers.
    type Matrix: Masses<Self::Scalar>;
    /// The inputs, one number each; empty if there are none. Only in systems of any size does the program choose how many
    /// there are.
    type Inputs: Vector<Self::Scalar>;
    /// All components of all outputs; of length zero if there are none.
    type Outputs: Vector<Self::Scalar>;

    /// The name of each coordinate: `"theta"`, or `"r[0]"` for a component of a vector. Where n is known only when the program
    /// runs, [`coordinate_name`](Self::coordinate_name) has the names.
    const COORDINATES: &'static [&'static str];
    /// The name of each input. Where only the program knows how many there are, [`input_name`](Self::input_name) has the names.
    const INPUTS: &'static [&'static str];
    /// For each number of the inputs the degree d of the polynomial in time that its input is within a step; empty if all
    /// inputs are constant there. Those of one input are d + 1 neighbours, its values at s = i/d of the step:
    ///
    /// ```text
    /// u(s) = Σᵢ ℓᵢ(s) uᵢ,   s = (t − tₖ)/h,   i = 0, …, d
    /// ```
    const INPUT_DEGREES: &'static [usize] = &[];
    /// The name of each component of the outputs: `"height"`, `"tip[0]"`, or `"inertia[0][1]"` for a matrix. An array over
    /// items of which only the program knows how many there are has its components of one item, `"strain[e]"`, and
    /// [`output_name`](Self::output_name) has all names.
    const OUTPUTS: &'static [&'static str];
    /// The name of each parameter that the declaration lists in `sensitivities(..)`: `"m"`, `"r[0]"`, `"inertia[0][1]"`. Where
    /// only the program knows how many there are, [`sensitivity_name`](Self::sensitivity_name) has the names.
    const SENSITIVITIES: &'static [&'static str];
    /// The name of each symmetry of the declaration, in its order.
    const MOMENTUM_MAPS: &'static [&'static str] = &[];
    /// The name of each multiplier, that of its constraint: `"length"`, `"joint[0]"`.
    const MULTIPLIERS: &'static [&'static str] = &[];
    /// For each component of the outputs whether it depends on inputs: it contains one, or a multiplier.
    const OUTPUTS_OF_INPUTS: &'static [bool] = &[];
    /// For each component of the outputs whether it contains a multiplier; empty if none does.
    const OUTPUTS_OF_MULTIPLIERS: &'static [bool] = &[];

    /// Facts that the derive found in the formulas; unknown for a hand-written system.
    const STRUCTURE: Structure = Structure::UNKNOWN;
    /// The text of [`describe`](Self::describe).
    const DESCRIPTION: &'static str = "";

    /// A description for people, in lines of at most 100 columns: L as it was declared, momenta and equations of motion,
    /// structure, operations, and for each scheme whether it is explicit.
    ///
    /// Large systems are abbreviated. Dots are combining characters after their letter, U+0307 and U+0308. The wording
    /// may change; programs should use the facts in [`STRUCTURE`](Self::STRUCTURE) and
    /// [`Discretize::FACTS`](crate::Discretize::FACTS). The text is empty for a hand-written system.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(theta),
    ///     kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    ///     potential = -m * g * l * cos(theta),
    /// )]
    /// struct Pendulum {
    ///     m: f64,
    ///     l: f64,
    ///     g: f64,
    /// }
    ///
    /// assert!(Pendulum::describe().contains("m l² θ̈ + m l g sin θ = 0"));
    /// ```
    #[must_use]
    fn describe() -> &'static str {
        Self::DESCRIPTION
    }

    /// The equations of [`describe`](Self::describe) as LaTeX: L as it was declared, momenta, equations of motion, forces and
    /// constraints, and the schemes, in one `aligned` environment of the package `amsmath`. Documents put it into a display,
    /// `\[ .. \]`; notebooks and pages render it with MathJax or KaTeX. The text is empty for a hand-written system.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(theta), kinetic = 0.5 * m * dt(theta).powi(2), potential = -k * cos(theta))]
    /// struct Pendulum {
    ///     m: f64,
    ///     k: f64,
    /// }
    ///
    /// assert!(Pendulum::describe_latex().contains(r"m \, \ddot{\theta} + k \, \sin \theta &= 0"));
    /// ```
    #[must_use]
    fn describe_latex() -> &'static str {
        ""
    }

    /// The equations of [`describe`](Self::describe) as one `math` element of MathML Core, which browsers render without a
    /// script. A page should name a font with mathematics, as in
    /// `math { font-family: "STIX Two Math", "DejaVu Math TeX Gyre", math; }`. The text is empty for a hand-written system.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2))]
    /// struct Particle {
    ///     m: f64,
    /// }
    ///
    /// assert!(Particle::describe_mathml().starts_with("<math"));
    /// ```
    #[must_use]
    fn describe_mathml() -> &'static str {
        ""
    }

    /// n, the number of coordinates.
    fn coordinate_count(&self) -> usize {
        Self::COORDINATES.len()
    }

    /// The name of the coordinate `k`, from 0: that in [`COORDINATES`](Self::COORDINATES), or `q[17]` where n is known only
    /// when the program runs.
    fn coordinate_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new(Self::COORDINATES.get(k).copied().unwrap_or_default(), &[])
    }

    /// The number of inputs.
    fn input_count(&self) -> usize {
        Self::INPUTS.len()
    }

    /// The name of the input `k`, from 0: that in [`INPUTS`](Self::INPUTS), or `u[17]` where their number is known only when
    /// the program runs.
    fn input_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new(Self::INPUTS.get(k).copied().unwrap_or_default(), &[])
    }

    /// The number of parameters by which steps are differentiated: those of all fields in `sensitivities(..)`.
    fn sensitivity_count(&self) -> usize {
        Self::SENSITIVITIES.len()
    }

    /// The name of the parameter `k`, from 0: that in [`SENSITIVITIES`](Self::SENSITIVITIES), or `m[17]` where their number is
    /// known only when the program runs.
    fn sensitivity_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new(Self::SENSITIVITIES.get(k).copied().unwrap_or_default(), &[])
    }

    /// The name of the multiplier `j`, from 0, if there is one: that in [`MULTIPLIERS`](Self::MULTIPLIERS), or `rods[17]`.
    fn multiplier_name(&self, j: usize) -> Option<CoordinateName> {
        let name = Self::MULTIPLIERS.get(j);
        name.map(|name| CoordinateName::new(name, &[]))
    }

    /// The name of the component `k` of the outputs, from 0, if there is one: that in [`OUTPUTS`](Self::OUTPUTS), or
    /// `strain[17]`.
    fn output_name(&self, k: usize) -> Option<CoordinateName> {
        let name = Self::OUTPUTS.get(k);
        name.map(|name| CoordinateName::new(name, &[]))
    }

    /// The place in [`OUTPUTS`](Self::OUTPUTS) of the component `k` of the outputs, from 0: k itself, or that of
    /// `strain[e]` for all items e.
    fn output_in_declaration(&self, k: usize) -> usize {
        k
    }

    /// Parameters are finite, but for bounds, and fields of a system of any size fit; else [`Failure::Field`].
    #[expect(clippy::missing_errors_doc, reason = "the line above names the only one")]
    fn check_fields(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// L(q, v, t) = T − V, an energy.
    fn lagrangian(&self, t: Self::Scalar, q: &Self::Configuration, v: &Self::Velocity) -> Self::Scalar;

    /// p = ∂L/∂v, n numbers: M v + b for T = ½ v·Mv + b·v + η.
    fn momentum(&self, t: Self::Scalar, q: &Self::Configuration, v: &Self::Velocity) -> Self::Momentum;

    /// M = ∂²L/∂v², n × n and symmetric: `m[(i, j)]` belongs to the coordinates i and j. M depends on v only if L is not
    /// quadratic in v. It may be singular.
    fn mass_matrix(&self, t: Self::Scalar, q: &Self::Configuration, v: &Self::Velocity) -> Self::Matrix;

    /// E = v·∂L/∂v − L, which is constant if L does not depend on t and f does no work: dE/dt = f·v − ∂L/∂t.
    fn generalized_energy(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
    ) -> Self::Scalar;

    /// T + V, as declared. It differs from E if T is not homogeneous of degree two in v, for example with a moving
    /// support. For T = ½ v·Mv + b·v + η it is E + b·v + 2η.
    ///
    /// With `lagrangian = ..` T and V are not known, and it is E.
    fn total_energy(&self, t: Self::Scalar, q: &Self::Configuration, v: &Self::Velocity) -> Self::Scalar;

    /// f(q, v, t, u), n numbers: the forces declared by `force(..)`, minus ∂R/∂v. This is the right-hand side of d/dt
    /// ∂L/∂v − ∂L/∂q = f. It does not contain the forces of the potential.
    fn force(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> Self::Momentum;

    /// y(t, q, v, u, λ): the outputs one after the other, matrices row by row, as [`OUTPUTS`](Self::OUTPUTS) names them, for
    /// given multipliers λ. Without [`OUTPUTS_OF_MULTIPLIERS`](Self::OUTPUTS_OF_MULTIPLIERS) they are not read: pass `&[]`.
    fn outputs_given(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
        multipliers: &[Self::Scalar],
    ) -> Self::Outputs;

    /// y(t, q, v, u), with the multipliers of the continuous motion ([`Constrained`](crate::Constrained)).
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`] if an output contains a multiplier, and M and G do not determine λ.
    /// [`Failure::Length`] and [`AnySizeFailure::InputCount`](crate::error::AnySizeFailure::InputCount) for vectors of another
    /// length.
    fn outputs(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> Result<Self::Outputs, Failure> {
        lengths::check_lengths(self, q, v, inputs)?;
        Ok(self.outputs_given(t, q, v, inputs, &[]))
    }

    /// The v with ∂L/∂v(q, v, t) = p, the inverse of [`momentum`](Self::momentum).
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`], [`Failure::Length`], and the failures of Newton's method if L is not quadratic in v.
    fn velocity(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        p: &Self::Momentum,
    ) -> Result<Self::Velocity, Failure>;

    /// The solution a = dv/dt of the equations of motion, M a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t. The schemes of this crate
    /// do not use it; it is for other integrators, and for checks.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`], [`Failure::Length`] and
    /// [`AnySizeFailure::InputCount`](crate::error::AnySizeFailure::InputCount).
    fn acceleration(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> Result<Self::Velocity, Failure>;

    #[doc = include_str!("system/inverse_dynamics.md")]
    fn inverse_dynamics(
        &self,
        t: Self::Scalar,
        q: impl IntoBlock<Self::Configuration>,
        v: impl IntoBlock<Self::Velocity>,
        a: impl IntoBlock<Self::Velocity>,
    ) -> Result<Self::Momentum, Failure>;

    /// Writes p·ξ(q) of each symmetry to `values`, in the order of [`MOMENTUM_MAPS`](Self::MOMENTUM_MAPS).
    fn momentum_maps(&self, _q: &Self::Configuration, _p: &Self::Momentum, _values: &mut [Self::Scalar]) {}

    /// Writes the multipliers λ of the continuous motion at (t, q, v, u) to `multipliers`, and returns their force −Gᵀ λ, n
    /// numbers ([`Constrained`](crate::Constrained)). Without constraints the force is zero.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`] if M and G do not determine λ.
    fn constraint_reactions(
        &self,
        _t: Self::Scalar,
        q: &Self::Configuration,
        _v: &Self::Velocity,
        _inputs: &Self::Inputs,
        _multipliers: &mut [Self::Scalar],
    ) -> Result<Self::Momentum, Failure> {
        Ok(zeros_like(q))
    }

    /// The momentum after the constraints have reacted to an impulse that led to `p`. Without constraints it is `p`.
    ///
    /// # Errors
    ///
    /// The errors of [`velocity`](Self::velocity), and a singular tangent.
    fn consistent_momentum(
        &self,
        _t: Self::Scalar,
        q: &Self::Configuration,
        p: &Self::Momentum,
    ) -> Result<Self::Momentum, Failure> {
        lengths::check_length(self, q, "coordinates")?;
        lengths::check_length(self, p, "momentum")?;
        Ok(p.clone())
    }

    #[doc = include_str!("system/impact.md")]
    fn impact(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        percussion: &Self::Momentum,
    ) -> Result<(Self::Velocity, Self::Momentum), Failure> {
        lengths::check_length(self, q, "coordinates")?;
        lengths::check_length(self, v, "velocity")?;
        lengths::check_length(self, percussion, "percussion")?;
        Ok(free_impact(self, (t, q, v), percussion))
    }

    #[doc = include_str!("system/project.md")]
    fn project<Q: CoordinatesOf<Self, K>, V: VelocityOf<Self, K>, K>(
        &self,
        t: Self::Scalar,
        q: Q,
        v: V,
    ) -> Result<(Self::Configuration, Self::Velocity), Failure>
    where
        Keep<'static>: Projects<Self>,
    {
        let (q, fit) = q.coordinates();
        let start = self.project_keeping(t, &q, &v.velocity(fit), Keep::NOTHING)?;
        Ok((start.q, start.v))
    }

    #[doc = include_str!("system/project_keeping.md")]
    fn project_keeping(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        keep: Keep<'_>,
    ) -> Result<Projected<Self::Configuration, Self::Velocity>, Failure> {
        keep::unchanged(self, (t, q, v), keep)
    }

    /// H(q, p, t) = E(q, v, t) with the velocity v for p: dq/dt = ∂H/∂p, dp/dt = −∂H/∂q + f.
    ///
    /// # Errors
    ///
    /// The errors of [`velocity`](Self::velocity).
    fn hamiltonian(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        p: &Self::Momentum,
    ) -> Result<Self::Scalar, Failure> {
        let v = self.velocity(t, q, p)?;
        Ok(self.generalized_energy(t, q, &v))
    }
}
