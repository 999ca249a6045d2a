//! Jean's θ-method: forces and velocities of both ends of a step, and percussions in it.
//!
//! ```text
//! p(qₖ, u⁺) − pₖ = h [(1 − θ) h(qₖ, u) + θ h(qₖ₊₁, u⁺)] + Wᵀ P,   qₖ₊₁ = qₖ + h [(1 − θ) u + θ u⁺],   pₖ₊₁ = p(qₖ₊₁, u⁺)
//! ```
//!
//! with p = ∂L/∂v, and h = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t. (M. Jean, The non-smooth contact dynamics method, 1999.)

use extremal_symbolic::Expr;

use super::Entry;
use super::contact::{AtNode, KEEPS, Motion, balance, end, formulas, start, step, velocities};
use super::element::Element;
use super::path::{Path, Refusal, Signature};
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::step::{Interpolation, StepEquations};
use crate::model::Inheritance;

const NAME: &str = "Theta";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(Theta)),
};

#[derive(Debug)]
struct Theta;

impl Scheme for Theta {
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
        let (theta, one) = (known.scheme[0], graph.one());
        let rest = graph.sub(one, theta);
        let mean: Vec<Expr> = known
            .velocities
            .iter()
            .zip(&u)
            .map(|(&before, &after)| {
                let parts = [graph.mul(rest, before), graph.mul(theta, after)];
                graph.sum(&parts)
            })
            .collect();
        let end = end(graph, known, &mean, &u);
        let before = motion.at(graph, known, &start(known, &known.velocities)).impulses;
        let after = motion.at(graph, known, &end);
        let impulses = before.iter().zip(&after.impulses).map(|(before, after)| {
            let mut weighted = |weight: Expr, terms: &[Expr]| -> Vec<Expr> {
                terms.iter().map(|&term| graph.mul(weight, term)).collect()
            };
            [weighted(rest, before), weighted(theta, after)].concat()
        });
        let impulses: Vec<Vec<Expr>> = impulses.collect();
        let AtNode { momenta, .. } = motion.at(graph, known, &start(known, &u));
        let system = balance(graph, known, &momenta, &impulses, &u);
        Ok(step(context, system, &end, after.momenta, Interpolation::Cubic))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["theta"]
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        formulas(
            declared,
            &[
                "p(q₀, u₁) − p₀ = h [(1 − θ) h(q₀, u₀) + θ h(q₁, u₁)] + Wᵀ P,   q₁ = q₀ + h [(1 − θ) u₀ + θ u₁],   p₁ = p(q₁, u₁)",
                "h(q, v) = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t",
            ],
        )
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err(KEEPS)
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    /// M is that of the start.
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
