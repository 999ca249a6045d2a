//! What a mechanical system is to the runtime: its Lagrangian and what follows from it.
//!
//! Knows no scheme and no step. The derive writes the implementations.

use crate::{Block, Failure, Scalar, Structure};

/// A mechanical system, given by its Lagrangian L(q, v, t).
///
/// ```text
/// d/dt ∂L/∂v − ∂L/∂q = f(q, v, t, u),   p = ∂L/∂v,   E = v·p − L
/// ```
///
/// | symbol | word | type |
/// | --- | --- | --- |
/// | t | time | `Scalar` |
/// | q | coordinates | `Vector`, n numbers |
/// | v | velocity, dq/dt | `Vector` |
/// | p | momentum | `Vector` |
/// | u | inputs, held over a step | `Inputs` |
/// | y | outputs, what is declared to be watched | `Outputs` |
/// | M | mass matrix ∂²L/∂v² | `Matrix`, n × n, symmetric |
/// | f | generalized force without potential | `Vector` |
///
/// Implemented by `#[derive(Lagrangian)]`, and for `&S` where `S` is a system, so that an integrator can own
/// its system or borrow it. A hand-written implementation has to keep these functions consistent with each
/// other; nothing checks it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mechanical system",
    label = "no Lagrangian is known for this type",
    note = "add `#[derive(Lagrangian)]` and `#[lagrangian(coordinates(..), kinetic = .., potential = ..)]` to the struct"
)]
pub trait Lagrangian {
    /// The number type of parameters, coordinates and time.
    type Scalar: Scalar;
    /// Coordinates, velocities, momenta: n numbers.
    type Vector: Block<Self::Scalar>;
    /// n × n numbers.
    type Matrix: Block<Self::Scalar>;
    /// The inputs; of length zero where there are none.
    type Inputs: Block<Self::Scalar>;
    /// All components of all outputs; of length zero where there are none.
    type Outputs: Block<Self::Scalar>;

    /// A name for each coordinate: `"theta"`, or `"r[0]"` for a component of a vector.
    const COORDINATES: &'static [&'static str];
    /// A name for each input.
    const INPUTS: &'static [&'static str];
    /// A name for each component of the outputs: `"height"`, `"tip[0]"`, or `"inertia[0][1]"` of a matrix.
    const OUTPUTS: &'static [&'static str];
    /// A name for each parameter that the declaration lists in `sensitivities(..)`: `"m"`, `"r[0]"`, `"inertia[0][1]"`.
    const SENSITIVITIES: &'static [&'static str];

    /// What was seen in the formulas; unknown for a system that was written by hand.
    const STRUCTURE: Structure = Structure::UNKNOWN;
    /// What [`describe`](Self::describe) gives.
    const DESCRIPTION: &'static str = "";

    /// What was derived, as text for people, in lines of at most 100 columns: L as it was declared, momenta and
    /// equations of motion, structure, operations, and for each scheme whether it is explicit.
    ///
    /// Large systems are abbreviated. Dots are combining characters behind their letter, U+0307 and U+0308. The
    /// words are no interface and may change; facts to rely on are [`STRUCTURE`](Self::STRUCTURE) and
    /// [`Discretize::FACTS`](crate::Discretize::FACTS). Empty for a system that was written by hand.
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

    /// L(q, v, t).
    fn lagrangian(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Scalar;

    /// p = ∂L/∂v.
    fn momentum(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Vector;

    /// M = ∂²L/∂v².
    fn mass_matrix(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Matrix;

    /// E = v·∂L/∂v − L, which is constant where L does not depend on t and f does no work.
    fn generalized_energy(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Scalar;

    /// T + V, as declared. Differs from E where T is not homogeneous of degree two in v.
    ///
    /// With `lagrangian = ..` there are no T and V: it is E.
    fn total_energy(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Scalar;

    /// f(q, v, t, u), dissipation included.
    fn force(
        &self,
        t: Self::Scalar,
        q: &Self::Vector,
        v: &Self::Vector,
        inputs: &Self::Inputs,
    ) -> Self::Vector;

    /// y(t, q, v): the outputs one after the other, matrices row by row.
    fn outputs(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Outputs;

    /// The v with ∂L/∂v(q, v, t) = p.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`], and where L is not quadratic in v the failures of Newton's method.
    fn velocity(&self, t: Self::Scalar, q: &Self::Vector, p: &Self::Vector) -> Result<Self::Vector, Failure>;

    /// The a = dv/dt with M a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`].
    fn acceleration(
        &self,
        t: Self::Scalar,
        q: &Self::Vector,
        v: &Self::Vector,
        inputs: &Self::Inputs,
    ) -> Result<Self::Vector, Failure>;

    /// H(q, p, t) = E(q, v, t) at the velocity that belongs to p.
    ///
    /// # Errors
    ///
    /// Those of [`velocity`](Self::velocity).
    fn hamiltonian(
        &self,
        t: Self::Scalar,
        q: &Self::Vector,
        p: &Self::Vector,
    ) -> Result<Self::Scalar, Failure> {
        let v = self.velocity(t, q, p)?;
        Ok(self.generalized_energy(t, q, &v))
    }
}

impl<S: Lagrangian + ?Sized> Lagrangian for &S {
    type Scalar = S::Scalar;
    type Vector = S::Vector;
    type Matrix = S::Matrix;
    type Inputs = S::Inputs;
    type Outputs = S::Outputs;

    const COORDINATES: &'static [&'static str] = S::COORDINATES;
    const INPUTS: &'static [&'static str] = S::INPUTS;
    const OUTPUTS: &'static [&'static str] = S::OUTPUTS;
    const SENSITIVITIES: &'static [&'static str] = S::SENSITIVITIES;
    const STRUCTURE: Structure = S::STRUCTURE;
    const DESCRIPTION: &'static str = S::DESCRIPTION;

    #[inline]
    fn lagrangian(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> S::Scalar {
        (**self).lagrangian(t, q, v)
    }

    #[inline]
    fn momentum(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> S::Vector {
        (**self).momentum(t, q, v)
    }

    #[inline]
    fn mass_matrix(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> S::Matrix {
        (**self).mass_matrix(t, q, v)
    }

    #[inline]
    fn generalized_energy(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> S::Scalar {
        (**self).generalized_energy(t, q, v)
    }

    #[inline]
    fn total_energy(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> S::Scalar {
        (**self).total_energy(t, q, v)
    }

    #[inline]
    fn force(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector, inputs: &S::Inputs) -> S::Vector {
        (**self).force(t, q, v, inputs)
    }

    #[inline]
    fn outputs(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> S::Outputs {
        (**self).outputs(t, q, v)
    }

    #[inline]
    fn velocity(&self, t: S::Scalar, q: &S::Vector, p: &S::Vector) -> Result<S::Vector, Failure> {
        (**self).velocity(t, q, p)
    }

    #[inline]
    fn acceleration(
        &self,
        t: S::Scalar,
        q: &S::Vector,
        v: &S::Vector,
        inputs: &S::Inputs,
    ) -> Result<S::Vector, Failure> {
        (**self).acceleration(t, q, v, inputs)
    }

    #[inline]
    fn hamiltonian(&self, t: S::Scalar, q: &S::Vector, p: &S::Vector) -> Result<S::Scalar, Failure> {
        (**self).hamiltonian(t, q, p)
    }
}
