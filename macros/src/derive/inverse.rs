//! −A⁻¹ of a matrix A that does not change from step to step, as constants.
//!
//! A product with it has fewer operations in sequence than an elimination, and as many in all if the factors are full.

use extremal_symbolic::{Expr, Function, Function2, Graph, attempt};

use crate::derive::EACH;
use crate::derive::constants::Constants;

/// Matrices of more rows are eliminated in each step: their inverses are more numbers than a step should carry along.
const MOST_ROWS: usize = 8;

/// −A⁻¹ as constants.
#[derive(Clone, Debug)]
pub(crate) struct Inverse {
    rows: Vec<Vec<Expr>>,
    /// One number, by which the pivots are judged as those of an elimination are.
    pub(crate) growth: Expr,
}

impl Inverse {
    /// `None` if A varies from step to step, if a pivot is zero whatever the parameters are, or if the factors of A have more
    /// zeros than A⁻¹.
    pub(crate) fn of(graph: &mut Graph, matrix: &[Vec<Expr>], constants: &mut Constants) -> Option<Self> {
        let entries = matrix.concat();
        if matrix.len() > MOST_ROWS || constants.may_vary(graph, &entries) {
            return None;
        }
        let (inverse, growth) = attempt(graph, &entries, EACH, |graph| inverted(graph, matrix))?;
        let rows = inverse.into_iter().map(|row| {
            // With the sign, so that a product with it is a sum.
            let row = row.into_iter().map(|entry| {
                let entry = graph.neg(entry);
                constants.keep(graph, entry)
            });
            row.collect()
        });
        Some(Self {
            rows: rows.collect(),
            growth: constants.keep(graph, growth),
        })
    }

    /// −A⁻¹ r, row by row.
    pub(crate) fn solve(&self, graph: &mut Graph, r: &[Expr]) -> Vec<Expr> {
        let rows = self.rows.iter().map(|row| {
            let products = row.iter().zip(r).map(|(&entry, &r)| graph.mul(entry, r));
            let products: Vec<Expr> = products.collect();
            graph.sum(&products)
        });
        rows.collect()
    }
}

/// A⁻¹ and the growth of the pivots.
fn inverted(graph: &mut Graph, matrix: &[Vec<Expr>]) -> Option<(Vec<Vec<Expr>>, Expr)> {
    let n = matrix.len();
    let (factors, growth) = factors(graph, matrix)?;
    let columns: Vec<Vec<Expr>> = (0..n)
        .map(|column| unit_solution(graph, &factors, column))
        .collect();
    let is_symmetric = (0..n).all(|i| (0..i).all(|j| matrix[i][j] == matrix[j][i]));
    let rows = (0..n).map(|i| {
        let entry = |j: usize| match is_symmetric {
            true => columns[i.max(j)][i.min(j)],
            false => columns[j][i],
        };
        (0..n).map(entry).collect()
    });
    let rows: Vec<Vec<Expr>> = rows.collect();
    let zero = graph.zero();
    let full = |matrix: &[Vec<Expr>]| matrix.iter().flatten().filter(|&&e| e != zero).count();
    (full(&rows) <= full(&factors)).then_some((rows, growth))
}

/// A = L D U: L below the diagonal, 1/D on it, U above it. And the largest of the growths aₖₖ/dₖ and the multipliers lᵢₖ sₖ/sᵢ,
/// with the largest entries s of the rows.
fn factors(graph: &mut Graph, matrix: &[Vec<Expr>]) -> Option<(Vec<Vec<Expr>>, Expr)> {
    let (zero, one) = (graph.zero(), graph.one());
    let sizes: Vec<Expr> = matrix.iter().map(|row| largest(graph, row)).collect();
    let (mut a, mut growth) = (matrix.to_vec(), vec![one]);
    for k in 0..a.len() {
        let (done, rows) = a.split_at_mut(k + 1);
        let pivots = &mut done[k];
        if pivots[k] == zero {
            return None;
        }
        let inverse = graph.div(one, pivots[k]);
        growth.push(graph.mul(matrix[k][k], inverse));
        for (i, row) in (k + 1..).zip(rows) {
            row[k] = graph.mul(row[k], inverse);
            let scaled = graph.mul(row[k], sizes[k]);
            growth.push(graph.div(scaled, sizes[i]));
            for j in k + 1..row.len() {
                row[j] = less(graph, row[j], row[k], pivots[j]);
            }
        }
        for entry in &mut pivots[k + 1..] {
            *entry = graph.mul(*entry, inverse);
        }
        pivots[k] = inverse;
    }
    let growth = largest(graph, &growth);
    Some((a, growth))
}

/// The solution of L D U x = e with the unit vector e.
fn unit_solution(graph: &mut Graph, factors: &[Vec<Expr>], column: usize) -> Vec<Expr> {
    let n = factors.len();
    let mut x = vec![graph.zero(); n];
    x[column] = graph.one();
    for i in column + 1..n {
        for k in column..i {
            x[i] = less(graph, x[i], factors[i][k], x[k]);
        }
    }
    for (k, x) in x.iter_mut().enumerate() {
        *x = graph.mul(*x, factors[k][k]);
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            x[i] = less(graph, x[i], factors[i][k], x[k]);
        }
    }
    x
}

/// a − b c
fn less(graph: &mut Graph, a: Expr, b: Expr, c: Expr) -> Expr {
    let product = graph.mul(b, c);
    graph.sub(a, product)
}

/// The largest magnitude.
fn largest(graph: &mut Graph, list: &[Expr]) -> Expr {
    let zero = graph.zero();
    let mut sizes = list.iter().filter(|&&e| e != zero);
    let Some(&first) = sizes.next() else {
        return graph.zero();
    };
    let first = graph.apply(Function::Abs, first);
    sizes.fold(first, |largest, &e| {
        let size = graph.apply(Function::Abs, e);
        graph.apply2(Function2::Max, largest, size)
    })
}
