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
use super::contact::{AtNode, KEEPS, Motion, balance, end, formulas, halved, line, start, step, velocities};
use super::element::Element;
use super::path::{Path, Refusal, Signature};
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::step::StepEquations;
use crate::model::Inheritance;

const NAME: &str = "Moreau";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(Moreau)),
};

#[derive(Debug)]
pub(super) struct Moreau;

impl Scheme for Moreau {
    fn path(&self) -> Path {
        Path::plain(NAME)
    }

    fn check(&self, _: &Declared) -> Result<(), Refusal> {
        Ok(())
    }

    fn handles_contacts(&self) -> bool {
        true
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let Context {
            graph,
            dynamics,
            known,
            ..
        } = &mut *context;
        let motion = Motion::of(graph, dynamics, NAME)?;
        let u = velocities(graph, dynamics.size());
        let AtNode { impulses, .. } = motion.at(graph, known, &start(known, &known.velocities));
        let halves = halved(graph, &impulses);
        let AtNode { momenta, .. } = motion.at(graph, known, &start(known, &u));
        let system = balance(graph, known, &momenta, &halves, &u);
        let end = end(graph, known, &u, &u);
        let momenta = motion.left_of(graph, known, &end);
        let line = line(graph, known, &u);
        Ok(step(context, system, &end, momenta, line))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        formulas(
            declared,
            &[
                "p(q₀, u) − p₀ − h/2 h(q₀, u₋) = Wᵀ P,   q₁ = q₀ + h u,   p₁ = p(q₁, u) + h/2 h(q₁, u),   h(q, v) = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t",
            ],
        )
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err(KEEPS)
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    /// Forces are those of the velocity before.
    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_alternating_modes(&self, _: &Inertia) -> bool {
        false
    }

    fn element(&self) -> Option<Element> {
        None
    }
}
