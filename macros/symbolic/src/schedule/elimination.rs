//! Small linear systems as operations: Gaussian elimination without pivoting, which skips structural zeros. The growth of
//! the pivots is an output, by which the caller of the program judges them.

use crate::expr::{Expr, Function, Function2};
use crate::schedule::op::{Op, Value};
use crate::schedule::scheduler::Scheduler;
use crate::schedule::signed::Signed;

/// The solution of A x = −r as values of a program.
#[derive(Clone, Debug)]
pub struct Elimination {
    /// x
    pub solution: Vec<Value>,
    /// aₖₖ/uₖₖ for every pivot that the elimination changed; large after cancellation. If pivots are
    /// [compared](Pivots::Compared), also the multipliers lᵢₖ sₖ/sᵢ, with s the largest entries of the rows of A; large
    /// if another row would have been the better pivot.
    pub growth: Vec<Value>,
    /// The factors of A, row by row: the multipliers lᵢₖ below the diagonal, 1/uₖₖ on it, uₖⱼ above it. With them the
    /// same elimination is applied to another right-hand side.
    pub factors: Vec<Value>,
}

/// Which properties of its pivots an elimination reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pivots {
    /// Cancellation only: a later iteration restores lost digits. The last two unknowns come together by Cramer's rule.
    Watched,
    /// As `Watched`, but each unknown comes from its own pivot: where the last rows are constraints, whose sizes may differ by
    /// many orders, the terms of a determinant lose digits that no iteration restores.
    WatchedByRow,
    /// Cancellation, and comparison with the other rows: for one solve without a later iteration, or where a pivot may be
    /// rounding before anything is eliminated.
    Compared,
}

/// A matrix or vector during elimination; `None` is a structural zero.
type Entry = Option<Signed>;

/// How to divide by a pivot: by its reciprocal if that is used more than once.
#[derive(Clone, Copy)]
enum Divisor {
    Pivot(Signed),
    Inverse(Signed),
}

/// What elimination leaves of the last two rows, if none of the entries is a structural zero.
struct LastTwo {
    pivot: Signed,
    right: Signed,
    below: Signed,
    last: Signed,
}

impl LastTwo {
    fn of(a: &[Vec<Entry>], symmetric: bool) -> Option<Self> {
        let (i, j) = (a.len() - 2, a.len() - 1);
        let right = a[i][j]?;
        Some(Self {
            pivot: a[i][i]?,
            right,
            below: if symmetric { right } else { a[j][i]? },
            last: a[j][j]?,
        })
    }
}

