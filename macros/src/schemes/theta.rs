//! Jean's θ-method: forces and velocities of both ends of a step, and percussions in it.
//!
//! ```text
//! p(qₖ, u⁺) − pₖ = h [(1 − θ) h(qₖ, u) + θ h(qₖ₊₁, u⁺)] + Wᵀ P,   qₖ₊₁ = qₖ + h [(1 − θ) u + θ u⁺],   pₖ₊₁ = p(qₖ₊₁, u⁺)
//! ```
//!
//! with p = ∂L/∂v, and h = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t. (M. Jean, The non-smooth contact dynamics method, 1999.)

use extremal_symbolic::Expr;

use super::Entry;
use super::contact::{
    AtNode, Ends, Motion, Percussive, WithPercussions, balance, end, start, step, velocities,
};
use super::path::{Refusal, Signature};
use super::scheme::Context;
use super::step::{Interpolation, StepEquations};

const NAME: &str = "Theta";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(WithPercussions(Theta))),
};

#[derive(Debug)]
struct Theta;

impl Percussive for Theta {
    fn name(&self) -> &'static str {
        NAME
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let motion = Motion::of(context, NAME)?;
        let Context {
            graph,
            dynamics,
            known,
            ..
        } = &mut *context;
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
        let none = vec![Vec::new(); u.len()];
        let ends = Ends::of(context, (&momenta, &impulses), (&after.momenta, &none));
        Ok(step(context, system, &end, ends, Interpolation::Cubic))
    }

    fn formulas(&self) -> &'static [&'static str] {
        &[
            "p(q₀, u₁) − p₀ = h [(1 − θ) h(q₀, u₀) + θ h(q₁, u₁)] + Wᵀ P,   q₁ = q₀ + h [(1 − θ) u₀ + θ u₁],   p₁ = p(q₁, u₁)",
            "h(q, v) = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t",
        ]
    }

    fn takes_solver(&self) -> bool {
        false
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["theta"]
    }
}
