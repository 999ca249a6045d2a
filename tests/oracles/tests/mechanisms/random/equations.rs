//! The discrete equations of a constrained element by hand, and their derivative: nodal, with a multiplier at every node.
//!
//! ```text
//! p₀ + D₀L_d + F₀ − Gᵀ λ₀ = 0,   D_aL_d + F_a − Gᵀ λ_a = 0,   g(z_a) = 0
//! p₁ = D_PL_d + F_P − Gᵀ μ = ∂L/∂v(z_P, w),   G w + ∂g/∂t = 0
//! ```
//!
//! It does not solve them.

use extremal::nalgebra::DMatrix;

use super::by_hand::{TiedOracle, bending, impulse, momentum_slopes, rates_by_place, rows};
use super::motion::Made;
use crate::support::element::{Element, Span};

/// An element of a given step.
pub(crate) struct Tied<'a> {
    pub(crate) system: &'a dyn TiedOracle,
    pub(crate) element: &'a Element,
    pub(crate) h: f64,
    pub(crate) inputs: &'a [f64],
    pub(crate) made: &'a Made,
}

impl Tied<'_> {
    fn span(&self) -> Span<'_> {
        Span {
            t: self.made.from.t,
            h: self.h,
            inputs: self.inputs,
        }
    }

    /// Time and coordinates of node a.
    pub(crate) fn node(&self, a: usize) -> (f64, &[f64]) {
        let n = self.made.from.q.len();
        let t = self.made.from.t + self.element.nodes[a] * self.h;
        (t, &self.made.nodes[a * n..(a + 1) * n])
    }

    /// The left sides at the nodes; that at the last node is p₁.
    pub(crate) fn nodal(&self) -> Vec<f64> {
        let n = self.made.from.q.len();
        let system = self.system;
        let mut nodal = self.element.nodal(system, self.span(), &self.made.nodes);
        nodal.iter_mut().zip(&self.made.from.p).for_each(|(r, p)| *r += p);
        for (a, r) in nodal.chunks_mut(n).enumerate() {
            let (t, q) = self.node(a);
            let force = impulse(system, t, q, &self.made.impulses[a]);
            r.iter_mut().zip(force).for_each(|(r, by)| *r -= by);
        }
        nodal
    }

    /// ∂(q₁, p₁)/∂(q₀, p₀, u), row by row, by the implicit function theorem.
    pub(crate) fn derivative(&self) -> Vec<Vec<f64>> {
        let (n, inputs) = (self.made.from.q.len(), self.inputs.len());
        let width = self.element.degree * n;
        let (unknown, known) = self.matrices();
        let solution = unknown.full_piv_lu().solve(&-known).expect("one solution");
        let (end, speed) = (width - n, solution.nrows() - n);
        let to = &self.made.to;
        let slopes = momentum_slopes(self.system, to.t, &to.q, &to.v);
        let momentum = |row: &Vec<f64>, column: usize| -> f64 {
            let by_q = (0..n).map(|k| row[k] * solution[(end + k, column)]);
            let by_v = (0..n).map(|k| row[n + k] * solution[(speed + k, column)]);
            by_q.chain(by_v).sum()
        };
        let columns = 2 * n + inputs;
        let places = (0..n).map(|k| (0..columns).map(|column| solution[(end + k, column)]).collect());
        let momenta = slopes
            .iter()
            .map(|row| (0..columns).map(|column| momentum(row, column)).collect());
        places.chain(momenta).collect()
    }

    /// Derivatives with respect to the unknowns z₁ to `z_P`, λ₀ to λ_{P−1}, μ, w; and to (q₀, p₀, u).
    fn matrices(&self) -> (DMatrix<f64>, DMatrix<f64>) {
        let (n, m, degree) = (
            self.made.from.q.len(),
            self.made.impulses[0].len(),
            self.element.degree,
        );
        let size = (degree + 1) * (n + m);
        let mut unknown = DMatrix::zeros(size, size);
        let mut known = DMatrix::zeros(size, 2 * n + self.inputs.len());
        self.by_nodes(&mut unknown, &mut known);
        for a in 0..=degree {
            self.by_multipliers(a, &mut unknown);
        }
        self.end(&mut unknown);
        (unknown, known)
    }

    /// The nodal equations without the terms of the multipliers.
    fn by_nodes(&self, unknown: &mut DMatrix<f64>, known: &mut DMatrix<f64>) {
        let n = self.made.from.q.len();
        let stiffness = self
            .element
            .nodal_tangent(self.system, self.span(), &self.made.nodes);
        for (row, values) in stiffness.iter().enumerate() {
            for (column, value) in values.iter().enumerate() {
                match column.checked_sub(n) {
                    None => known[(row, column)] += value,
                    Some(later) => unknown[(row, later)] += value,
                }
            }
        }
        let by_inputs = self.element.by_inputs(self.system, self.span(), &self.made.nodes);
        for (row, values) in by_inputs.iter().enumerate() {
            for (column, value) in values.iter().enumerate() {
                known[(row, 2 * n + column)] += value;
            }
        }
        for k in 0..n {
            known[(k, n + k)] += 1.0;
        }
        for a in 0..=self.element.degree {
            let (t, q) = self.node(a);
            let bent = bending(self.system, t, q, &self.made.impulses[a]);
            for (i, row) in bent.iter().enumerate() {
                for (j, value) in row.iter().enumerate() {
                    match a.checked_sub(1) {
                        None => known[(i, j)] -= value,
                        Some(later) => unknown[(a * n + i, later * n + j)] -= value,
                    }
                }
            }
        }
    }

    /// −Gᵀ in the equations of node a, and g = 0 at the nodes after the first.
    fn by_multipliers(&self, a: usize, unknown: &mut DMatrix<f64>) {
        let (n, m, degree) = (
            self.made.from.q.len(),
            self.made.impulses[0].len(),
            self.element.degree,
        );
        let (t, q) = self.node(a);
        for (j, row) in rows(self.system, t, q).iter().enumerate() {
            for (k, slope) in row.iter().enumerate() {
                unknown[(a * n + k, degree * n + a * m + j)] -= slope;
                if a > 0 {
                    unknown[((degree + 1) * n + (a - 1) * m + j, (a - 1) * n + k)] += slope;
                }
            }
        }
    }

    /// The equations of w: p₁ = ∂L/∂v, and the rates of the constraints.
    fn end(&self, unknown: &mut DMatrix<f64>) {
        let (n, m, to) = (self.made.from.q.len(), self.made.impulses[0].len(), &self.made.to);
        let (size, last) = (unknown.nrows(), self.element.degree * n);
        let (end, speed) = (last - n, size - n);
        let slopes = momentum_slopes(self.system, to.t, &to.q, &to.v);
        let by_place = rates_by_place(self.system, to.t, &to.q, &to.v);
        let by_velocity = rows(self.system, to.t, &to.q);
        for k in 0..n {
            for (i, row) in slopes.iter().enumerate() {
                unknown[(last + i, end + k)] -= row[k];
                unknown[(last + i, speed + k)] -= row[n + k];
            }
            for j in 0..m {
                unknown[(size - m + j, end + k)] += by_place[j][k];
                unknown[(size - m + j, speed + k)] += by_velocity[j][k];
            }
        }
    }
}
