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
/// Units are any consistent system. A generalized force is positive where it pushes towards larger q; f·v is its power.
///
/// ```
/// use extremal::prelude::*;
///
/// /// A mass on a spring, with friction.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x),
///     kinetic = 0.5 * m * dt(x).powi(2),
///     potential = 0.5 * k * x.powi(2),
///     dissipation = 0.5 * d * dt(x).powi(2),
/// )]
/// struct Spring {
///     m: f64,
///     k: f64,
///     d: f64,
/// }
///
/// let spring = Spring { m: 2.0, k: 8.0, d: 0.5 };
/// let (t, q, v, u) = (0.0, [3.0].into(), [4.0].into(), []);
/// assert_eq!(spring.lagrangian(t, &q, &v), 16.0 - 36.0); // ½ m v² − ½ k x²
/// assert_eq!(spring.generalized_energy(t, &q, &v), 16.0 + 36.0);
/// assert_eq!(spring.momentum(t, &q, &v)[0], 8.0); // m v
/// assert_eq!(spring.mass_matrix(t, &q, &v)[(0, 0)], 2.0);
/// assert_eq!(spring.force(t, &q, &v, &u)[0], -2.0); // −d v
/// assert_eq!(spring.acceleration(t, &q, &v, &u)?[0], -13.0); // (−k x − d v)/m
/// # Ok::<(), extremal::Failure>(())
/// ```
///
/// G. Capobianco, Time finite element methods for mechanical systems in minimal coordinates, master thesis,
/// University of Stuttgart, 2015: (2.34) with L = T − V (2.40), T as in (2.28), H = T* + V (3.12), (3.19).
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

    /// L(q, v, t) = T − V, an energy.
    fn lagrangian(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Scalar;

    /// p = ∂L/∂v, n numbers: M v + b where T = ½ v·Mv + b·v + η.
    fn momentum(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Vector;

    /// M = ∂²L/∂v², n × n and symmetric: `m[(i, j)]` belongs to the coordinates i and j. It depends on v only where L is
    /// not quadratic in v. It may be singular.
    fn mass_matrix(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Matrix;

    /// E = v·∂L/∂v − L, which is constant where L does not depend on t and f does no work: dE/dt = f·v − ∂L/∂t.
    fn generalized_energy(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Scalar;

    /// T + V, as declared. Differs from E where T is not homogeneous of degree two in v, as with a support that is moved:
    /// for T = ½ v·Mv + b·v + η it is E + b·v + 2η.
    ///
    /// With `lagrangian = ..` there are no T and V: it is E.
    fn total_energy(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Scalar;

    /// f(q, v, t, u) = what `force(..)` declares − ∂R/∂v, n numbers: what stands on the right of d/dt ∂L/∂v − ∂L/∂q.
    /// Forces of the potential are not in it.
    fn force(
        &self,
        t: Self::Scalar,
        q: &Self::Vector,
        v: &Self::Vector,
        inputs: &Self::Inputs,
    ) -> Self::Vector;

    /// y(t, q, v): the outputs one after the other, matrices row by row, as [`OUTPUTS`](Self::OUTPUTS) names them.
    fn outputs(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Outputs;

    /// The v with ∂L/∂v(q, v, t) = p, the inverse of [`momentum`](Self::momentum).
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`], and where L is not quadratic in v the failures of Newton's method.
    fn velocity(&self, t: Self::Scalar, q: &Self::Vector, p: &Self::Vector) -> Result<Self::Vector, Failure>;

    /// The a = dv/dt with M a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t: the equations of motion, solved. No scheme needs it; it
    /// serves other integrators, and checks.
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

    /// The momentum that is left of `p` where constraints take a part of it at once, as after a kick: `p` itself where there are no
    /// constraints.
    ///
    /// # Errors
    ///
    /// Those of [`velocity`](Self::velocity), and a singular tangent.
    fn consistent_momentum(
        &self,
        _t: Self::Scalar,
        _q: &Self::Vector,
        p: &Self::Vector,
    ) -> Result<Self::Vector, Failure> {
        Ok(*p)
    }

    /// H(q, p, t) = E(q, v, t) at the velocity that belongs to p: dq/dt = ∂H/∂p, dp/dt = −∂H/∂q + f.
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
    fn consistent_momentum(&self, t: S::Scalar, q: &S::Vector, p: &S::Vector) -> Result<S::Vector, Failure> {
        (**self).consistent_momentum(t, q, p)
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
