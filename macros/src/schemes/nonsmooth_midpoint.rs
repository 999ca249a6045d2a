//! The midpoint rule with contacts: those that are closed are held at the end of the step, and impacts happen there.
//!
//! ```text
//! −D₁L_d(qₖ, u) − h/2 f − pₖ = Wᵀ P,   qₖ₊₁ = qₖ + h u,   pₖ₊₁ = D₂L_d + h/2 f
//! ```
//!
//! The percussions at the end, and the impulses of constraints there, are found by the runtime.

use super::Entry;
use super::contact::{Percussive, WithPercussions, each_has_mass, of_element};
use super::midpoint::Midpoint;
use super::path::{Refusal, Signature};
use super::scheme::Context;
use super::step::StepEquations;
use super::variational::Variational;

const NAME: &str = "NonsmoothMidpoint";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(WithPercussions(NonsmoothMidpoint { name: NAME }))),
};

#[derive(Debug)]
pub(super) struct NonsmoothMidpoint {
    name: &'static str,
}

impl NonsmoothMidpoint {
    /// The same equations under the name of a scheme without percussions, for dry friction without gaps.
    pub(super) fn without_gaps(name: &'static str) -> Self {
        Self { name }
    }
}

impl Percussive for NonsmoothMidpoint {
    fn name(&self) -> &'static str {
        self.name
    }

    fn takes_solver(&self) -> bool {
        self.name == NAME
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let refused = |what: &str| {
            let when = if self.takes_solver() {
                ""
            } else {
                "with dry friction "
            };
            let name = self.name;
            Refusal::of(format!(
                "{when}`{name}` is for systems with {what}; list `VariationalMoreau`"
            ))
        };
        // The masses of an impact at the end are those of the velocity before it.
        if !context.dynamics.is_quadratic(context.graph) {
            return Err(refused("an L of degree two in the velocities"));
        }
        each_has_mass(context, self.name)?;
        let step = of_element(context, &Variational::element(&Midpoint));
        // The runtime knows the velocity at the end. Where there are constraints, starts have to satisfy their rates, too: those of
        // systems of any size do.
        let of_items = context.part.is_some();
        let dynamics = context.parts().1;
        Ok(match dynamics.constraint_count() + dynamics.rolling_count() {
            0 => step.carrying_none(),
            _ if of_items => step.carrying_none(),
            _ => step,
        })
    }

    fn formulas(&self) -> &'static [&'static str] {
        &[
            "u = (q₁ − q₀)/h,   L_d = h L(q₀ + h u/2, u, t + h/2)",
            "W(q₀)ᵀ P + p₀ = −∂L_d/∂q₀ − h/2 f,   p₁ = ∂L_d/∂q₁ + h/2 f + W(q₁)ᵀ Λ",
            "closed at q₀:   0 ≤ P_N ⊥ g(q₁) ≥ 0,   −W_T u ∈ N_C(P_T)",
        ]
    }

    fn laws(&self) -> &'static str {
        "closed at q₁:   ξ = γ(p₁) + e γ⁻,   0 ≤ Λ_N ⊥ ξ_N ≥ 0,   −ξ_T ∈ N_C(Λ_T);   e = 0 where closed at q₀;   C = {|P_T| ≤ μ P_N}"
    }

    fn time_of_friction(&self) -> &'static str {
        "τ = h/2, at both ends"
    }

    fn constraint_formula(&self) -> &'static str {
        "with G = ∂g/∂q:   p₀ has − G(q₀)ᵀ λ,   g(q₁) = 0,   p₁ has − G(q₁)ᵀ κ,   its velocity satisfies the constraints"
    }

    fn rolling_formula(&self) -> Option<&'static str> {
        Some("p₀ has − A(q₀)ᵀ μ,   A u + b = 0 at (q₀ + q₁)/2, t + h/2,   p₁ has − A(q₁)ᵀ ν,   A v₁ + b = 0")
    }
}
