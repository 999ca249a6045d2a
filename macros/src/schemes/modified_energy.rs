//! The common part of second-order terms of modified energies.
//! It refuses to know how accelerations are found: they are symbols.

use extremal_symbolic::{Expr, Graph};

use crate::model::pairs;

/// L with q, v and a at a node.
#[derive(Debug)]
pub(crate) struct Motion<'a> {
    pub(crate) lagrangian: Expr,
    pub(crate) coordinates: &'a [Expr],
    pub(crate) velocities: &'a [Expr],
    pub(crate) accelerations: &'a [Expr],
}

impl Motion<'_> {
    /// ⅛ (Σ of the terms of the quadrature points) + (1/24)(∂L/∂v·Da − D²L): the quadrature of L along the element's line, minus the
    /// mean of L over the element.
    ///
    /// D is the rate along the motion. D²L with frozen a lacks exactly the ∂L/∂v·Da that is added here, so that Da is not needed.
    pub(super) fn with_places(&self, graph: &mut Graph, of_places: &[Expr]) -> Expr {
        let of_places = graph.sum(of_places);
        let rates = [
            pairs(self.coordinates, self.velocities),
            pairs(self.velocities, self.accelerations),
        ]
        .concat();
        let of_mean = second_derivative(graph, self.lagrangian, &rates);
        let (eighth, minus) = (graph.ratio(1, 8), graph.ratio(-1, 24));
        let terms = [graph.mul(eighth, of_places), graph.mul(minus, of_mean)];
        graph.sum(&terms)
    }

    /// `L_q·a`
    pub(super) fn along_accelerations(&self, graph: &mut Graph) -> Expr {
        graph.time_derivative(self.lagrangian, &pairs(self.coordinates, self.accelerations))
    }

    /// `L_qq(v, v)`
    pub(super) fn along_velocities_twice(&self, graph: &mut Graph) -> Expr {
        second_derivative(graph, self.lagrangian, &pairs(self.coordinates, self.velocities))
    }
}

/// The rates are frozen: they change only by symbols that have a rate themselves.
fn second_derivative(graph: &mut Graph, f: Expr, rates: &[(Expr, Expr)]) -> Expr {
    let first = graph.time_derivative(f, rates);
    graph.time_derivative(first, rates)
}
