//! The projection of an element's equations onto the null space of its constraints. Multipliers are eliminated as functions of
//! the velocities, and only the velocities are iterated.
//!
//! ```text
//! B₀ᵀ (eᵢ − Gᵢᵀ λᵢ) = 0,   g(z_{i+1}) = 0,   λᵢ = (G₀ Gᵢᵀ)⁻¹ G₀ eᵢ   (0 ≤ i < P),   G₀ B₀ = 0
//! ```
//!
//! eᵢ is the equation of node i without its multiplier, B₀ a basis of ker G₀ that the runtime finds at the start of a step. The rows
//! of B₀ᵀ (I − Gᵢᵀ (G₀ Gᵢᵀ)⁻¹ G₀) are a basis of ker Gᵢ as long as G₀ Gᵢᵀ is regular, so that these are the equations of Betsch (2005) and
//! Leyendecker, Marsden & Ortiz (2008): each is multiplied by a basis of the null space at its own node.

use extremal_symbolic::{Expr, Graph};

use super::position_momentum::terms_at_node;
use crate::dynamics::ConstraintsAt;
use crate::schemes::element::{Contributions, Discretization};
use crate::schemes::equations::{Kind, Role, Row};
use crate::schemes::step::Condensation;

/// B₀ as symbols, column by column.
struct Basis(Vec<Vec<Expr>>);

impl Basis {
    fn new(graph: &mut Graph, n: usize, m: usize) -> Self {
        let columns = 0..n.saturating_sub(m);
        let column = |j: usize| (0..n).map(|k| graph.symbol(&format!("basis{j}[{k}]"))).collect();
        Self(columns.map(column).collect())
    }

    /// The rows of B₀ᵀ times the balance, which is given term by term.
    fn projected(&self, graph: &mut Graph, balance: &[Vec<Expr>]) -> Vec<Row> {
        let sums: Vec<Expr> = balance.iter().map(|terms| graph.sum(terms)).collect();
        let row = |column: &Vec<Expr>| {
            let mut summands = Vec::new();
            for (&b, terms) in column.iter().zip(balance) {
                summands.extend(terms.iter().map(|&term| graph.mul(b, term)));
            }
            Row {
                kind: Kind::Balance,
                value: dot(graph, column, &sums),
                summands,
                paired: None,
            }
        };
        self.0.iter().map(row).collect()
    }
}

/// The condensation of the same equations by projection. The unknowns recovered at the end of the step stay the same.
pub(super) fn null_space(
    discretization: &mut Discretization<'_>,
    contributions: &Contributions,
    at: &[ConstraintsAt],
    multipliers: &[Vec<Expr>],
    augmented: Condensation,
) -> Condensation {
    let m = at[0].values.len();
    let basis = Basis::new(discretization.graph, discretization.dynamics.size(), m);
    let mut iterated = augmented
        .iterated
        .part(|role| role == Role::StageVelocity, |_| false);
    let mut eliminated = Vec::new();
    for (i, symbols) in multipliers.iter().enumerate() {
        let terms = terms_at_node(discretization, contributions, i);
        let values = multipliers_of(discretization.graph, &at[0], &at[i], &terms);
        let graph = &mut *discretization.graph;
        let with_impulses = with_impulses(graph, &terms, &at[i], &values);
        // At the first node G₀ B₀ = 0: the projection removes the impulses.
        let balance = if i == 0 { terms } else { with_impulses };
        iterated.rows.extend(basis.projected(graph, &balance));
        eliminated.extend(symbols.iter().copied().zip(values));
    }
    let constraints = |kind| matches!(kind, Kind::Constraint(_));
    let iterated = iterated.then(augmented.iterated.part(|_| false, constraints));
    Condensation {
        iterated,
        eliminated,
        remembered: [basis.0.concat(), augmented.remembered].concat(),
        has_basis: true,
        ..augmented
    }
}

/// λᵢ = (G₀ Gᵢᵀ)⁻¹ G₀ eᵢ
fn multipliers_of(
    graph: &mut Graph,
    start: &ConstraintsAt,
    at: &ConstraintsAt,
    terms: &[Vec<Expr>],
) -> Vec<Expr> {
    let sums: Vec<Expr> = terms.iter().map(|terms| graph.sum(terms)).collect();
    let matrix = start
        .by_q
        .iter()
        .map(|row| at.by_q.iter().map(|column| dot(graph, row, column)).collect())
        .collect();
    let right = start.by_q.iter().map(|row| dot(graph, row, &sums)).collect();
    solved(graph, matrix, right)
}

/// eᵢ − Gᵢᵀ λᵢ, term by term.
fn with_impulses(
    graph: &mut Graph,
    terms: &[Vec<Expr>],
    at: &ConstraintsAt,
    multipliers: &[Expr],
) -> Vec<Vec<Expr>> {
    let rows = terms.iter().enumerate();
    rows.map(|(k, terms)| {
        let impulses = at.impulse(graph, multipliers, k).into_iter();
        let impulses: Vec<Expr> = impulses.map(|impulse| graph.neg(impulse)).collect();
        [&terms[..], &impulses].concat()
    })
    .collect()
}

/// A⁻¹ b by elimination in order: A is nearly symmetric and positive.
fn solved(graph: &mut Graph, mut a: Vec<Vec<Expr>>, mut b: Vec<Expr>) -> Vec<Expr> {
    let n = b.len();
    for k in 0..n {
        let pivot = a[k].clone();
        for i in k + 1..n {
            let factor = graph.div(a[i][k], pivot[k]);
            for (x, &above) in a[i].iter_mut().zip(&pivot).skip(k + 1) {
                *x = less(graph, *x, factor, above);
            }
            b[i] = less(graph, b[i], factor, b[k]);
        }
    }
    for k in (0..n).rev() {
        for j in k + 1..n {
            b[k] = less(graph, b[k], a[k][j], b[j]);
        }
        b[k] = graph.div(b[k], a[k][k]);
    }
    b
}

/// a − f b
fn less(graph: &mut Graph, a: Expr, f: Expr, b: Expr) -> Expr {
    let product = graph.mul(f, b);
    graph.sub(a, product)
}

fn dot(graph: &mut Graph, x: &[Expr], y: &[Expr]) -> Expr {
    let products: Vec<Expr> = x.iter().zip(y).map(|(&x, &y)| graph.mul(x, y)).collect();
    graph.sum(&products)
}
