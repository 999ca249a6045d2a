//! Jean's θ-method.

use crate::Failure;
use crate::drive::{ContactScheme, ContactStep, Scheme};
use extremal_percussions::SemismoothNewton;

/// Jean's θ-method: contacts with impacts and friction. Implicit in springs; coordinates without mass are taken.
///
/// ```text
/// p₁ − p₀ = h [(1 − θ) b(q₀, u₀) + θ b(q₁, u₁)] + Wᵀ P,   q₁ = q₀ + h [(1 − θ) u₀ + θ u₁],   p₁ = p(q₁, u₁)
/// p(q, v) = ∂L/∂v,   b(q, v) = ∂L/∂q + f
/// ξ = γ⁺ + e γ⁻,   0 ≤ P_N ⊥ ξ_N ≥ 0,   |P_T| ≤ μ P_N,   P_T = −μ P_N ξ_T/|ξ_T| if ξ_T ≠ 0
/// ```
///
/// A contact is closed in the step if g(q₀) + h/2 dg/dt ≤ 0 with the velocity u₀, which is carried; W is that at q₀. For θ = ½
/// the order is 2 while contacts are open, else 1. Under a contact that lasts it is 2 where the surface is flat and at rest,
/// and the direction and the coefficient of friction do not change. θ is between ½ and 1, where at 1 high frequencies are
/// damped most; below ½ they grow. A θ that is not above 0 and at most 1 is refused at the start
/// ([`Failure::SchemeNumber`](crate::Failure::SchemeNumber)). Constraints hold at the nodes, with impulses −[θ G(q₀) + (1 − θ)
/// G(q₁)]ᵀ λ: the weights of the velocities the other way round, so that rotations keep their speed. The report is a
/// [`ContactReport`](crate::drive::ContactReport).
///
/// M. Jean, The non-smooth contact dynamics method, Comput. Methods Appl. Mech. Eng. 177 (1999) 235, for a constant M. Where M
/// depends on q, its product with u₁ − u₀ is here the difference of momenta.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theta {
    /// θ, the weight of the end of the step.
    pub theta: f64,
}

/// θ = ½.
impl Default for Theta {
    fn default() -> Self {
        Self { theta: 0.5 }
    }
}

#[diagnostic::do_not_recommend]
impl Scheme for Theta {
    type Driver = ContactStep<Self>;

    /// At θ = 0 nothing of a step acts on where it ends, so that no constraint could hold there.
    fn check(&self) -> Result<(), Failure> {
        if self.theta > 0.0 && self.theta <= 1.0 {
            return Ok(());
        }
        Err(Failure::SchemeNumber {
            name: "theta",
            value: self.theta,
            range: "above 0 and at most 1",
        })
    }
}

impl ContactScheme for Theta {
    type Equations = Self;
    type Solver = SemismoothNewton;

    const LOOKS_AHEAD: bool = true;
    const ACTS_AT_NODES: bool = false;
    const HAS_LAGGING_FORCES: bool = false;
    const IS_CUBIC: bool = true;

    fn equations(&self) -> Self {
        *self
    }

    fn solver(&self) -> SemismoothNewton {
        SemismoothNewton
    }
}
