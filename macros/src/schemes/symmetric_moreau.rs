//! The symmetric scheme of Moreau's type: forces of both sides of the node.
//!
//! ```text
//! p(qₖ, uₖ) − pₖ − h/2 h(qₖ, uₖ) = Wᵀ P,   qₖ₊₁ = qₖ + h uₖ,   pₖ₊₁ = p(qₖ₊₁, uₖ) + h/2 h(qₖ₊₁, uₖ)
//! ```
//!
//! with p = ∂L/∂v, and h = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t. (Capobianco, Harsch, Eugster & Leine (49), (61), with pₖ the
//! momentum on the left of the node.)

use super::Entry;
use super::contact::{Percussive, WithPercussions, around_node};
use super::path::{Refusal, Signature};
use super::scheme::Context;
use super::step::StepEquations;

const NAME: &str = "SymmetricMoreau";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(WithPercussions(SymmetricMoreau))),
};

#[derive(Debug)]
struct SymmetricMoreau;

impl Percussive for SymmetricMoreau {
    fn name(&self) -> &'static str {
        NAME
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        around_node(context, NAME, true)
    }

    fn formulas(&self) -> &'static [&'static str] {
        &[
            "p(q₀, u) − p₀ − h/2 h(q₀, u) = Wᵀ P,   q₁ = q₀ + h u,   p₁ = p(q₁, u) + h/2 h(q₁, u),   h(q, v) = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t",
        ]
    }
}
