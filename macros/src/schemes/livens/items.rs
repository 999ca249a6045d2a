//! Items of systems of any size: a discrete gradient for the summands of L that share symmetries, through their invariants.
//!
//! ```text
//! V = Σ_items V(q_j − q_i):   D̄V = ΔV/Δd ∂d/∂q,        V = Σ_items V(|r_j − r_i|):   D̄V = ΔV/Δ|d|² 2 d½ᵀ ∂d/∂r
//! ```
//!
//! The candidates are motions of all coordinates alike, see [`Dynamics::flows_at`](crate::dynamics::Dynamics::flows_at). A summand
//! that is quadratic needs no correction, and one without symmetries has the gradient along its coordinates.

use extremal_symbolic::{DiscreteGradient, Expr, Graph};

use super::balance;
use super::equivariant::Symmetries;
use super::gradients::{Partial, Segments};
use super::parts::Parts;

/// A derivative along a flow with more terms is not proven to be zero.
const TERMS: usize = 100;

type Flow = Vec<(Expr, Expr)>;

/// The summands of L by their symmetries.
pub(super) struct Items {
    flows: Vec<Flow>,
    /// The state in the middle of the step, as pairs of a symbol and its value.
    middle: Vec<(Expr, Expr)>,
    with_symmetries: Vec<Symmetries>,
    rest: Parts,
}

impl Items {
    pub(super) fn of(
        graph: &mut Graph,
        segments: &Segments,
        lagrangian: &[Expr],
        (flows, middle): (Vec<Flow>, Vec<(Expr, Expr)>),
        constraints: &[Expr],
    ) -> Self {
        let mut items = Self {
            flows,
            middle,
            with_symmetries: Vec::new(),
            rest: Parts::of(graph, segments, lagrangian.to_vec(), constraints),
        };
        let (mut rest, mut curved) = (Vec::new(), Vec::new());
        for term in lagrangian
            .iter()
            .flat_map(|&e| graph.addends(e, &state(segments)))
            .collect::<Vec<_>>()
        {
            let is_exact = graph.quadratic_in(&[term], &state(segments)) == [true];
            // A polarized kinetic energy has gradients of its own.
            let is_rest = is_exact || (segments.is_polarized && graph.depends_on(term, &segments.v.starts));
            if is_rest { &mut rest } else { &mut curved }.push(term);
        }
        for (kept, terms) in items.groups(graph, curved) {
            match items.through(graph, segments, &kept, &terms) {
                Some(flows) => items.with_symmetries.push(items.symmetries(terms, flows)),
                None => rest.extend(terms),
            }
        }
        if !items.with_symmetries.is_empty() {
            items.rest = Parts::of(graph, segments, rest, constraints);
        }
        items
    }

    /// The gradients of L.
    pub(super) fn of_lagrangian(&self, graph: &mut Graph, segments: &Segments) -> Option<Partial> {
        let mut sum = self.rest.of_lagrangian(graph, segments);
        for symmetries in &self.with_symmetries {
            let partial = symmetries.of_lagrangian(graph, segments)?;
            sum = Partial {
                by_q: balance::sum(graph, &sum.by_q, &partial.by_q),
                by_v: balance::sum(graph, &sum.by_v, &partial.by_v),
            };
        }
        Some(sum)
    }

    /// The gradient of a constraint.
    pub(super) fn of_constraint(
        &self,
        graph: &mut Graph,
        segments: &Segments,
        g: Expr,
    ) -> Option<DiscreteGradient> {
        if graph.quadratic_in(&[g], &segments.q.starts) != [true] {
            let kept = self.kept(graph, g);
            if let Some(flows) = self.through(graph, segments, &kept, &[g]) {
                return self
                    .symmetries(Vec::new(), flows)
                    .of_constraint(graph, segments, g);
            }
        }
        Some(self.of_work(graph, segments, &[g]))
    }

    /// The gradient of the work of a drift.
    pub(super) fn of_work(&self, graph: &mut Graph, segments: &Segments, work: &[Expr]) -> DiscreteGradient {
        self.rest.gradient(graph, segments, work)
    }

    fn symmetries(&self, lagrangian: Vec<Expr>, flows: Vec<Flow>) -> Symmetries {
        Symmetries {
            lagrangian,
            flows,
            middle: self.middle.clone(),
        }
    }

    /// All terms together if no flow is kept by some of them only; otherwise those with the same flows.
    fn groups(&self, graph: &mut Graph, terms: Vec<Expr>) -> Vec<(Vec<usize>, Vec<Expr>)> {
        let mut groups: Vec<(Vec<usize>, Vec<Expr>)> = Vec::new();
        let whole = graph.sum(&terms);
        let of_whole = self.kept(graph, whole);
        let of_each: Vec<Vec<usize>> = terms.iter().map(|&term| self.kept(graph, term)).collect();
        if of_each.iter().flatten().all(|flow| of_whole.contains(flow)) {
            return if terms.is_empty() {
                groups
            } else {
                vec![(of_whole, terms)]
            };
        }
        for (kept, term) in of_each.into_iter().zip(terms) {
            match groups.iter_mut().find(|(of_group, _)| *of_group == kept) {
                Some((_, group)) => group.push(term),
                None => groups.push((kept, vec![term])),
            }
        }
        groups
    }

    /// The flows along which f does not change.
    fn kept(&self, graph: &mut Graph, f: Expr) -> Vec<usize> {
        let flows = self.flows.iter().enumerate();
        let kept = flows.filter(|(_, flow)| {
            let rate = graph.time_derivative(f, flow);
            graph.vanishes(rate, TERMS)
        });
        kept.map(|(at, _)| at).collect()
    }

    /// The flows in whose invariants the terms can be written: all of these, or else the translations among them; `None` if neither
    /// is possible.
    fn through(
        &self,
        graph: &mut Graph,
        segments: &Segments,
        kept: &[usize],
        terms: &[Expr],
    ) -> Option<Vec<Flow>> {
        let all: Vec<Flow> = kept.iter().map(|&at| self.flows[at].clone()).collect();
        let mut moving = all.clone();
        moving.retain(|flow| flow.iter().all(|&(_, rate)| graph.constant_of(rate).is_some()));
        [all, moving].into_iter().find(|flows| {
            !flows.is_empty() && graph.through_invariants(terms, &state(segments), flows).is_some()
        })
    }
}

/// q and v at the start.
fn state(segments: &Segments) -> Vec<Expr> {
    [&segments.q.starts[..], &segments.v.starts].concat()
}
