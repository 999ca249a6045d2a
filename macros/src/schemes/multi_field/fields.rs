//! The fields u and p of an element, and what their equations integrate.
//!
//! Knows neither q nor the scheme.

use extremal_symbolic::{Expr, Graph, Rational};

use crate::dynamics::{KineticAt, symbols};
use crate::schemes::element::{Discretization, Trial, scale};
use crate::schemes::equations::{Kind, Row};
use crate::schemes::quadrature::Rule;
use crate::schemes::scheme::Context;
use crate::schemes::shape::LagrangeBasis;

/// A field of its own: its numbers at the nodes of the element, per coordinate.
pub(super) struct Field {
    basis: LagrangeBasis,
    nodes: Vec<Vec<Expr>>,
}

impl Field {
    fn new(degree: usize, nodes: Vec<Vec<Expr>>) -> Self {
        Self {
            basis: LagrangeBasis::new(&Rule::Lobatto(degree + 1).points().points),
            nodes,
        }
    }

    /// Its values at s.
    fn at(&self, graph: &mut Graph, s: &Rational) -> Vec<Expr> {
        let shapes: Vec<Rational> = (0..self.nodes.len()).map(|j| self.basis.value(j, s)).collect();
        let n = self.nodes.first().map_or(0, Vec::len);
        let value = |k: usize| {
            let terms = self.nodes.iter().zip(&shapes);
            let terms: Vec<Expr> = terms.map(|(node, shape)| scale(graph, shape, node[k])).collect();
            graph.sum(&terms)
        };
        (0..n).map(value).collect()
    }

    /// The values at the last node.
    pub(super) fn end(&self) -> &[Expr] {
        self.nodes.last().map_or(&[], Vec::as_slice)
    }
}

/// What a field is tested with at a point: the point, its weight, and the terms of each coordinate.
type Tested = (Rational, Rational, Vec<Vec<Expr>>);

/// The fields, of given degrees.
pub(super) struct Fields {
    pub(super) u: Field,
    pub(super) p: Field,
    /// p, D and E at its first node.
    pub(super) starts: [Vec<Expr>; 3],
    /// u at the nodes after the first, and by how much p differs there from that at the first.
    pub(super) moved: Vec<Vec<Expr>>,
    pub(super) changes: Vec<Vec<Expr>>,
}

impl Fields {
    pub(super) fn new(context: &mut Context<'_>, [of_u, of_p]: [usize; 2]) -> Self {
        let n = context.dynamics.size();
        let graph = &mut *context.graph;
        let starts = ["p0", "D", "E"].map(|name| symbols(graph, name, n));
        let mut after = |name: &str, degree: usize| -> Vec<Vec<Expr>> {
            let nodes = (1..=degree).map(|j| symbols(graph, &format!("{name}{j}"), n));
            nodes.collect()
        };
        let (changes, moved) = (after("dp", of_p), after("y", of_u));
        let [p0, ..] = &starts;
        let momenta = changes.iter().map(|change| sums(context.graph, p0, change));
        let momenta = [vec![p0.clone()], momenta.collect()].concat();
        let velocities = [vec![context.known.velocities.clone()], moved.clone()].concat();
        Self {
            u: Field::new(of_u, velocities),
            p: Field::new(of_p, momenta),
            starts,
            moved,
            changes,
        }
    }
}

/// What the equations of the fields integrate.
#[derive(Default)]
pub(super) struct Tests {
    /// w at each point, and ∂L/∂v(q, w) − p in summands.
    pub(super) conjugates: Vec<Vec<Expr>>,
    of_w: Vec<Vec<Expr>>,
    /// q̇ − (1 − β) w − β u.
    of_p: Vec<Tested>,
    /// ∂L/∂v(q, u) − p.
    of_u: Vec<Tested>,
}

