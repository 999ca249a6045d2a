//! Parts of a system that neither L nor constraints couple: each has a discrete gradient of its own and moves as it does alone.
//!
//! ```text
//! L(q, v) = Σ Lₖ(qₖ, vₖ):   D̄L = (D̄L₁, D̄L₂, ..),   D̄L·w = Σ D̄Lₖ·wₖ = Σ ΔLₖ = ΔL
//! ```
//!
//! Gonzalez' gradient along all coordinates shares out what the gradient in the middle lacks by the size of their steps,
//! whatever their masses.

use extremal_symbolic::{DiscreteGradient, Expr, Graph, Part};

use super::apart::{self, chosen, is_exact, line, none, place};
use super::gradients::{Partial, Segments};

/// L, and the parts of the system with their summands of L.
pub(super) struct Parts {
    lagrangian: Vec<Expr>,
    parts: Vec<Part>,
    size: usize,
}

impl Parts {
    pub(super) fn of(
        graph: &mut Graph,
        segments: &Segments,
        lagrangian: Vec<Expr>,
        constraints: &[Expr],
    ) -> Self {
        let pairs = segments.q.starts.iter().zip(&segments.v.starts);
        let variables: Vec<Vec<Expr>> = pairs.map(|(&q, &v)| vec![q, v]).collect();
        let ties = constraints.iter().map(|&g| graph.occurring(g, &variables));
        let ties: Vec<Vec<usize>> = ties.collect();
        Self {
            parts: graph.uncoupled(&lagrangian, &variables, &ties),
            size: variables.len(),
            lagrangian,
        }
    }

    /// The gradients of L.
    pub(super) fn of_lagrangian(&self, graph: &mut Graph, segments: &Segments) -> Partial {
        let whole = segments.partial_gradients(graph, &self.lagrangian);
        if self.are_one() || (is_exact(&whole.by_q) && is_exact(&whole.by_v)) {
            return whole;
        }
        let mut by_q = none(graph, self.size);
        let mut by_v = none(graph, self.size);
        for part in &self.parts {
            let terms = part.terms(graph);
            let partial = restricted(segments, &part.variables).partial_gradients(graph, &terms);
            place(&mut by_q, partial.by_q, &part.variables);
            place(&mut by_v, partial.by_v, &part.variables);
        }
        Partial { by_q, by_v }
    }

    /// The gradient of a sum of functions of q.
    pub(super) fn gradient(&self, graph: &mut Graph, segments: &Segments, f: &[Expr]) -> DiscreteGradient {
        let ties = self.parts.iter().map(|part| part.variables.clone());
        apart::gradient(graph, f, &segments.q, &ties.collect::<Vec<_>>())
    }

    fn are_one(&self) -> bool {
        matches!(&self.parts[..], [part] if part.variables.len() == self.size)
    }
}

fn restricted(segments: &Segments, indices: &[usize]) -> Segments {
    Segments {
        q: line(&segments.q, indices),
        v: line(&segments.v, indices),
        middle_v: chosen(&segments.middle_v, indices),
        is_polarized: segments.is_polarized,
    }
}
