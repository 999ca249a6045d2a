//! Several fields over the whole interval: coordinates q, velocities u and momenta p of their own, weighted by α and β.
//!
//! ```text
//! δ ∫ (1 − α) L(q, q̇) + α [p·q̇ − (1 − β) (p·w − L(q, w)) − β (p·u − L(q, u))] dt + ∫ f·δq dt = 0,   p = ∂L/∂v(q, w)
//! ```
//!
//! (Capobianco 2015, eq. 4.20 and 4.26; p·w − L(q, w) is the conjugate of L, with V in it.) q, u and p are polynomials of degrees Q, U
//! and P in each element, and continuous. The velocity w that belongs to p is an unknown at each quadrature point, so that no mass matrix
//! is inverted and L need not be quadratic. With Nᵢ the shape functions of a field, the rows of p are divided by α and those of u by α β,
//! where they would vanish:
//!
//! ```text
//! D_k + h Σ_m w_m N₀ (q̇ − (1 − β) w − β u) = 0,   D_{k+1} = h Σ_m w_m N_P (q̇ − (1 − β) w − β u)
//! E_k + h Σ_m w_m N₀ (∂L/∂v(q, u) − p)     = 0,   E_{k+1} = h Σ_m w_m N_U (∂L/∂v(q, u) − p)
//! ```
//!
//! D and E are what an element leaves to its neighbour at a node that both share. They vanish at both ends of the interval, so that nothing
//! steps from one end to the other: the first half of these conditions is at the start, and the second at the end.

use extremal_symbolic::{Expr, Graph, Rational};

use super::closing::{self, Closing};
use super::element::{Contributions, Discretization, Element, Trial, scale};
use super::equations::{Kind, Role, Row, Unknown};
use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::quadrature::Rule;
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::shape::LagrangeBasis;
use super::step::{NodeField, Report, StepEquations};
use super::{Entry, Read};
use crate::dynamics::KineticAt;
use crate::model::Inheritance;

const NAME: &str = "MultiField";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "MultiField<1, 1, 1>",
        parameters: &[
            degree("the degree of q in `MultiField`"),
            degree("the degree of u in `MultiField`"),
            degree("the degree of p in `MultiField`"),
        ],
        required: 0,
    },
    read,
};

const fn degree(what: &'static str) -> Parameter {
    Parameter::Integer { what, min: 1, max: 4 }
}

/// The degrees of q, u and p.
#[derive(Debug)]
struct MultiField {
    q: usize,
    u: usize,
    p: usize,
}

/// Linear fields where degrees are left out.
fn read(arguments: &[Argument]) -> Read {
    let degree = |at: usize| match arguments.get(at) {
        Some(Argument::Integer(degree)) => *degree,
        _ => 1,
    };
    Ok(Box::new(MultiField {
        q: degree(0),
        u: degree(1),
        p: degree(2),
    }))
}

impl MultiField {
    /// The quadrature integrates products of any two fields exactly.
    fn rule(&self) -> Rule {
        Rule::Gauss(self.q.max(self.u).max(self.p) + 1)
    }
}

impl Scheme for MultiField {
    fn path(&self) -> Path {
        Path {
            name: NAME,
            arguments: [self.q, self.u, self.p].map(Argument::Integer).to_vec(),
        }
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        if declared.is_of_any_size {
            return Err(Refusal::of(
                "`MultiField` is for systems of a fixed size: its elements are solved together; list `Midpoint` or `Galerkin<2, Gauss<2>>`, \
                 or give the sums a length that is a literal",
            ));
        }
        if declared.has_constraints {
            return Err(Refusal::of(
                "`MultiField` is for minimal coordinates, without constraints; list `Galerkin<2, Gauss<2>>`, whose elements `Monolithic` solves \
                 together as well",
            ));
        }
        Ok(())
    }

    /// It needs masses.
    fn follows_friction_without_mass(&self) -> bool {
        false
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        Ok(equations(context, self))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["alpha", "beta"]
    }

    fn stages(&self) -> usize {
        self.q
    }

