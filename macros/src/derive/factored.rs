//! The factors of a matrix that does not change from step to step, as constants: A = L D U with ones on the diagonals of L and U.
//! It refuses to know the equations.

use extremal_symbolic::{Expr, Function, Function2, Graph, attempt};

use crate::derive::EACH;
use crate::derive::constants::Constants;

/// Matrices of more rows are eliminated in each step: their factors would be more numbers than a step should carry along.
const MOST_ROWS: usize = 8;

/// The factors of A.
#[derive(Clone, Debug)]
pub(crate) struct Factored {
    /// L below the diagonal, 1/D on it, U above it.
    pub(crate) factors: Vec<Vec<Expr>>,
    /// One number, by which the pivots are judged as those of an elimination are.
    pub(crate) growth: Vec<Expr>,
}

impl Factored {
    /// `None` if A varies from step to step, or if a pivot is zero whatever the parameters are. `varying` vary, too.
    pub(crate) fn of(
        graph: &mut Graph,
        matrix: &[Vec<Expr>],
        varying: &[Expr],
        constants: &mut Constants,
    ) -> Option<Self> {
        let entries = matrix.concat();
        if matrix.len() > MOST_ROWS || constants.may_vary(graph, &entries) {
            return None;
        }
        let (factors, growth) = attempt(graph, &entries, EACH, |graph| factorize(graph, matrix))?;
        let (mut factors, mut growth) = (factors.concat(), vec![growth]);
        constants.hoist_more(graph, varying, [&mut factors, &mut growth]);
        Some(Self {
            factors: factors.chunks(matrix.len()).map(<[Expr]>::to_vec).collect(),
            growth,
        })
    }
}

/// The factors, and the largest of the growths aₖₖ/dₖ and of the multipliers lᵢₖ sₖ/sᵢ, with the largest entries s of the rows.
fn factorize(graph: &mut Graph, matrix: &[Vec<Expr>]) -> Option<(Vec<Vec<Expr>>, Expr)> {
    let (zero, one) = (graph.zero(), graph.one());
    let sizes: Vec<Expr> = matrix.iter().map(|row| largest(graph, row, zero)).collect();
    let mut a = matrix.to_vec();
    let mut growth = Vec::new();
    for k in 0..a.len() {
        let (done, rows) = a.split_at_mut(k + 1);
        let pivot_row = &mut done[k];
        if pivot_row[k] == zero {
            return None;
        }
        let inverse = graph.div(one, pivot_row[k]);
        growth.push(graph.mul(matrix[k][k], inverse));
        for (i, row) in (k + 1..).zip(rows) {
            row[k] = graph.mul(row[k], inverse);
            let scaled = graph.mul(row[k], sizes[k]);
            growth.push(graph.div(scaled, sizes[i]));
            for j in k + 1..row.len() {
                let product = graph.mul(row[k], pivot_row[j]);
                row[j] = graph.sub(row[j], product);
            }
        }
        for entry in &mut pivot_row[k + 1..] {
            *entry = graph.mul(*entry, inverse);
        }
        pivot_row[k] = inverse;
    }
    let growth = largest(graph, &growth, one);
    Some((a, growth))
}

/// The largest magnitude, at least that of the `first`.
fn largest(graph: &mut Graph, list: &[Expr], first: Expr) -> Expr {
    list.iter().fold(first, |largest, &e| {
        let size = graph.apply(Function::Abs, e);
        if largest == graph.zero() {
            size
        } else {
            graph.apply2(Function2::Max, largest, size)
        }
    })
}
