//! The balance of momentum over a step, with discrete gradients instead of derivatives.

use extremal_symbolic::{DiscreteGradient, Expr, Graph, Slopes};

use super::Step;
use super::constraints::Constraints;
use super::gradients::Partial;
use super::stabilized::Stabilization;
use crate::dynamics::Dynamics;

/// The discrete gradients of L, and f.
pub(super) struct Balance {
    lagrangian: Partial,
    force: Vec<Expr>,
}

/// Residual and momenta for one form of the gradients.
pub(super) struct Sides {
    pub(super) residual: Vec<Expr>,
    pub(super) terms: Vec<Vec<Expr>>,
    pub(super) momenta: Vec<Expr>,
    /// What the momenta gain in the step.
    pub(super) gains: Vec<Expr>,
}

impl Balance {
    pub(super) fn of(
        graph: &mut Graph,
        dynamics: &Dynamics,
        step: &Step<'_>,
        stabilization: &Stabilization,
    ) -> Option<Self> {
        let mut partial = step.gradients.of_lagrangian(graph, &step.segments)?;
        if !stabilization.work.is_empty() {
            let added = step.gradients.of_work(graph, &step.segments, &stabilization.work);
            partial.by_q = sum(graph, &partial.by_q, &added);
        }
        Some(Self {
            lagrangian: partial,
            force: dynamics.potential_at(graph, &step.middle).force,
        })
    }

    /// The frozen symbols of all gradients, with their values.
    pub(super) fn frozen(&self, constraints: &Constraints) -> Vec<(Expr, Expr)> {
        let gradients = [&self.lagrangian.by_q, &self.lagrangian.by_v].into_iter();
        let all = gradients
            .chain(&constraints.gradients)
            .flat_map(|gradient| gradient.frozen.clone());
        let mut frozen: Vec<(Expr, Expr)> = all.collect();
        frozen.sort_unstable();
        frozen.dedup();
        frozen
    }

    /// r = p + h/2 (D̄₁L + f) − D̄gᵀ λ/2 − D̄₂L and p⁺, with one form of the gradients.
    pub(super) fn sides(
        &self,
        graph: &mut Graph,
        step: &Step<'_>,
        constraints: &Constraints,
        form: impl Fn(&DiscreteGradient) -> &Slopes,
    ) -> Sides {
        let (mut residual, mut terms) = (Vec::new(), Vec::new());
        let (mut momenta, mut gains) = (Vec::new(), Vec::new());
        let (half_step, one, two) = (step.segments.q.scale, graph.one(), graph.integer(2));
        let (by_q, by_v) = (form(&self.lagrangian.by_q), form(&self.lagrangian.by_v));
        for (k, &p) in step.known.momenta.iter().enumerate() {
            let pull = graph.add(by_q.middle[k], self.force[k]);
            let pull = graph.mul(half_step, pull);
            let mut halves = vec![graph.add(pull, by_q.correction[k])];
            for (gradient, &multiplier) in constraints.gradients.iter().zip(&constraints.multipliers) {
                let slope = form(gradient).component(graph, half_step, k);
                let impulse = graph.mul(slope, multiplier);
                let half = graph.ratio(-1, 2);
                halves.push(graph.mul(half, impulse));
            }
            let mean = by_v.component(graph, one, k);
            let balance = [&[p, graph.neg(mean)], &halves[..]].concat();
            let gained: Vec<Expr> = halves.iter().map(|&term| graph.mul(two, term)).collect();
            let end = graph.sum(&[&[p], &gained[..]].concat());
            terms.push(if mean == graph.zero() {
                balance.iter().flat_map(|&term| graph.summands(term)).collect()
            } else {
                // At a solution D̄₂L is the mean of the momenta, and their difference is that of forces and impulses.
                [&[p, end], &balance[3..]].concat()
            });
            residual.push(graph.sum(&balance));
            momenta.push(end);
            gains.push(graph.sum(&gained));
        }
        Sides {
            residual,
            terms,
            momenta,
            gains,
        }
    }
}

/// D̄a + D̄b
pub(super) fn sum(graph: &mut Graph, a: &DiscreteGradient, b: &DiscreteGradient) -> DiscreteGradient {
    let mut added = |a: &[Expr], b: &[Expr]| -> Vec<Expr> {
        let pairs = a.iter().zip(b);
        pairs.map(|(&a, &b)| graph.add(a, b)).collect()
    };
    let mut added = |a: &Slopes, b: &Slopes| Slopes {
        middle: added(&a.middle, &b.middle),
        correction: added(&a.correction, &b.correction),
    };
    DiscreteGradient {
        value: added(&a.value, &b.value),
        surrogate: added(&a.surrogate, &b.surrogate),
        frozen: [&a.frozen[..], &b.frozen].concat(),
    }
}
