//! The variational scheme of Moreau's type: the position–momentum form of Verlet's scheme, with percussions at the node.
//!
//! ```text
//! −D₁L_d(qₖ, uₖ) − h/2 f − pₖ = Wᵀ P,   qₖ₊₁ = qₖ + h uₖ,   pₖ₊₁ = D₂L_d + h/2 f
//! ```
//!
//! (Capobianco, Harsch, Eugster & Leine (54), (63): the difference of the momenta on both sides of the node.)

use super::Entry;
use super::contact::{Percussive, WithPercussions, of_element};
use super::path::{Refusal, Signature};
use super::scheme::Context;
use super::step::StepEquations;
use super::variational::Variational;
use super::verlet::Verlet;

const NAME: &str = "VariationalMoreau";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(WithPercussions(VariationalMoreau))),
};

#[derive(Debug)]
pub(super) struct VariationalMoreau;

impl Percussive for VariationalMoreau {
    fn name(&self) -> &'static str {
        NAME
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        Ok(of_element(context, &Variational::element(&Verlet)))
    }

    fn needs_masses(&self) -> bool {
        false
    }

    fn formulas(&self) -> &'static [&'static str] {
        &[
            "u = (q₁ − q₀)/h,   L_d = h/2 [L(q₀, u, t) + L(q₁, u, t + h)]",
            "Wᵀ P + p₀ = −∂L_d/∂q₀ − h/2 f(q₀, u, t),   p₁ = ∂L_d/∂q₁ + h/2 f(q₁, u, t + h)",
        ]
    }
}
