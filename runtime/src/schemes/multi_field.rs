//! Fields of their own for velocities and momenta.

use crate::Failure;
use crate::drive::{OneStep, Scheme};

/// Elements with three fields, q, u and p, continuous polynomials of degrees `Q`, `U` and `P`, which α and β weight.
///
/// ```text
/// δ ∫ (1 − α) L(q, q̇) + α [p·q̇ − (1 − β) H(q, p) − β (p·u − L(q, u))] dt + ∫ f·δq dt = 0,   H(q, p) = p·w − L(q, w)
/// ∂L/∂v(q, w) = p,   ∫ δp·(q̇ − (1 − β) w − β u) dt = 0,   ∫ δu·(∂L/∂v(q, u) − p) dt = 0
/// ```
///
/// | (α, β) | formulation | fields that act |
/// | --- | --- | --- |
/// | (0, 0) | single-field: [`Galerkin`](super::Galerkin) with the same quadrature | q |
/// | (1, 0) | pure, Hellinger and Reissner's | q, p |
/// | (1, 1) | pure, Hu and Washizu's | q, u, p |
/// | others | mixed | |
///
/// The fields are shared by elements at their nodes, so that an interval is solved as a whole, by
/// [`Monolithic`](crate::monolithic::Monolithic), and nothing steps: [`Integrator::new`](crate::Integrator::new) with it
/// does not compile. Integrals are sums over max(Q, U, P) + 1 points of Gauss. A [`Start`](crate::monolithic::Start) is one
/// of
///
/// | start | condition beside q(0) = q₀ | reference |
/// | --- | --- | --- |
/// | `Impulse` | P₀ = ∂L/∂v(q₀, v₀), P₀ the impulse that the first element is given | (4.19) |
/// | `Momentum` | p(0) = p₀ | (4.27) |
/// | `FieldVelocity` | u(0) = v₀ | (4.27) |
/// | `Velocity` | q̇(0) = v₀ | (4.27) |
///
/// Measured orders of q and of the impulses P with `Impulse`, on a lever with M(q), friction and a force of t:
///
/// | degrees | α | at inner nodes | at the end |
/// | --- | --- | --- | --- |
/// | 1, 1, 1 | 1 | 2 | 4 |
/// | 1, 1, 1 | ½ | 2 | 2 |
/// | 2, 2, 2 | 1 | 2 | 4 |
/// | 2, 2, 2 | ½ | 4 | 4 |
/// | 2, 1, 1 | ½ | 4 | 4 |
///
/// The fields u and p have order 1 for linear fields with α < 1, and 2 with α = 1. `Impulse` alone keeps order 2 of linear
/// elements where 0 < α < 1. On the harmonic oscillator, linear elements, T = 100, a fit over h = 0.2 .. 0.025:
///
/// | α | `Impulse` | `Momentum` | `FieldVelocity` | `Velocity` |
/// | --- | --- | --- | --- | --- |
/// | 1 | 2.0 | 2.1 | 2.1 | 1.0 |
/// | ½ | 2.0 | 1.4 | 1.4 | 1.2 |
///
/// With equal degrees, constant M and T a quadratic form in v, u = M⁻¹ p, and β has no effect. The momenta of the states of a
/// [`Solution`](crate::monolithic::Solution) are the impulses that elements hand on;
/// [`Solution::fields`](crate::monolithic::Solution::fields) has u and p. Momentum maps are the same at both ends of the
/// interval.
///
/// Each coordinate needs a mass, and there are no constraints. Refused at the start ([`Failure::SchemeNumber`]) are α or β
/// outside of \[0, 1\], and α = 1 with P < Q, as p determines q̇ alone. So is β > 0 with U < P, as nothing determines all
/// numbers of p for β = 1, and little does near it.
///
/// G. Capobianco, Time finite element methods for mechanical systems in minimal coordinates, master thesis,
/// University of Stuttgart, 2015, (4.20), (4.26), with the rows of p divided by α and those of u by α β.
///
/// ```
/// use extremal::monolithic::Start;
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x),
///     kinetic = 0.5 * dt(x).powi(2),
///     potential = 0.5 * x.powi(2),
///     discretize(MultiField<1, 1, 1>),
/// )]
/// struct Oscillator;
///
/// let start = Start::Impulse { q0: [0.5], v0: [0.5] };
/// let solution = Monolithic::new(Oscillator, MultiField::linear(1.0, 0.0), 0.01, 1000, start).solve()?;
/// let exact = 0.5 * f64::cos(10.0) + 0.5 * f64::sin(10.0);
/// assert!((solution.states()[1000].q[0] - exact).abs() < 1e-6);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// Nothing steps:
///
/// ```compile_fail
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x),
///     kinetic = 0.5 * dt(x).powi(2),
///     potential = 0.5 * x.powi(2),
///     discretize(MultiField<1, 1, 1>),
/// )]
/// struct Oscillator;
///
/// // error: this scheme makes no steps: its elements share fields, so that all are solved together
/// let motion = Integrator::new(Oscillator, MultiField::linear(1.0, 0.0), 0.1, [1.0], [0.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MultiField<const Q: usize = 1, const U: usize = 1, const P: usize = 1> {
    /// α, the weight of the field p.
    pub alpha: f64,
    /// β, the weight of the field u within that.
    pub beta: f64,
}

impl MultiField {
    /// Linear fields.
    #[must_use]
    pub fn linear(alpha: f64, beta: f64) -> Self {
        Self { alpha, beta }
    }
}

/// Half of the weight for q, and half for (q, p).
impl<const Q: usize, const U: usize, const P: usize> Default for MultiField<Q, U, P> {
    fn default() -> Self {
        Self {
            alpha: 0.5,
            beta: 0.0,
        }
    }
}

#[diagnostic::do_not_recommend]
impl<const Q: usize, const U: usize, const P: usize> Scheme for MultiField<Q, U, P> {
    type Driver = OneStep<Self>;

    fn check(&self) -> Result<(), Failure> {
        let wrong = |name, value, range| Err(Failure::SchemeNumber { name, value, range });
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(0.0..=1.0).contains(&value) {
                return wrong(name, value, "between 0 and 1");
            }
        }
        if U < P && self.beta > 0.0 {
            return wrong("beta", self.beta, "zero where u has a lower degree than p");
        }
        if P < Q && self.alpha >= 1.0 {
            return wrong("alpha", self.alpha, "below 1 where p has a lower degree than q");
        }
        Ok(())
    }

    /// The single field.
    fn stepping(&self) -> Option<Self> {
        Some(Self {
            alpha: 0.0,
            beta: 0.0,
        })
    }
}
