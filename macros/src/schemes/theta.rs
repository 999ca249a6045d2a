//! Jean's θ-method: forces and velocities of both ends of a step, and percussions in it.
//!
//! ```text
//! pₖ₊₁ − pₖ = h [(1 − θ) b(qₖ, u) + θ b(qₖ₊₁, u⁺)] + Wᵀ P,   qₖ₊₁ = qₖ + h [(1 − θ) u + θ u⁺],   pₖ₊₁ = p(qₖ₊₁, u⁺)
//! ```
//!
//! with p = ∂L/∂v and b = ∂L/∂q + f. (M. Jean, The non-smooth contact dynamics method, 1999, for a constant M. Where M depends on q,
//! his M (u⁺ − u) with M at one place of the step speeds up rotations.) Bilateral constraints add −[θ G(qₖ) + (1 − θ) G(qₖ₊₁)]ᵀ λ. Its
//! weights are those of the velocities the other way round: then λ does no work to the order of the scheme, none at all for θ = ½
//! and a quadratic g. With G(qₖ) alone and θ = ½ the velocity along the normal changes its sign from step to step, and grows.

use extremal_symbolic::Expr;

use super::Entry;
use super::contact::{
    AtNode, Ends, Motion, Percussive, WithPercussions, balance, end, step_with_impulses_of_both, velocities,
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
pub(super) struct Theta;

impl Percussive for Theta {
    fn name(&self) -> &'static str {
        NAME
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let motion = Motion::of_momenta(context);
        let (graph, dynamics, known) = context.parts();
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
        let before = motion.at(graph, known, &known.start(&known.velocities)).impulses;
        let after = motion.at(graph, known, &end);
        let impulses = before.iter().zip(&after.impulses).map(|(before, after)| {
            let mut weighted = |weight: Expr, terms: &[Expr]| -> Vec<Expr> {
                terms.iter().map(|&term| graph.mul(weight, term)).collect()
            };
            [weighted(rest, before), weighted(theta, after)].concat()
        });
        let impulses: Vec<Vec<Expr>> = impulses.collect();
        let AtNode { momenta, .. } = after;
        let system = balance(graph, known, &momenta, &impulses, &u);
        let none = vec![Vec::new(); u.len()];
        let ends = Ends::of(context, (&momenta, &impulses), (&momenta, &none));
        Ok(step_with_impulses_of_both(
            context,
            (system, &end, ends),
            Interpolation::Cubic,
            [theta, rest],
        ))
    }

    fn formulas(&self) -> &'static [&'static str] {
        &[
            "p₁ − p₀ = h [(1 − θ) b(q₀, u₀) + θ b(q₁, u₁)] + Wᵀ P,   q₁ = q₀ + h [(1 − θ) u₀ + θ u₁],   p₁ = p(q₁, u₁)",
            "b(q, v) = ∂L/∂q + f",
        ]
    }

    fn constraint_formula(&self) -> &'static str {
        "with G = ∂g/∂q:   p₀ has − [θ G(q₀) + (1 − θ) G(q₁)]ᵀ λ,   g(q₁) = 0"
    }

    /// They would hold for the mean of both velocities, and not for that at the end.
    fn rolling_formula(&self) -> Option<&'static str> {
        None
    }

    fn time_of_friction(&self) -> &'static str {
        "τ = h"
    }

    fn takes_solver(&self) -> bool {
        false
    }

    /// Forces at both ends determine what has no mass.
    fn needs_masses(&self) -> bool {
        false
    }

    /// θ = ½ is the trapezoidal rule, θ = 1 Euler's implicit rule.
    fn follows_friction_without_mass(&self) -> bool {
        true
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["theta"]
    }
}
