//! A rope of rods in a plane, that hangs on a point, written by hand as sums over masses and rods.
//!
//! ```text
//! g_j = ½ (|d_j|² − l²),   d_j = r_j − r_{j−1},   r_{−1} = 0
//! ```

use extremal::blocks::IntoBlock;
use extremal::drive::SparseLinearization;
use extremal::drive::{Assembled, AssembledMemory, Assembly, Dependence, Known, OwnEnd, OwnStart, Steady};
use extremal::family::{self, AssembledMasses, Entries, Family, Heap, SumOfEnergies};
use extremal::nalgebra::DVector;
use extremal::newton::Convergence;
use extremal::prelude::*;
use extremal::structure::{MassMatrix, Structure};
use extremal::system::CoordinateName;
use extremal::{Facts, Failure};

use crate::declared::{FACTS, delegated};

type V = DVector<f64>;

/// Masses below each other; each of them hangs on a rod of length `l` of the one above.
#[derive(Clone, Debug)]
pub(crate) struct Rope {
    pub(crate) m: Vec<f64>,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

impl Rope {
    /// The way along a rod.
    fn along(q: &[f64], j: usize) -> [f64; 2] {
        [0, 1].map(|c| q[2 * j + c] - if j == 0 { 0.0 } else { q[2 * j - 2 + c] })
    }

    /// Row, column and value of G, rod by rod.
    fn gradients(&self, q: &[f64], mut add: impl FnMut(usize, usize, f64)) {
        for j in 0..self.m.len() {
            for (c, d) in Self::along(q, j).into_iter().enumerate() {
                add(j, 2 * j + c, d);
                if j > 0 {
                    add(j, 2 * j - 2 + c, -d);
                }
            }
        }
    }

    /// Row, column and value of ∂²g/∂q², rod by rod, each with its weight.
    fn curvatures(&self, weight: impl Fn(usize) -> f64, mut add: impl FnMut(usize, usize, f64)) {
        for j in 0..self.m.len() {
            for c in 0..2 {
                let (lower, upper) = (2 * j + c, (2 * j + c).checked_sub(2));
                add(lower, lower, weight(j));
                if let Some(upper) = upper {
                    add(upper, upper, weight(j));
                    add(lower, upper, -weight(j));
                    add(upper, lower, -weight(j));
                }
            }
        }
    }

    fn mass(&self, k: usize) -> f64 {
        self.m[k / 2]
    }

    /// −∂V/∂q.
    fn weight(&self, k: usize) -> f64 {
        if k % 2 == 1 { -self.mass(k) * self.g } else { 0.0 }
    }
}

impl Lagrangian for Rope {
    fn coordinate_count(&self) -> usize {
        2 * self.m.len()
    }
    fn coordinate_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new("r", &[k / 2, k % 2])
    }
    delegated!([f64; 0];);
}

impl Family for Rope {
    type Space = Heap;

