//! Small linear systems solved by operations: Gaussian elimination without pivoting, zeros never touched.
//! It refuses to judge its pivots: it hands out their growth, and the one who runs the program judges.

use crate::expr::Expr;
use crate::schedule::op::{Op, Value};
use crate::schedule::scheduler::Scheduler;

/// The solution of A x = −r as values of a program.
#[derive(Clone, Debug)]
pub struct Elimination {
    /// x
    pub solution: Vec<Value>,
    /// aₖₖ/uₖₖ for every pivot that the elimination changed: large where cancellation ate it.
    pub growth: Vec<Value>,
}

/// A matrix during elimination; `None` is a structural zero.
type Entries = Vec<Vec<Option<Value>>>;

impl Scheduler<'_> {
    /// Solves A x = −r by elimination in the given order of rows.
    ///
    /// A symmetric A (equal expressions across the diagonal) is factorised as L D Lᵀ, any other as L U; `None` where a
    /// pivot is a structural zero.
    pub fn eliminate(&mut self, matrix: &[Vec<Expr>], residual: &[Expr]) -> Option<Elimination> {
        let n = residual.len();
        let symmetric = (0..n).all(|i| (0..i).all(|j| matrix[i][j] == matrix[j][i]));
        let mut a: Entries = matrix
            .iter()
            .map(|row| row.iter().map(|&e| self.entry(e)).collect())
            .collect();
        let mut x: Vec<Option<Value>> = residual.iter().map(|&e| self.entry(e)).collect();
        let mut growth = Vec::new();
        let mut inverses = Vec::with_capacity(n);
        for k in 0..n {
            let pivot = a[k][k]?;
            let inverse = self.emit(Op::Recip(pivot));
            inverses.push(inverse);
            self.note_growth(matrix[k][k], pivot, inverse, &mut growth);
            self.eliminate_column(&mut a, &mut x, k, inverse, symmetric);
        }
        self.back_substitute(&a, &mut x, &inverses);
        let solution = x.into_iter().map(|value| self.negated(value)).collect();
        Some(Elimination { solution, growth })
    }

    fn entry(&mut self, e: Expr) -> Option<Value> {
        (e != Expr::ZERO).then(|| self.lower(e))
    }

    fn note_growth(&mut self, original: Expr, pivot: Value, inverse: Value, growth: &mut Vec<Value>) {
        let Some(original) = self.entry(original).filter(|&value| value != pivot) else {
            return;
        };
        growth.push(self.mul(original, inverse));
    }

    /// Subtracts multiples of row k from those below it; of a symmetric matrix only the upper half is kept up to date.
    fn eliminate_column(
        &mut self,
        a: &mut Entries,
        x: &mut [Option<Value>],
        k: usize,
        inverse: Value,
        symmetric: bool,
    ) {
        let (done, rows) = a.split_at_mut(k + 1);
        let pivot_row = &done[k];
        for (i, row) in (k + 1..).zip(rows) {
            let Some(below) = (if symmetric { pivot_row[i] } else { row[k] }) else {
                continue;
            };
            let factor = self.mul(below, inverse);
            let first = if symmetric { i } else { k + 1 };
            for (entry, &above) in row.iter_mut().zip(pivot_row).skip(first) {
                *entry = self.less(*entry, factor, above);
            }
            x[i] = self.less(x[i], factor, x[k]);
        }
    }

    fn back_substitute(&mut self, a: &Entries, x: &mut [Option<Value>], inverses: &[Value]) {
        for i in (0..x.len()).rev() {
            for j in i + 1..x.len() {
                x[i] = match a[i][j] {
                    Some(entry) => self.less(x[i], entry, x[j]),
                    None => x[i],
                };
            }
            x[i] = x[i].map(|value| self.mul(value, inverses[i]));
        }
    }

    /// a − f b
    fn less(&mut self, a: Option<Value>, f: Value, b: Option<Value>) -> Option<Value> {
        let Some(b) = b else { return a };
        let product = self.mul(f, b);
        Some(match a {
            Some(a) => self.emit(Op::Sub(a, product)),
            None => self.emit(Op::Neg(product)),
        })
    }

    fn negated(&mut self, value: Option<Value>) -> Value {
        match value {
            Some(value) => self.emit(Op::Neg(value)),
            None => self.constant(0.0),
        }
    }
}
