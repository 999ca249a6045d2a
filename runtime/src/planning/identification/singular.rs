//! Singular values of a small square matrix, and steps of least squares by them.
//!
//! Knows numbers alone.

use std::vec::Vec;

/// A singular value below this part of the largest one is zero: noise of the data would be amplified by its inverse. Exact
/// dependence is rounded to about ε times the number of steps, which is less.
pub(super) const SINGULAR: f64 = 1e-10;

/// More sweeps than rotations need, which converge quadratically: ten are usual.
const SWEEPS: usize = 40;

/// A = U Σ Vᵀ with a right-hand side d.
///
/// By rotations of pairs of columns until all are orthogonal (M. R. Hestenes, J. SIAM 6 (1958)).
#[derive(Clone, Debug)]
pub(super) struct Singular {
    /// The columns of U Σ: of A V.
    columns: Vec<Vec<f64>>,
    /// The columns of V.
    directions: Vec<Vec<f64>>,
    /// Σ, in no order.
    values: Vec<f64>,
    /// Σ Uᵀ d.
    along: Vec<f64>,
}

impl Singular {
    /// Of the columns of A, which are finite.
    pub(super) fn of(columns: Vec<Vec<f64>>, right: &[f64]) -> Self {
        let n = columns.len();
        let unit = |k: usize| -> Vec<f64> { (0..n).map(|row| f64::from(u8::from(row == k))).collect() };
        let mut found = Self {
            columns,
            directions: (0..n).map(unit).collect(),
            values: Vec::new(),
            along: Vec::new(),
        };
        for _ in 0..SWEEPS {
            if !found.sweep() {
                break;
            }
        }
        found.values = found
            .columns
            .iter()
            .map(|column| inner(column, column).sqrt())
            .collect();
        found.along = found.columns.iter().map(|column| inner(column, right)).collect();
        found
    }

    /// Rotates each pair of columns; whether one was rotated.
    fn sweep(&mut self) -> bool {
        let n = self.columns.len();
        // The rounding of an inner product.
        let orthogonal = n as f64 * f64::EPSILON;
        let mut has_rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let [a, b, mixed] =
                    [(p, p), (q, q), (p, q)].map(|(i, j)| inner(&self.columns[i], &self.columns[j]));
                if mixed.abs() <= orthogonal * a.sqrt() * b.sqrt() {
                    continue;
                }
                has_rotated = true;
                let zeta = (b - a) / (2.0 * mixed);
                let tan = zeta.signum() / (zeta.abs() + libm::hypot(zeta, 1.0));
                let cos = 1.0 / libm::hypot(tan, 1.0);
                for vectors in [&mut self.columns, &mut self.directions] {
                    let (before, after) = vectors.split_at_mut(q);
                    for (x, y) in before[p].iter_mut().zip(&mut after[0]) {
                        (*x, *y) = (cos * (*x - tan * *y), cos * (*y + tan * *x));
                    }
                }
            }
        }
        has_rotated
    }

    fn smallest(&self) -> f64 {
        SINGULAR * self.values.iter().fold(0.0, |most: f64, &value| most.max(value))
    }

    /// The values that are not zero, with their places.
    fn kept(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let smallest = self.smallest();
        let all = self.values.iter().copied().enumerate();
        all.filter(move |&(_, value)| value > smallest)
    }

    /// |Uᵀ d| along values that are not zero.
    pub(super) fn offset(&self) -> f64 {
        self.kept()
            .fold(0.0, |sum, (k, value)| libm::hypot(sum, self.along[k] / value))
    }

    /// The x that makes |A x + d|² + λ |x|² least, and by how much |A x + d|² is less than |d|².
    pub(super) fn step(&self, damping: f64) -> (Vec<f64>, f64) {
        let mut step = std::vec![0.0; self.values.len()];
        let mut promised = 0.0;
        for (k, value) in self.kept() {
            let square = value * value;
            let share = self.along[k] / (square + damping);
            promised += share * share * (square + 2.0 * damping);
            let parts = step.iter_mut().zip(&self.directions[k]);
            parts.for_each(|(sum, direction)| *sum -= share * direction);
        }
        (step, promised)
    }

    /// The directions along which A is zero, with their values relative to the largest one, the smallest first.
    pub(super) fn undetermined(&self) -> Vec<(f64, &[f64])> {
        let smallest = self.smallest();
        let largest = if smallest > 0.0 { smallest / SINGULAR } else { 1.0 };
        let all = self.values.iter().zip(&self.directions);
        let mut found: Vec<(f64, &[f64])> = all
            .filter(|&(&value, _)| value <= smallest)
            .map(|(value, direction)| (value / largest, &direction[..]))
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    }

    /// The entry of (AᵀA)⁻¹, of which all values are above zero.
    pub(super) fn inverse_square(&self, row: usize, column: usize) -> f64 {
        let all = self.values.iter().zip(&self.directions);
        all.map(|(value, direction)| direction[row] / value * (direction[column] / value))
            .sum()
    }
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