    fn check(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn sum_of_energies(&self, _: f64, q: &[f64], v: &[f64]) -> SumOfEnergies<f64> {
        let kinetic: f64 = v
            .iter()
            .enumerate()
            .map(|(k, v)| 0.5 * self.mass(k) * v.powi(2))
            .sum();
        let potential: f64 = q.iter().enumerate().map(|(k, q)| -self.weight(k) * q).sum();
        SumOfEnergies {
            kinetic,
            potential,
            generalized: kinetic + potential,
        }
    }

    fn add_momentum(&self, _: f64, _: &[f64], v: &[f64], p: &mut [f64]) {
        (0..v.len()).for_each(|k| p[k] += self.mass(k) * v[k]);
    }

    fn add_masses(&self, _: f64, q: &[f64], _: &[f64], m: &mut impl Entries<f64>) {
        (0..q.len()).for_each(|k| m.add(k, k, self.mass(k)));
    }

    fn add_force(&self, _: f64, _: &[f64], _: &[f64], _: &[f64; 0], _: &mut [f64]) {}

    fn add_balance(&self, _: f64, _: &[f64], _: &[f64], _: &[f64; 0], b: &mut [f64]) {
        (0..b.len()).for_each(|k| b[k] += self.weight(k));
    }

    fn constraint_count(&self) -> usize {
        self.m.len()
    }

    fn constraint_name(&self, j: usize) -> CoordinateName {
        CoordinateName::new("rod", &[j])
    }

    fn constraint_values(&self, _: f64, q: &[f64], values: &mut [f64], scales: &mut [f64]) {
        for j in 0..self.m.len() {
            let [x, y] = Self::along(q, j);
            values[j] = 0.5 * (x * x + y * y - self.l * self.l);
            scales[j] = 0.5 * (x * x + y * y + self.l * self.l);
        }
    }

    fn constraint_rates(&self, _: f64, q: &[f64], v: &[f64], rates: &mut [f64]) {
        rates.fill(0.0);
        self.gradients(q, |j, k, g| rates[j] += g * v[k]);
    }

    fn constraint_accelerations(&self, _: f64, _: &[f64], v: &[f64], accelerations: &mut [f64]) {
        for (j, a) in accelerations.iter_mut().enumerate() {
            let [x, y] = Self::along(v, j);
            *a = x * x + y * y;
        }
    }

    fn add_constraint_jacobian(&self, _: f64, q: &[f64], g: &mut impl Entries<f64>) {
        self.gradients(q, |j, k, value| g.add(j, k, value));
    }
}

type At<'a> = Known<'a, Rope, Verlet>;

/// With x = (v, v₁) of each coordinate and (λ, μ) of each rod:
///
/// ```text
/// r = p₀ − m v + ½ h f − G₀ᵀλ,   p₁ − m v₁,   g(q₁),   G₁ v₁;   p₁ = m v + ½ h f − G₁ᵀμ
/// ```
impl Rope {
    fn impulse(&self, x: &[f64], j: usize, which: usize) -> f64 {
        x[4 * self.m.len() + 2 * j + which]
    }

    fn end(known: &At<'_>, x: &[f64]) -> Vec<f64> {
        known
            .q
            .iter()
            .enumerate()
            .map(|(k, q)| q + known.h * x[2 * k])
            .collect()
    }

    /// Terms of the rows, and of p₁.
    fn terms(
        &self,
        known: &At<'_>,
        x: &[f64],
        mut row: impl FnMut(usize, f64),
        mut end: impl FnMut(usize, f64),
    ) {
        let (n, q1) = (known.q.len(), Self::end(known, x));
        for k in 0..n {
            let (moved, half) = (self.mass(k) * x[2 * k], 0.5 * known.h * self.weight(k));
            row(2 * k, -moved);
            row(2 * k, half);
            row(2 * k + 1, moved);
            row(2 * k + 1, half);
            row(2 * k + 1, -self.mass(k) * x[2 * k + 1]);
            end(k, moved + half);
        }
        self.gradients(known.q, |j, k, g| row(2 * k, -g * self.impulse(x, j, 0)));
        self.gradients(&q1, |j, k, g| {
            let term = -g * self.impulse(x, j, 1);
            row(2 * k + 1, term);
            end(k, term);
            row(2 * n + 2 * j + 1, g * x[2 * k + 1]);
        });
        for j in 0..self.m.len() {
            let [a, b] = Self::along(&q1, j);
            row(2 * n + 2 * j, 0.5 * a * a);
            row(2 * n + 2 * j, 0.5 * b * b);
            row(2 * n + 2 * j, -0.5 * self.l * self.l);
        }
    }
}

impl Assembly<Verlet> for Rope {
    type StepSpace = Heap;
    type Solution = extremal::drive::Joint;
    const GROUPS: usize = 2;
    const IMPULSES: usize = 2;
    const STAGES: usize = 1;
    const TANGENT: Dependence = Dependence::Unknowns;
    const HAS_NODES: bool = false;
    const HAS_OFFSETS: bool = true;
    const HAS_ENDS: bool = true;
    const CARRIES_VELOCITY: bool = false;
    const FACTS: Facts = FACTS;
    type Modes = Steady;

