//! Constraints on velocities, A(q, t) v + b(q, t) = 0, of an element of degree one: they hold for its straight line, with the
//! mean of A and b over the points of its rule, and the reaction of the step is along the same mean.
//!
//! ```text
//! Ā (q₁ − q₀)/h + b̄ = 0,   Ā = Σ_m w_m A(q(s_m), t_m),   p_k + D₀L_d + F₀ = ½ Āᵀ μ,   p_{k+1} = D₁L_d + F₁ − ½ Āᵀ μ
//! ```
//!
//! That is the principle of Lagrange and d'Alembert, discretized: virtual displacements of both ends are those that Ā lets
//! pass, and the work of the reaction, −μ Ā (q₁ − q₀)/h = μ b̄, vanishes with b. (J. Cortés & S. Martínez, Non-holonomic integrators, Nonlinearity
//! 14 (2001) 1365, have impulses along A at the nodes; their energy drifts in general, and the momentum of a node follows from a
//! projection.) The constraint holds for velocities at the nodes to O(h²): a step changes the sign of what they lack.
//! Half of μ belongs to the node at each end, which is how multipliers are reported.

use extremal_symbolic::{Expr, Graph};

use super::super::element::{Discretization, Trial, scale};
use super::super::equations::{Kind, Level, Row};
use super::super::quadrature::Rule;
use crate::dynamics::ConstraintsAt;

pub(super) struct Rolling {
    /// Ā in the place of ∂g/∂q, and b̄ in that of ∂g/∂t.
    pub(super) mean: ConstraintsAt,
}

impl Rolling {
    /// The mean over the points of a rule.
    pub(super) fn of(discretization: &mut Discretization<'_>, rule: Rule) -> Self {
        let m = discretization.dynamics.rolling_count();
        let rule = rule.points();
        let points = rule
            .points
            .iter()
            .take(if m == 0 { 0 } else { rule.points.len() });
        let at: Vec<ConstraintsAt> = points
            .map(|s| {
                let point = discretization.point(s);
                discretization.dynamics.rolling_at(discretization.graph, &point)
            })
            .collect();
        let graph = &mut *discretization.graph;
        let mut mean = |of: &dyn Fn(&ConstraintsAt) -> Expr| {
            let terms = rule.weights.iter().zip(&at);
            let terms: Vec<Expr> = terms.map(|(w, at)| scale(graph, w, of(at))).collect();
            graph.sum(&terms)
        };
        let n = discretization.dynamics.size();
        let mean = ConstraintsAt {
            by_q: (0..m)
                .map(|j| (0..n).map(|k| mean(&|at| at.by_q[j][k])).collect())
                .collect(),
            by_t: (0..m).map(|j| mean(&|at| at.by_t[j])).collect(),
            values: vec![graph.zero(); m],
            terms: vec![Vec::new(); m],
        };
        Self { mean }
    }

    /// Ā u + b̄ = 0
    pub(super) fn rows(&self, discretization: &mut Discretization<'_>) -> Vec<Row> {
        let velocities = discretization.velocities.concat();
        let rates = self.mean.rates(discretization.graph, &velocities);
        let kind = Kind::Constraint(Level::Position);
        rates
            .into_iter()
            .map(|terms| Row::of_sum(discretization.graph, kind, terms))
            .collect()
    }

    /// The half at the end is that at the start.
    pub(super) fn half(graph: &mut Graph, start: Expr, end: Expr) -> Row {
        Row {
            kind: Kind::Constraint(Level::Velocity),
            value: graph.sub(end, start),
            summands: vec![start, end],
            paired: Some(end),
        }
    }
}