    fn formulas(&self, _: &Declared) -> Vec<String> {
        let [q, u, p] = [("q", self.q), ("u", self.u), ("p", self.p)]
            .map(|(field, degree)| format!("{field} of degree {degree}"));
        vec![
            format!("{q}, {u}, {p} in each element, all continuous;  ∫ by {}", self.rule().path()),
            "δ ∫ (1 − α) L(q, q̇) + α [p·q̇ − (1 − β) (p·w − L(q, w)) − β (p·u − L(q, u))] dt + ∫ f·δq dt = 0".to_owned(),
            "∂L/∂v(q, w) = p at each point,   ∫ δp·(q̇ − (1 − β) w − β u) dt = 0,   ∫ δu·(∂L/∂v(q, u) − p) dt = 0".to_owned(),
        ]
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err(
            "at inner nodes: the fields p and u are shared, and the map is the same at both ends of the interval alone",
        )
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    /// It has no steps.
    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_alternating_modes(&self, _: &Inertia) -> bool {
        false
    }

    fn element(&self) -> Option<Element> {
        None
    }
}

/// A field of its own: its numbers at the nodes of the element, per coordinate.
struct Field {
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
    fn end(&self) -> &[Expr] {
        self.nodes.last().map_or(&[], Vec::as_slice)
    }
}

/// What a field is tested with at a point: the point, its weight, and the terms of each coordinate.
type Tested = (Rational, Rational, Vec<Vec<Expr>>);

fn symbols(graph: &mut Graph, name: &str, n: usize) -> Vec<Expr> {
    (0..n).map(|i| graph.symbol(&format!("{name}[{i}]"))).collect()
}

fn equations(context: &mut Context<'_>, scheme: &MultiField) -> StepEquations {
    let (rule, n) = (scheme.rule(), context.dynamics.size());
    let (alpha, beta) = (context.known.scheme[0], context.known.scheme[1]);
    let starts = ["p0", "D", "E"].map(|name| symbols(context.graph, name, n));
    let changes: Vec<Vec<Expr>> = (1..=scheme.p)
        .map(|j| symbols(context.graph, &format!("dp{j}"), n))
        .collect();
    let moved: Vec<Vec<Expr>> = (1..=scheme.u)
        .map(|j| symbols(context.graph, &format!("y{j}"), n))
        .collect();
    let [p0, d0, e0] = &starts;
    let momenta = changes.iter().map(|change| sums(context.graph, p0, change));
    let momenta = [vec![p0.clone()], momenta.collect()].concat();
    let p = Field::new(scheme.p, momenta);
    let u = Field::new(
        scheme.u,
        [vec![context.known.velocities.clone()], moved.clone()].concat(),
    );
    let element = Element {
        degree: scheme.q,
        quadrature: rule,
        kinetic: rule,
        closing: Closing::Multipliers,
    };
    let mut trial = Discretization::new(context, &element);
    let mut contributions = Contributions::of(&mut trial, rule, rule);
    let mut conjugates = Vec::new();
    let (mut rows_of_w, mut of_p, mut of_u) = (Vec::new(), Vec::new(), Vec::new());
    for (m, (s, weight, kinetic)) in contributions.kinetic.iter_mut().enumerate() {
        let mut point = trial.point(s);
        let graph = &mut *trial.graph;
        let w = symbols(graph, &format!("w{m}"), n);
        let [p, u] = [&p, &u].map(|field| field.at(graph, s));
        let rate = std::mem::replace(&mut point.velocities, w.clone());
        let conjugate = trial.dynamics.kinetic_at(graph, &point);
        point.velocities.clone_from(&u);
        let own = trial.dynamics.kinetic_at(graph, &point);
        let minus_p = p.iter().map(|&p| graph.neg(p)).collect::<Vec<Expr>>();
        let differs = |at: &KineticAt| -> Vec<Vec<Expr>> {
            let pairs = at.by_v.iter().zip(&minus_p);
            pairs.map(|(&momentum, &p)| vec![momentum, p]).collect()
        };
        rows_of_w.extend(differs(&conjugate));
        of_u.push((s.clone(), weight.clone(), differs(&own)));
        let slope = |k: usize| {
            let taken = mixed(graph, beta, w[k], u[k]);
            vec![rate[k], graph.neg(taken)]
        };
        of_p.push((s.clone(), weight.clone(), (0..n).map(slope).collect()));
        let pulls = conjugate.by_q.iter().zip(&own.by_q);
        let pulls = pulls
            .map(|(&conjugate, &own)| mixed(graph, beta, conjugate, own))
            .collect::<Vec<Expr>>();
        for (of_field, of_q) in [(&pulls, &mut kinetic.by_q), (&p, &mut kinetic.by_v)] {
            for (&of_field, of_q) in of_field.iter().zip(of_q.iter_mut()) {
                *of_q = mixed(graph, alpha, *of_q, of_field);
            }
        }
        conjugates.push(w);
    }
    let mut step = closing::free_of(&mut trial, &contributions);
    let h = trial.known.step_size;
    let graph = &mut *trial.graph;
    let zero = graph.zero();
    let rows_of_w = rows_of_w
        .into_iter()
        .map(|terms| Row::of_sum(graph, Kind::Kinematic, terms));
    let mut rows: Vec<Row> = rows_of_w.collect();
    let left_of_u = tested(graph, h, (&u, &of_u), e0, &mut rows);
    let left_of_p = tested(graph, h, (&p, &of_p), d0, &mut rows);
    let unknowns = &mut step.system.unknowns;
    unknowns.extend(Unknown::all(
        Role::StageVelocity,
        &[conjugates, moved].concat().concat(),
    ));
    unknowns.extend(Unknown::all(Role::Change, &changes.concat()));
    step.system.rows.iter_mut().for_each(|row| row.paired = None);
    step.system.rows.extend(rows);
    let field = |symbols: &[Expr], at_start: &[Expr], at_end: &[Expr]| -> Vec<NodeField> {
        let ends = at_start.iter().zip(at_end);
        let fields = symbols.iter().zip(ends);
        let fields = fields.map(|(&symbol, (&at_start, &at_end))| NodeField {
            symbol,
            at_start,
            at_end,
        });
        fields.collect()
    };
    let zeros = vec![zero; n];
    StepEquations {
        end_velocities: u.end().to_vec(),
        fields: [
            field(p0, &trial.known.momenta, p.end()),
            field(d0, &zeros, &left_of_p),
            field(e0, &zeros, &left_of_u),
        ]
        .concat(),
        report: Report::Fields,
        action: None,
        ..step
    }
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