    fn own_rows(_: &At<'_>, start: OwnStart<f64>, _: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        rows.copy_from_slice(&[start.p, 0.0]);
        scales.copy_from_slice(&[start.p.abs(), 0.0]);
    }
    fn own_tangent(_: &At<'_>, _: OwnStart<f64>, _: &[f64], _: &mut impl Entries<f64>) {}
    fn own_end(known: &At<'_>, start: OwnStart<f64>, x: &[f64]) -> OwnEnd<f64> {
        OwnEnd {
            q: start.q + known.h * x[0],
            p: 0.0,
            v: 0.0,
        }
    }
    fn own_inside(h: f64, start: OwnStart<f64>, x: &[f64], s: f64) -> (f64, f64) {
        (start.q + s * h * x[0], x[0])
    }
    fn set_nodes(&self, _: &At<'_>, _: &mut [f64], _: &mut [f64]) {}
    fn add_rows(&self, known: &At<'_>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        let add = |i: usize, term: f64| {
            rows[i] += term;
            scales[i] += term.abs();
        };
        self.terms(known, x, add, |_, _| {});
    }
    fn add_rows_and_ends(
        &self,
        known: &At<'_>,
        x: &[f64],
        rows: &mut [f64],
        scales: &mut [f64],
        momenta: &mut [f64],
    ) {
        let add = |i: usize, term: f64| {
            rows[i] += term;
            scales[i] += term.abs();
        };
        self.terms(known, x, add, |k, term| momenta[k] += term);
    }
    fn add_rows_and_tangent(&self, known: &At<'_>, x: &[f64], rows: &mut [f64], a: &mut impl Entries<f64>) {
        self.terms(known, x, |i, term| rows[i] += term, |_, _| {});
        let (n, h, q1) = (known.q.len(), known.h, Self::end(known, x));
        for k in 0..n {
            a.add(2 * k, 2 * k, -self.mass(k));
            a.add(2 * k + 1, 2 * k, self.mass(k));
            a.add(2 * k + 1, 2 * k + 1, -self.mass(k));
        }
        let unknown = |j: usize, which: usize| 2 * n + 2 * j + which;
        self.gradients(known.q, |j, k, g| a.add(2 * k, unknown(j, 0), -g));
        self.gradients(&q1, |j, k, g| {
            a.add(2 * k + 1, unknown(j, 1), -g);
            a.add(unknown(j, 0), 2 * k, h * g);
            a.add(unknown(j, 1), 2 * k + 1, g);
        });
        self.curvatures(
            |j| -h * self.impulse(x, j, 1),
            |k, l, value| a.add(2 * k + 1, 2 * l, value),
        );
        for j in 0..self.m.len() {
            for c in 0..2 {
                let (lower, upper) = (2 * j + c, (2 * j + c).checked_sub(2));
                let along = h * (x[2 * lower + 1] - upper.map_or(0.0, |k| x[2 * k + 1]));
                a.add(unknown(j, 1), 2 * lower, along);
                if let Some(upper) = upper {
                    a.add(unknown(j, 1), 2 * upper, -along);
                }
            }
        }
    }
    fn add_variations(
        &self,
        known: &At<'_>,
        x: &[f64],
        by_start: &mut impl Entries<f64>,
        by_unknowns: &mut impl Entries<f64>,
    ) {
        let (n, h, q1) = (known.q.len(), known.h, Self::end(known, x));
        let (all, unknown) = (2 * n + 2 * self.m.len(), |j: usize, which: usize| {
            2 * n + 2 * j + which
        });
        self.curvatures(
            |j| -self.impulse(x, j, 0),
            |k, l, value| by_start.add(2 * k, l, value),
        );
        self.curvatures(
            |j| -self.impulse(x, j, 1),
            |k, l, value| {
                by_start.add(2 * k + 1, l, value);
                by_start.add(all + k, l, value);
                by_unknowns.add(k, 2 * l, h * value);
            },
        );
        self.gradients(&q1, |j, k, g| {
            by_start.add(unknown(j, 0), k, g);
            by_unknowns.add(k, unknown(j, 1), -g);
        });
        (0..n).for_each(|k| by_unknowns.add(k, 2 * k, self.mass(k)));
        for j in 0..self.m.len() {
            for c in 0..2 {
                let (lower, upper) = (2 * j + c, (2 * j + c).checked_sub(2));
                let along = x[2 * lower + 1] - upper.map_or(0.0, |k| x[2 * k + 1]);
                by_start.add(unknown(j, 1), lower, along);
                if let Some(upper) = upper {
                    by_start.add(unknown(j, 1), upper, -along);
                }
            }
        }
    }
}

impl Discretize<Verlet> for Rope {
    type System = Self;
    type Memory = AssembledMemory<f64>;
    type Report = Convergence;
    type Stages = V;
    type Linearization = SparseLinearization<f64>;
    type Modes = Steady;
    type Driver = Assembled;

    fn system(&self) -> &Self {
        self
    }
}
