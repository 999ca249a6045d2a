//! The equations of a step in stage velocities at Gauss points, as the generated code has them.
//!
//! They follow from the nodal equations by the chain rule, without a quadrature.

use extremal::nalgebra::DMatrix;

use super::by_hand::Oracle;
use super::element::{Element, Span, gauss, shape};

impl Element {
    /// The nodal coordinates for given stage velocities: `z_a = q₀ + h Σⱼ (∫₀^{s_a} ℓⱼ) xⱼ`.
    pub(crate) fn nodes_of(&self, h: f64, q0: &[f64], x: &[f64]) -> Vec<f64> {
        let n = q0.len();
        let along = (0..=self.degree).map(|a| (0..n).map(move |k| (a, k)));
        along
            .flatten()
            .map(|(a, k)| {
                let moved = (0..self.degree).map(|j| self.reach(a, j) * x[j * n + k]);
                q0[k] + h * moved.sum::<f64>()
            })
            .collect()
    }

    /// The integral of ℓⱼ from 0 to node a.
    fn reach(&self, a: usize, j: usize) -> f64 {
        self.integral(j, 0.0, self.nodes[a])
    }

    /// δqᵢ at node a, for the test function ∫ₛ¹ ℓᵢ / ∫₀¹ ℓᵢ.
    fn test(&self, i: usize, a: usize) -> f64 {
        self.integral(i, self.nodes[a], 1.0) / self.integral(i, 0.0, 1.0)
    }

    fn integral(&self, j: usize, from: f64, to: f64) -> f64 {
        // The rule is exact up to degree seven or more, and the integrand has at most degree three.
        let (rule, stages) = (gauss(4), gauss(self.degree).points);
        let values = rule.points.iter().zip(&rule.weights).map(|(s, w)| {
            let s = from + (to - from) * s;
            w * shape(&stages, j, s).0
        });
        (to - from) * values.sum::<f64>()
    }

    /// `L_d(z)`.
    pub(crate) fn lagrangian(&self, system: &dyn Oracle, span: Span<'_>, z: &[f64]) -> f64 {
        self.lagrangian_of(&system.real(), span, z)
    }

    /// ∂(q₁, p₁)/∂(q₀, p₀, u), row by row, from K δz + (δp₀ at node 0) + (∂F/∂u) δu = (δp₁ at node P).
    pub(crate) fn derivative(&self, system: &dyn Oracle, span: Span<'_>, z: &[f64]) -> Vec<Vec<f64>> {
        let n = z.len() / (self.degree + 1);
        let inputs = span.inputs.len();
        let stiffness = self.nodal_tangent(system, span, z);
        let by_inputs = self.by_inputs(system, span, z);
        // The dependence of node a on (δq₀, δp₀, δu), without the later nodes.
        let known = |row: usize, column: usize| match column {
            _ if column < n => stiffness[row][column],
            _ if column < 2 * n => f64::from(u8::from(row == column - n)),
            _ => by_inputs[row][column - 2 * n],
        };
        let (size, columns) = (self.degree * n, 2 * n + inputs);
        let later = DMatrix::from_fn(size, size, |row, column| stiffness[row][n + column]);
        let right = DMatrix::from_fn(size, columns, |row, column| -known(row, column));
        let nodes = later
            .full_piv_lu()
            .solve(&right)
            .expect("the element has one solution");
        let end = |column: usize, k: usize| nodes[((self.degree - 1) * n + k, column)];
        let momentum = |column: usize, k: usize| {
            let row = size + k;
            let later = (0..size).map(|b| stiffness[row][n + b] * nodes[(b, column)]);
            // The momentum at the start is in the equation of node 0 alone.
            let direct = if (n..2 * n).contains(&column) {
                0.0
            } else {
                known(row, column)
            };
            direct + later.sum::<f64>()
        };
        let coordinates = (0..n).map(|k| (0..columns).map(|column| end(column, k)).collect());
        let momenta = (0..n).map(|k| (0..columns).map(|column| momentum(column, k)).collect());
        coordinates.chain(momenta).collect()
    }

    /// q(s) and q̇(s) through the nodes.
    pub(crate) fn inside(&self, span: Span<'_>, z: &[f64], s: f64) -> (Vec<f64>, Vec<f64>) {
        let (_, q, v) = self.point(span, z, s);
        (q, v)
    }

    /// `r_i = Σ_a δq_i(s_a) (D_a L_d + F_a + δ_{a0} p_0)` over the nodes but the last.
    pub(crate) fn residual(
        &self,
        system: &dyn Oracle,
        span: Span<'_>,
        q0: &[f64],
        p0: &[f64],
        x: &[f64],
    ) -> Vec<f64> {
        let n = q0.len();
        let mut nodal = self.nodal(system, span, &self.nodes_of(span.h, q0, x));
        nodal.iter_mut().zip(p0).for_each(|(r, p)| *r += p);
        (0..self.degree * n)
            .map(|row| {
                let tested = (0..self.degree).map(|a| self.test(row / n, a) * nodal[a * n + row % n]);
                tested.sum()
            })
            .collect()
    }

    /// ∂r/∂x.
    pub(crate) fn tangent(
        &self,
        system: &dyn Oracle,
        span: Span<'_>,
        q0: &[f64],
        x: &[f64],
    ) -> Vec<Vec<f64>> {
        let n = q0.len();
        let nodal = self.nodal_tangent(system, span, &self.nodes_of(span.h, q0, x));
        let entry = |row: usize, column: usize| {
            let mut sum = 0.0;
            for a in 0..self.degree {
                for b in 0..=self.degree {
                    let by_node = nodal[a * n + row % n][b * n + column % n];
                    sum += self.test(row / n, a) * by_node * span.h * self.reach(b, column / n);
                }
            }
            sum
        };
        let size = self.degree * n;
        (0..size)
            .map(|row| (0..size).map(|column| entry(row, column)).collect())
            .collect()
    }
}
