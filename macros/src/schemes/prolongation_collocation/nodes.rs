//! The ends of a cubic: what the equations of motion and an integral of the action need there.

use std::iter::zip;

use extremal_symbolic::{Expr, Graph, Rational};

use crate::dynamics::{Dynamics, symbols};
use crate::schemes::cubic::{Cubic, Variation};
use crate::schemes::element::{Contributions, Trial, scale, weak_form};
use crate::schemes::quadrature::Polynomial;

/// An end of the cubic.
pub(super) struct Node {
    /// ∂L/∂q + f and ∂L/∂v
    balance: [Vec<Expr>; 2],
    /// h times their rates along the cubic.
    changes: [Vec<Expr>; 2],
    /// The derivatives of w·c by q, v and h q̈ of the node.
    pub(super) slopes: [Vec<Expr>; 3],
}

impl Node {
    /// Both ends, from the expressions at a node with symbols for h q̈ and w.
    pub(super) fn both(cubic: &mut Cubic<'_>, weights: &[Vec<Expr>; 2]) -> [Self; 2] {
        let (graph, dynamics) = (&mut *cubic.graph, cubic.dynamics);
        let n = dynamics.size();
        let here = dynamics.here();
        let [acceleration, weight] = ["change", "weight"].map(|name| symbols(graph, name, n));
        let any = any_node(graph, dynamics, cubic.known.step_size, &acceleration, &weight);
        let from = [
            &[here.time][..],
            &here.coordinates,
            &here.velocities,
            &acceleration,
            &weight,
        ]
        .concat();
        [Rational::zero(), Rational::one()].map(|s| {
            let point = cubic.point(&s);
            let weights = &weights[usize::from(s.is_one())];
            let to = [
                &[point.time][..],
                &point.coordinates,
                &point.velocities,
                &cubic.changes(&s),
                weights,
            ]
            .concat();
            let pairs: Vec<(Expr, Expr)> = zip(from.iter().copied(), to).collect();
            let mut lists = any
                .each_ref()
                .map(|list| cubic.graph.substitute(list, &pairs))
                .into_iter();
            let mut next = || lists.next().unwrap_or_default();
            Self {
                balance: [next(), next()],
                changes: [next(), next()],
                slopes: [next(), next(), next()],
            }
        })
    }

    /// c, term by term.
    pub(super) fn collocation(&self, graph: &mut Graph, h: Expr, k: usize) -> Vec<Expr> {
        let pull = graph.mul(h, self.balance[0][k]);
        vec![self.changes[1][k], graph.neg(pull)]
    }

    /// The value and the slope at this node of h N (∂L/∂q + f) + N′ ∂L/∂v, for a shape function and its derivatives there.
    fn integrand(&self, graph: &mut Graph, h: Expr, k: usize, shape: &[Rational; 3]) -> [Vec<Expr>; 2] {
        let [[pull, momentum], [pull_change, momentum_change]] =
            [&self.balance, &self.changes].map(|[a, b]| [a[k], b[k]]);
        let [pull, pull_change] = [pull, pull_change].map(|of| graph.mul(h, of));
        let [value, slope, bend] = shape;
        [
            vec![scale(graph, value, pull), scale(graph, slope, momentum)],
            vec![
                scale(graph, slope, pull),
                scale(graph, value, pull_change),
                scale(graph, bend, momentum),
                scale(graph, slope, momentum_change),
            ],
        ]
    }
}

