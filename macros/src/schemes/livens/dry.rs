//! Livens' scheme with dry friction: its equations from the state after the percussions at the start of a step.
//!
//! ```text
//! (v₀ + M(q₀)⁻¹ W(q₀)ᵀ P, p₀ + W(q₀)ᵀ P)   ↦   (v, p)   ↦   (v + M(q₁)⁻¹ W(q₁)ᵀ Λ, p + W(q₁)ᵀ Λ)
//! ```
//!
//! Percussions change E = p·v − L by the work of the mean of M⁻¹p before and after them, whatever v − M⁻¹p is, as T is quadratic.

use super::{Livens, equations};
use crate::schemes::contact::{Percussive, each_has_mass};
use crate::schemes::path::Refusal;
use crate::schemes::scheme::{Context, Form, Scheme};
use crate::schemes::step::StepEquations;

/// The scheme in systems with dry friction and without gaps.
#[derive(Debug)]
pub(super) struct WithFriction {
    pub(super) name: &'static str,
}

impl Percussive for WithFriction {
    fn name(&self) -> &'static str {
        self.name
    }

    fn takes_solver(&self) -> bool {
        false
    }

    fn is_differentiable(&self) -> bool {
        false
    }

    fn form(&self) -> Form {
        Scheme::form(&Livens::PLAIN)
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let refused =
            |what: &str| Refusal::of(format!("with dry friction `{}` is for systems {what}", self.name));
        let is_held = context.part.map_or_else(
            || context.dynamics.constraint_count() + context.dynamics.rolling_count() > 0,
            |whole| whole.has_constraints || whole.has_rolling,
        );
        if is_held {
            return Err(refused(
                "without constraints, whose reactions would take energy at percussions; list `Midpoint`",
            ));
        }
        if !context.dynamics.is_quadratic(context.graph) {
            return Err(refused(
                "with a kinetic energy of degree two in the velocities; list `Midpoint`",
            ));
        }
        each_has_mass(context, self.name)?;
        equations(context, Livens::PLAIN).ok_or_else(|| refused("with discrete gradients"))
    }

    fn rolling_formula(&self) -> Option<&'static str> {
        None
    }

    fn formulas(&self) -> &'static [&'static str] {
        &[
            "p₀⁺ = p₀ + W(q₀)ᵀ P,   v₀⁺ = v₀ + M(q₀)⁻¹ W(q₀)ᵀ P,   −W_T v½ ∈ N_C(P_T)",
            "q₁ − q₀ = h v½,   p₁⁻ − p₀⁺ = h (D̄₁L + f),   ½ (p₀⁺ + p₁⁻) = D̄₂L,   v½ = ½ (v₀⁺ + v₁⁻)",
            "p₁ = p₁⁻ + W(q₁)ᵀ Λ,   v₁ = v₁⁻ + M(q₁)⁻¹ W(q₁)ᵀ Λ,   −γ_T(p₁) ∈ N_C(Λ_T), in the direction of W_T v½ where it slides",
            "E₁ − E₀ = f·(q₁ − q₀) + ½ P·(γ(p₀) + γ(p₀⁺)) + ½ Λ·(γ(p₁⁻) + γ(p₁)) with E = p·v − L, but for ∂L/∂t",
        ]
    }

    fn time_of_friction(&self) -> &'static str {
        "τ = h/2, at both ends"
    }
}
