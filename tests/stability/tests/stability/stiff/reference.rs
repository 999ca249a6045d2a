//! The midpoint rule for structures of bars, by code of its own.

use extremal::nalgebra::{DMatrix, DVector};

use super::structures::Displaced;

/// The midpoint rule by code of its own. Bars know how much longer they are than their places are apart without any difference
/// of lengths: |D + d| − |D| = (2 D·d + d·d)/(|D + d| + |D|).
pub(super) struct Reference<'a> {
    of: &'a Displaced,
    pub(super) u: DVector<f64>,
    v: DVector<f64>,
}

impl<'a> Reference<'a> {
    pub(super) fn of(of: &'a Displaced) -> Self {
        let rest = DVector::zeros(2 * of.place.len());
        Self {
            of,
            u: rest.clone(),
            v: rest,
        }
    }

    /// Forces at displacements, and −∂F/∂u.
    fn forces(&self, u: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let n = u.len();
        let (mut f, mut k) = (DVector::zeros(n), DMatrix::zeros(n, n));
        for i in 0..n / 2 {
            f[2 * i + 1] -= 9.81 * self.of.m;
        }
        for (&[a, b], &rest) in self.of.edges.iter().zip(&self.of.rest) {
            let whole = [0, 1].map(|c| self.of.place[b][c] - self.of.place[a][c]);
            let change = [0, 1].map(|c| u[2 * b + c] - u[2 * a + c]);
            let now = [0, 1].map(|c| whole[c] + change[c]);
            let long = now[0].hypot(now[1]);
            let square: f64 = (0..2).map(|c| (2.0 * whole[c] + change[c]) * change[c]).sum();
            let tension = self.of.ea / rest * square / (long + rest);
            for c in 0..2 {
                f[2 * a + c] += tension * now[c] / long;
                f[2 * b + c] -= tension * now[c] / long;
                for d in 0..2 {
                    let along = now[c] * now[d] / (long * long);
                    let across = if c == d { 1.0 - along } else { -along };
                    let stiffness = self.of.ea / rest * along + tension / long * across;
                    for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                        k[(2 * i + c, 2 * j + d)] += sign * stiffness;
                    }
                }
            }
        }
        (f, k)
    }

    pub(super) fn step(&mut self, h: f64) {
        let (m, n) = (self.of.m, self.u.len());
        let mut middle = self.v.clone();
        // Quadratic convergence from a relative change of at most one: five corrections leave rounding.
        for _ in 0..6 {
            let (f, k) = self.forces(&(&self.u + 0.5 * h * &middle));
            let mut r = m * (&middle - &self.v) - 0.5 * h * f;
            let mut a = DMatrix::identity(n, n) * m + 0.25 * h * h * k;
            for &pin in &self.of.pins {
                for row in [2 * pin, 2 * pin + 1] {
                    r[row] = middle[row];
                    a.row_mut(row).fill(0.0);
                    a[(row, row)] = 1.0;
                }
            }
            middle -= a.lu().solve(&r).expect("a regular matrix");
        }
        self.u += h * &middle;
        self.v = 2.0 * middle - &self.v;
    }
}
