//! Discrete gradients through invariants: those of a function with a symmetry have the symmetry, too.
//! It refuses to know which function that is, and which symmetry.
//!
//! ```text
//! f(q, v) = F(π₁, π₂, ..),   D̄f = Σⱼ D̄_{πⱼ}F ∇πⱼ(z),   z the middle of the step
//! ```
//!
//! (O. Gonzalez, Time integration and discrete Hamiltonian systems, 1996, section 3.) The πⱼ are of degree two at most, so that
//! ∇πⱼ(z)·w is what they change by, and invariant, so that D̄₁f·ξ(z) + D̄₂f·(∂ξ/∂q) v½ vanishes as the same sum of ∇f does. Those
//! that depend on v are partitioned against the others, as v against q is otherwise.

use extremal_symbolic::{DiscreteGradient, Expr, Graph};

use super::gradients::{Partial, Way, Ways, replaced, starts};

/// The flows of the symmetries, and the middle of the step, as pairs of symbols and what stands for them there.
pub(super) struct Symmetries {
    pub(super) flows: Vec<Vec<(Expr, Expr)>>,
    pub(super) middle: Vec<(Expr, Expr)>,
}

impl Symmetries {
    /// Of the sum of f; nothing where one of them is not seen to be a function of invariants.
    pub(super) fn partial_gradients(&self, graph: &mut Graph, ways: &Ways, f: &[Expr]) -> Option<Partial> {
        let state = [starts(&ways.q), starts(&ways.v)].concat();
        let through = graph.through_invariants(f, &state, &self.flows)?;
        let chain = Chain::new(graph, ways, &self.middle, &through.invariants);
        let partial = chain.ways.partial_gradients(graph, &through.functions);
        let [by_q, by_v] =
            [partial.by_q, partial.by_v].map(|gradient| replaced(graph, &gradient, &chain.values));
        Some(Partial {
            by_q: chain.rule(graph, (&by_q, &by_v), 0),
            by_v: chain.rule(graph, (&by_q, &by_v), 1),
        })
    }

    /// The same of a function of q alone.
    pub(super) fn gradient(&self, graph: &mut Graph, ways: &Ways, f: Expr) -> Option<DiscreteGradient> {
        let partial = self.partial_gradients(graph, ways, &[f])?;
        Some(partial.by_q)
    }
}

/// The invariants, and what they are in q and v.
struct Chain {
    ways: Ways,
    /// Their symbols with their values at the start.
    values: Vec<(Expr, Expr)>,
    /// For those of q, and those that depend on v: ∂π/∂q and ∂π/∂v in the middle, a list an invariant.
    slopes: [Vec<[Vec<Expr>; 2]>; 2],
}

impl Chain {
    fn new(graph: &mut Graph, ways: &Ways, middle: &[(Expr, Expr)], invariants: &[(Expr, Expr)]) -> Self {
        let velocities = starts(&ways.v);
        let mut chain = Self {
            ways: Ways {
                q: Vec::new(),
                v: Vec::new(),
                middle_v: Vec::new(),
            },
            values: invariants.to_vec(),
            slopes: [Vec::new(), Vec::new()],
        };
        let all = [&ways.q[..], &ways.v].concat();
        let ends: Vec<(Expr, Expr)> = all.iter().map(|&(start, end, _)| (start, end)).collect();
        for &(symbol, value) in invariants {
            let gradient = graph.gradient(value, &starts(&all));
            let mut slopes = graph.substitute(&gradient, middle);
            let terms = slopes.iter().zip(&all);
            let terms: Vec<Expr> = terms.map(|(&slope, &(_, _, by))| graph.mul(slope, by)).collect();
            let way = (symbol, graph.substitute(&[value], &ends)[0], graph.sum(&terms));
            let by_v = slopes.split_off(ways.q.len());
            let (half, sum) = (graph.ratio(1, 2), graph.add(way.0, way.1));
            let middle = graph.mul(half, sum);
            chain.push(
                (way, middle),
                [slopes, by_v],
                graph.depends_on(value, &velocities),
            );
        }
        chain
    }

    fn push(&mut self, (way, middle): (Way, Expr), slopes: [Vec<Expr>; 2], has_velocity: bool) {
        let (ways, place) = if has_velocity {
            (&mut self.ways.v, 1)
        } else {
            (&mut self.ways.q, 0)
        };
        ways.push(way);
        if has_velocity {
            self.ways.middle_v.push(middle);
        }
        self.slopes[place].push(slopes);
    }

    /// Σⱼ D̄_{πⱼ}F ∂πⱼ, by q or by v.
    fn rule(
        &self,
        graph: &mut Graph,
        (by_q, by_v): (&DiscreteGradient, &DiscreteGradient),
        side: usize,
    ) -> DiscreteGradient {
        let slopes = self.slopes.concat();
        let n = slopes.first().map_or(0, |slopes| slopes[side].len());
        let mut sums = |form: fn(&DiscreteGradient) -> &Vec<Expr>| -> Vec<Expr> {
            let factors = [&form(by_q)[..], form(by_v)].concat();
            let entry = |k: usize| {
                let terms = factors.iter().zip(&slopes);
                let terms: Vec<Expr> = terms.map(|(&c, slopes)| graph.mul(c, slopes[side][k])).collect();
                graph.sum(&terms)
            };
            (0..n).map(entry).collect()
        };
        DiscreteGradient {
            value: sums(|gradient| &gradient.value),
            smooth: sums(|gradient| &gradient.smooth),
            held: [&by_q.held[..], &by_v.held].concat(),
        }
    }
}