impl Tests {
    /// Adds a point of the quadrature. There `kinetic` becomes what the equations of q integrate.
    pub(super) fn add_point(
        &mut self,
        trial: &mut Discretization<'_>,
        fields: &Fields,
        (s, weight): (&Rational, &Rational),
        kinetic: &mut KineticAt,
    ) {
        let (alpha, beta) = (trial.known.scheme[0], trial.known.scheme[1]);
        let mut point = trial.point(s);
        let graph = &mut *trial.graph;
        let n = point.velocities.len();
        let w = symbols(graph, &format!("w{}", self.conjugates.len()), n);
        let [p, u] = [&fields.p, &fields.u].map(|field| field.at(graph, s));
        let rate = std::mem::replace(&mut point.velocities, w.clone());
        let conjugate = trial.dynamics.kinetic_at(graph, &point);
        point.velocities.clone_from(&u);
        let own = trial.dynamics.kinetic_at(graph, &point);
        let minus_p = p.iter().map(|&p| graph.neg(p)).collect::<Vec<Expr>>();
        let differs = |at: &KineticAt| -> Vec<Vec<Expr>> {
            let pairs = at.by_v.iter().zip(&minus_p);
            pairs.map(|(&momentum, &p)| vec![momentum, p]).collect()
        };
        self.of_w.extend(differs(&conjugate));
        self.of_u.push((s.clone(), weight.clone(), differs(&own)));
        let slope = |k: usize| {
            let taken = mixed(graph, beta, w[k], u[k]);
            vec![rate[k], graph.neg(taken)]
        };
        self.of_p
            .push((s.clone(), weight.clone(), (0..n).map(slope).collect()));
        let pulls = conjugate.by_q.iter().zip(&own.by_q);
        let pulls = pulls
            .map(|(&conjugate, &own)| mixed(graph, beta, conjugate, own))
            .collect::<Vec<Expr>>();
        for (of_field, of_q) in [(&pulls, &mut kinetic.by_q), (&p, &mut kinetic.by_v)] {
            for (&of_field, of_q) in of_field.iter().zip(of_q.iter_mut()) {
                *of_q = mixed(graph, alpha, *of_q, of_field);
            }
        }
        self.conjugates.push(w);
    }

    /// The equations of w, u and p.
    pub(super) fn rows(&self, trial: &mut Discretization<'_>, fields: &Fields) -> Rows {
        let h = trial.known.step_size;
        let graph = &mut *trial.graph;
        let rows = self.of_w.iter();
        let mut rows: Vec<Row> = rows
            .map(|terms| Row::of_sum(graph, Kind::Kinematic, terms.clone()))
            .collect();
        let [_, d0, e0] = &fields.starts;
        let left_of_u = tested(graph, h, (&fields.u, &self.of_u), e0, &mut rows);
        let left_of_p = tested(graph, h, (&fields.p, &self.of_p), d0, &mut rows);
        Rows {
            rows,
            left_of_p,
            left_of_u,
        }
    }
}

/// The equations of the fields, and what they leave at the last node of an element.
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) left_of_p: Vec<Expr>,
    pub(super) left_of_u: Vec<Expr>,
}

/// (1 − c) a + c b
fn mixed(graph: &mut Graph, c: Expr, a: Expr, b: Expr) -> Expr {
    let one = graph.one();
    let rest = graph.sub(one, c);
    let (a, b) = (graph.mul(rest, a), graph.mul(c, b));
    graph.add(a, b)
}

fn sums(graph: &mut Graph, a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    a.iter().zip(b).map(|(&a, &b)| graph.add(a, b)).collect()
}

/// Adds a row for each node but the last, divided by h; `left` is what the element before left at the first one. Returns what is left at
/// the last node.
fn tested(
    graph: &mut Graph,
    h: Expr,
    (field, points): (&Field, &[Tested]),
    left: &[Expr],
    rows: &mut Vec<Row>,
) -> Vec<Expr> {
    let n = left.len();
    let terms = |graph: &mut Graph, node: usize, k: usize| -> Vec<Expr> {
        let each = points.iter().flat_map(|(s, weight, terms)| {
            let factor = weight * &field.basis.value(node, s);
            terms[k].iter().map(move |&term| (factor.clone(), term))
        });
        each.collect::<Vec<_>>()
            .into_iter()
            .map(|(factor, term)| scale(graph, &factor, term))
            .collect()
    };
    let last = field.nodes.len() - 1;
    for node in 0..last {
        for (k, &left) in left.iter().enumerate() {
            let mut summands = terms(graph, node, k);
            if node == 0 {
                summands.push(graph.div(left, h));
            }
            rows.push(Row::of_sum(graph, Kind::Kinematic, summands));
        }
    }
    (0..n)
        .map(|k| {
            let summands = terms(graph, last, k);
            let sum = graph.sum(&summands);
            graph.mul(h, sum)
        })
        .collect()
}