impl Scheduler<'_> {
    /// Solves A x = −r by elimination in the given order of rows.
    ///
    /// A symmetric A (equal expressions across the diagonal) is factorised as L D Lᵀ, any other as L U; `None` if a pivot
    /// is a structural zero.
    pub fn eliminate(
        &mut self,
        matrix: &[Vec<Expr>],
        residual: &[Expr],
        pivots: Pivots,
    ) -> Option<Elimination> {
        let n = residual.len();
        let symmetric = (0..n).all(|i| (0..i).all(|j| matrix[i][j] == matrix[j][i]));
        let mut a: Vec<Vec<Entry>> = matrix
            .iter()
            .map(|row| row.iter().map(|&e| self.entry(e)).collect())
            .collect();
        let mut x: Vec<Entry> = residual.iter().map(|&e| self.entry(e)).collect();
        let mut growth = Vec::new();
        let mut divisors = Vec::with_capacity(n);
        let mut multipliers = Vec::new();
        let mut solved = n;
        for k in 0..n {
            let pivot = a[k][k]?;
            let original = self
                .entry(matrix[k][k])
                .filter(|original| original.value != pivot.value);
            let below = (k + 1..n).any(|i| if symmetric { a[k][i] } else { a[i][k] }.is_some());
            if !below && original.is_none() {
                divisors.push(Divisor::Pivot(pivot));
                continue;
            }
            let inverse = Signed {
                value: self.emit(Op::Recip(pivot.value)),
                negative: pivot.negative,
            };
            divisors.push(Divisor::Inverse(inverse));
            growth.extend(original.map(|original| self.mul(original.value, inverse.value)));
            if k + 2 == n
                && pivots == Pivots::Watched
                && let Some(block) = LastTwo::of(&a, symmetric).filter(|_| !self.graph.is_narrow())
            {
                let (last, factor) = self.solve_last_two(&block, inverse, &mut x);
                divisors.push(Divisor::Inverse(last));
                multipliers.push((k + 1, k, factor));
                let original = self.entry(matrix[k + 1][k + 1]);
                growth.extend(original.map(|original| self.mul(original.value, last.value)));
                solved = k;
                break;
            }
            let factors = self.eliminate_column(&mut a, &mut x, k, inverse, symmetric);
            multipliers.extend(factors.into_iter().map(|(i, factor)| (i, k, factor)));
        }
        self.back_substitute(&a, &mut x, &divisors, solved);
        let factors = self.factors(&a, &divisors, &multipliers);
        if pivots == Pivots::Compared && !multipliers.is_empty() {
            growth.extend(self.scaled_multipliers(matrix, &multipliers));
        }
        let solution = x.into_iter().map(|value| self.negated(value)).collect();
        Some(Elimination {
            solution,
            growth,
            factors,
        })
    }

    /// The matrix of multipliers, reciprocal pivots and the upper triangle.
    fn factors(
        &mut self,
        a: &[Vec<Entry>],
        divisors: &[Divisor],
        multipliers: &[(usize, usize, Signed)],
    ) -> Vec<Value> {
        let n = a.len();
        let mut factors: Vec<Entry> = vec![None; n * n];
        for (k, row) in a.iter().enumerate() {
            factors[n * k + k + 1..n * (k + 1)].copy_from_slice(&row[k + 1..]);
            factors[n * k + k] = Some(match divisors[k] {
                Divisor::Inverse(inverse) => inverse,
                Divisor::Pivot(pivot) => Signed {
                    value: self.emit(Op::Recip(pivot.value)),
                    negative: pivot.negative,
                },
            });
        }
        for &(i, k, factor) in multipliers {
            factors[n * i + k] = Some(factor);
        }
        let settled = factors.into_iter().map(|entry| match entry {
            Some(entry) => self.settle(entry),
            None => self.constant(0.0),
        });
        settled.collect()
    }

    fn entry(&mut self, e: Expr) -> Entry {
        (e != Expr::ZERO).then(|| self.signed(e))
    }

    /// lᵢₖ sₖ/sᵢ for all multipliers.
    fn scaled_multipliers(
        &mut self,
        matrix: &[Vec<Expr>],
        multipliers: &[(usize, usize, Signed)],
    ) -> Vec<Value> {
        let scales: Vec<Value> = matrix.iter().map(|row| self.largest(row)).collect();
        let scaled = multipliers.iter().map(|&(i, k, factor)| {
            let product = self.mul(factor.value, scales[k]);
            self.emit(Op::Div(product, scales[i]))
        });
        scaled.collect()
    }

    /// The largest magnitude in a row.
    fn largest(&mut self, row: &[Expr]) -> Value {
        let mut largest = None;
        for entry in row.iter().filter_map(|&e| self.entry(e)).collect::<Vec<_>>() {
            let size = self.emit(Op::Unary(Function::Abs, entry.value));
            largest = Some(match largest {
                None => size,
                Some(other) => self.emit(Op::Binary(Function2::Max, other, size)),
            });
        }
        largest.unwrap_or_else(|| self.constant(0.0))
    }

    /// Subtracts multiples of row k from those below it, and returns the multipliers. Of a symmetric matrix only the
    /// upper half is updated.
    fn eliminate_column(
        &mut self,
        a: &mut [Vec<Entry>],
        x: &mut [Entry],
        k: usize,
        inverse: Signed,
        symmetric: bool,
    ) -> Vec<(usize, Signed)> {
        let mut factors = Vec::new();
        let (done, rows) = a.split_at_mut(k + 1);
        let pivot_row = &done[k];
        for (i, row) in (k + 1..).zip(rows) {
            let Some(below) = (if symmetric { pivot_row[i] } else { row[k] }) else {
                continue;
            };
            let factor = self.mul_signed(below, inverse);
            factors.push((i, factor));
            let first = if symmetric { i } else { k + 1 };
            for (entry, &above) in row.iter_mut().zip(pivot_row).skip(first) {
                *entry = self.less(*entry, factor, above);
            }
            x[i] = self.less(x[i], factor, x[k]);
        }
        factors
    }

    /// The last two unknowns by Cramer's rule, whose one reciprocal does not wait for that of the pivot before: the reciprocal
    /// of the last pivot, and the last multiplier, which later iterations with the same factors take.
    fn solve_last_two(&mut self, block: &LastTwo, inverse: Signed, x: &mut [Entry]) -> (Signed, Signed) {
        let LastTwo {
            pivot,
            right,
            below,
            last,
        } = *block;
        let (first, second) = (x.len() - 2, x.len() - 1);
        let (both, others) = (self.mul_signed(pivot, last), self.mul_signed(right, below));
        let determinant = self.add_signed(both, others.opposite());
        let per_determinant = Signed {
            value: self.emit(Op::Recip(determinant.value)),
            negative: determinant.negative,
        };
        let [above, under] =
            [(first, last), (second, pivot)].map(|(i, by)| x[i].map(|r| self.mul_signed(by, r)));
        let above = self.less(above, right, x[second]);
        let under = self.less(under, below, x[first]);
        x[first] = above.map(|above| self.mul_signed(above, per_determinant));
        x[second] = under.map(|under| self.mul_signed(under, per_determinant));
        (
            self.mul_signed(pivot, per_determinant),
            self.mul_signed(below, inverse),
        )
    }

    /// The unknowns before those that are `solved`.
    fn back_substitute(&mut self, a: &[Vec<Entry>], x: &mut [Entry], divisors: &[Divisor], solved: usize) {
        for i in (0..solved).rev() {
            // The unknown found last is subtracted last, so that only one operation waits for it.
            for j in (i + 1..x.len()).rev() {
                if let Some(entry) = a[i][j] {
                    x[i] = self.less(x[i], entry, x[j]);
                }
            }
            x[i] = x[i].map(|value| self.divide(value, divisors[i]));
        }
    }

    fn divide(&mut self, a: Signed, by: Divisor) -> Signed {
        match by {
            Divisor::Inverse(inverse) => self.mul_signed(a, inverse),
            Divisor::Pivot(pivot) => {
                let value = self.emit(Op::Div(a.value, pivot.value));
                Signed {
                    value,
                    negative: a.negative != pivot.negative,
                }
            }
        }
    }

    /// a − f b
    fn less(&mut self, a: Entry, f: Signed, b: Entry) -> Entry {
        let Some(b) = b else { return a };
        let product = self.mul_signed(f, b);
        let negated = Signed {
            negative: !product.negative,
            ..product
        };
        Some(match a {
            Some(a) => self.add_signed(a, negated),
            None => negated,
        })
    }

    fn negated(&mut self, value: Entry) -> Value {
        match value {
            Some(value) => self.settle(Signed {
                negative: !value.negative,
                ..value
            }),
            None => self.constant(0.0),
        }
    }
}
