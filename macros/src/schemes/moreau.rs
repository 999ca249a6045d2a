//! Moreau's scheme: explicit but for the mass matrix at the node, with the percussions of the contacts there.
//!
//! ```text
//! p(qₖ, uₖ) − pₖ − h/2 h(qₖ, uₖ₋₁) = Wᵀ P,   qₖ₊₁ = qₖ + h uₖ,   pₖ₊₁ = p(qₖ₊₁, uₖ) + h/2 h(qₖ₊₁, uₖ)
//! ```
//!
//! with p = ∂L/∂v, and h = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t. Together p(qₖ, uₖ) − p(qₖ, uₖ₋₁) − h h(qₖ, uₖ₋₁) = Wᵀ P, and pₖ is the
//! momentum on the left of the node. (J. J. Moreau 1988; in the form of Capobianco, Harsch, Eugster & Leine for time finite
//! elements (45), (59).)

use super::Entry;
use super::contact::{Percussive, WithPercussions, around_node};
use super::path::{Refusal, Signature};
use super::scheme::{Context, Inertia};
use super::step::StepEquations;

const NAME: &str = "Moreau";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(WithPercussions(Moreau))),
};

#[derive(Debug)]
pub(super) struct Moreau;

impl Percussive for Moreau {
    fn name(&self) -> &'static str {
        NAME
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        around_node(context, NAME, false)
    }

    /// With an M of one place, p(qₖ, uₖ) − p(qₖ, uₖ₋₁) is off by the change of M along the step: in Euler parameters ẇ = −h w³/4.
    fn drawback(&self, inertia: &Inertia) -> Option<&'static str> {
        let slows = "M depends on coordinates, and this scheme takes M of one place of the step: rotations slow down in proportion to h; \
                     the other schemes for contacts keep them";
        inertia.varies.then_some(slows)
    }

    fn formulas(&self) -> &'static [&'static str] {
        &[
            "p(q₀, u) − p₀ − h/2 h(q₀, u₋) = Wᵀ P,   q₁ = q₀ + h u,   p₁ = p(q₁, u) + h/2 h(q₁, u),   h(q, v) = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t",
        ]
    }
}
