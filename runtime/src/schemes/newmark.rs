//! Newmark's method.

use crate::Failure;
use crate::drive::{OneStep, Scheme};

/// Newmark's method: the equations of motion hold at the nodes, with accelerations that β and γ weight in between.
///
/// ```text
/// M(q) a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t at both nodes,   p = ∂L/∂v
/// q₁ = q₀ + h v₀ + h² [(½ − β) a₀ + β a₁]
/// v₁ = v₀ + h [(1 − γ) a₀ + γ a₁]
/// ```
///
/// | β | γ | |
/// | --- | --- | --- |
/// | ¼ | ½ | average acceleration, the default: stable on an oscillator for every h, whose energy it keeps |
/// | ⅙ | ½ | linear acceleration: stable for ω h < √12 |
/// | 0 | ½ | central differences: stable for ω h < 2; `Verlet` if M is constant, and v is in T alone |
/// | ¼ (γ + ½)² | > ½ | damps high frequencies, of order 1 |
///
/// Order 2 for γ = ½, else 1. Without friction γ < ½ is unstable. In general it is neither symplectic nor does it keep the
/// energy or momentum maps of nonlinear systems; it is here because structural dynamics uses it, and to be compared with. The
/// state is (q, v, p): the velocity is carried, p is ∂L/∂v of it, and the report is an
/// [`EnergyStep`](crate::drive::EnergyStep). Between the nodes the motion is the cubic with the coordinates and velocities of
/// both. Inputs are constant over a step, so that a₀ is computed with those of the step. [`Composition`](super::Composition)
/// does not take it: it is symmetric for γ = ½ alone. A β or γ that is not between 0 and 1 is refused at the start
/// ([`Failure::SchemeNumber`](crate::Failure::SchemeNumber)). Systems with constraints, and with coordinates that have no
/// mass, are refused.
///
/// Rounding: where ω h is large, q₁ is the small difference of h² a₀ and h² a₁, and each step rounds it by (ω h)² ε. Light
/// masses beside heavy ones have such ω, and stiff springs. For masses of 1e-9 and 1e9 in a row, joined by springs of 1 N/m and
/// with h = 0.1 s, the energy drifts by 6e-6 in 2e4 steps, and that of `Midpoint` by 2e-10. No step fails. For ω h = 6e6 the
/// energy is wrong by 16 % after 2000 steps: use `Midpoint` or `Livens` if ω h may be above 1e5.
///
/// N. M. Newmark, A method of computation for structural dynamics, J. Eng. Mech. Div. ASCE 85 (1959) 67.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Newmark))]
/// struct Oscillator;
///
/// // High frequencies are damped: ω h = 10 here.
/// let damped = Newmark { beta: 0.3025, gamma: 0.6 };
/// let mut motion = Integrator::new(Oscillator, damped, 10.0, [1.0], [0.0])?;
/// for _ in 0..100 {
///     motion.step()?;
/// }
/// assert!(motion.energy() < 1e-6);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newmark {
    /// β, the weight of a₁ in q₁.
    pub beta: f64,
    /// γ, the weight of a₁ in v₁.
    pub gamma: f64,
}

/// Average acceleration: β = ¼, γ = ½.
impl Default for Newmark {
    fn default() -> Self {
        Self {
            beta: 0.25,
            gamma: 0.5,
        }
    }
}

#[diagnostic::do_not_recommend]
impl Scheme for Newmark {
    type Driver = OneStep<Self>;

    /// With β or γ below zero the end of a step acts against itself.
    fn check(&self) -> Result<(), Failure> {
        let numbers = [("beta", self.beta), ("gamma", self.gamma)];
        let wrong = numbers
            .into_iter()
            .find(|&(_, value)| !(0.0..=1.0).contains(&value));
        wrong.map_or(Ok(()), |(name, value)| {
            Err(Failure::SchemeNumber {
                name,
                value,
                range: "between 0 and 1",
            })
        })
    }
}