/// The lists of a [`Node`] over the symbols of the model.
fn any_node(
    graph: &mut Graph,
    dynamics: &Dynamics,
    h: Expr,
    acceleration: &[Expr],
    weight: &[Expr],
) -> [Vec<Expr>; 7] {
    let here = dynamics.here();
    let (kinetic, potential) = (
        dynamics.kinetic_at(graph, &here),
        dynamics.potential_at(graph, &here),
    );
    let pull: Vec<Expr> = (0..dynamics.size())
        .map(|k| {
            let conservative = graph.neg(potential.by_q[k]);
            graph.sum(&[kinetic.by_q[k], conservative, potential.force[k]])
        })
        .collect();
    let mut rates: Vec<(Expr, Expr)> =
        zip(here.velocities.iter().copied(), acceleration.iter().copied()).collect();
    for (&q, &v) in zip(&here.coordinates, &here.velocities) {
        rates.push((q, graph.mul(h, v)));
    }
    rates.push((here.time, h));
    let changes = [&pull, &kinetic.by_v].map(|list| graph.time_derivatives(list, &rates));
    let terms: Vec<Expr> = (0..dynamics.size())
        .flat_map(|k| {
            let pull = graph.mul(h, pull[k]);
            let pull = graph.neg(pull);
            [changes[1][k], pull].map(|of| graph.mul(weight[k], of))
        })
        .collect();
    let work = graph.sum(&terms);
    let by = [&here.coordinates[..], &here.velocities, acceleration];
    let [by_q, by_v, by_change] = by.map(|x| graph.gradient(work, x));
    let [pull_change, momentum_change] = changes;
    [
        pull,
        kinetic.by_v,
        pull_change,
        momentum_change,
        by_q,
        by_v,
        by_change,
    ]
}

/// How ∫ (N (∂L/∂q + f) + N′ ∂L/∂v) is formed.
pub(super) enum Integral {
    Points(Contributions),
    Ends,
}

impl Integral {
    /// Its terms for one coordinate.
    pub(super) fn terms(
        &self,
        cubic: &mut Cubic<'_>,
        nodes: &[Node; 2],
        k: usize,
        shape: &Polynomial,
    ) -> Vec<Expr> {
        let (graph, h) = (&mut *cubic.graph, cubic.known.step_size);
        let slope = shape.derivative();
        match self {
            Self::Points(contributions) => {
                weak_form(graph, h, contributions, k, [&|s| shape.at(s), &|s| slope.at(s)])
            }
            // ½ (G(0) + G(1)) + (G′(0) − G′(1))/12
            Self::Ends => {
                let ends = [(Rational::zero(), 1), (Rational::one(), -1)];
                let terms = zip(nodes, ends).flat_map(|(node, (s, sign))| {
                    let at = [shape.at(&s), slope.at(&s), slope.derivative().at(&s)];
                    let [values, slopes] = node.integrand(graph, h, k, &at);
                    let (half, twelfth) = (Rational::new(1, 2), Rational::new(sign, 12));
                    let mut weighted = |weight: &Rational, of: Vec<Expr>| -> Vec<Expr> {
                        of.into_iter().map(|e| scale(graph, weight, e)).collect()
                    };
                    [weighted(&half, values), weighted(&twelfth, slopes)].concat()
                });
                terms.collect()
            }
        }
    }
}

/// Coefficients of (q₁ − q₀)/h, v₀ and v₁ in h q̈ at both ends, by the unknown that varies.
const BENDS: [(Variation, [i64; 2]); 3] = [
    (Variation::Q1, [6, -6]),
    (Variation::V0, [-4, 2]),
    (Variation::V1, [-2, 4]),
];

/// ∂A/∂v₀/h, ∂A/∂v₁/h, or −∂A/∂q₀ without its part of p₀: the terms for one coordinate.
pub(super) fn stationarity(
    cubic: &mut Cubic<'_>,
    integral: &Integral,
    nodes: &[Node; 2],
    k: usize,
    varied: Variation,
) -> Vec<Expr> {
    let mut terms = integral.terms(cubic, nodes, k, &varied.shape());
    let (graph, h) = (&mut *cubic.graph, cubic.known.step_size);
    let by_mean = if varied == Variation::Q0 { -1 } else { 1 };
    for (at, bends) in BENDS {
        let is_meant = at == varied || (at, varied) == (Variation::Q1, Variation::Q0);
        for (node, bend) in zip(nodes, bends).filter(|_| is_meant) {
            terms.push(scale(
                graph,
                &Rational::from_integer(by_mean * bend),
                node.slopes[2][k],
            ));
        }
    }
    terms.push(match varied {
        Variation::Q0 => graph.mul(h, nodes[0].slopes[0][k]),
        Variation::Q1 => graph.mul(h, nodes[1].slopes[0][k]),
        Variation::V0 => nodes[0].slopes[1][k],
        Variation::V1 => nodes[1].slopes[1][k],
    });
    terms
}
