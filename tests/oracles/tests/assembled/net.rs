//! Masses that springs connect as a list says, written by hand as sums over masses and springs.

use extremal::Failure;
use extremal::blocks::IntoBlock;
use extremal::error::FieldFailure;
use extremal::family::{self, AssembledMasses, Entries, Family, Heap, SumOfEnergies};
use extremal::nalgebra::DVector;
use extremal::prelude::*;
use extremal::structure::{MassMatrix, Structure};
use extremal::system::CoordinateName;

use crate::declared::delegated;

type V = DVector<f64>;

/// Masses on springs of stiffness `w` to the ground. A spring between two masses that is longer by d has ½ k d² + ¼ c d⁴. If
/// `DRIVEN`, the input pushes the mass 0, and p of the midpoint rule is stated in another way.
#[derive(Clone, Debug)]
pub(crate) struct Net<const DRIVEN: bool> {
    pub(crate) m: Vec<f64>,
    pub(crate) edges: Vec<[usize; 2]>,
    pub(crate) w: f64,
    pub(crate) k: f64,
    pub(crate) c: f64,
}

impl<const DRIVEN: bool> Net<DRIVEN> {
    fn springs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.edges.iter().map(|&[a, b]| (a, b))
    }

    /// factor ∂V/∂q at q + shift x, term by term.
    pub(crate) fn slope(
        &self,
        factor: f64,
        (q, shift, x): (&[f64], f64, &[f64]),
        mut add: impl FnMut(usize, f64),
    ) {
        let at = |i: usize| q[i] + shift * x[i];
        for i in 0..q.len() {
            add(i, factor * self.w * at(i));
        }
        for (a, b) in self.springs() {
            let d = at(b) - at(a);
            let pull = factor * (self.k * d + self.c * d.powi(3));
            add(b, pull);
            add(a, -pull);
        }
    }

    /// factor ∂²V/∂q².
    pub(crate) fn add_stiffness(
        &self,
        factor: f64,
        (q, shift, x): (&[f64], f64, &[f64]),
        entries: &mut impl FnMut(usize, usize, f64),
    ) {
        let at = |i: usize| q[i] + shift * x[i];
        for i in 0..q.len() {
            entries(i, i, factor * self.w);
        }
        for (a, b) in self.springs() {
            let d = at(b) - at(a);
            let stiffness = factor * (self.k + 3.0 * self.c * d.powi(2));
            entries(a, a, stiffness);
            entries(b, b, stiffness);
            entries(a, b, -stiffness);
            entries(b, a, -stiffness);
        }
    }

    pub(crate) fn push(inputs: &[f64; 1]) -> f64 {
        if DRIVEN { inputs[0] } else { 0.0 }
    }
}

impl<const DRIVEN: bool> Lagrangian for Net<DRIVEN> {
    delegated!([f64; 1]; "push");

    fn coordinate_count(&self) -> usize {
        self.m.len()
    }
    fn coordinate_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new("q", &[k])
    }
}

impl<const DRIVEN: bool> Family for Net<DRIVEN> {
    type Space = Heap;

    fn check(&self) -> Result<(), Failure> {
        let range = self.m.len();
        if range == 0 {
            return Err(FieldFailure::Empty { range: "masses" }.into());
        }
        if let Some(row) = self.m.iter().position(|m| !m.is_finite()) {
            return Err(FieldFailure::NotFinite {
                field: "m",
                row: Some(row),
            }
            .into());
        }
        for (row, edge) in self.edges.iter().enumerate() {
            if let Some(&found) = edge.iter().find(|&&end| end >= range) {
                return Err(FieldFailure::Index {
                    field: "edges",
                    row,
                    found,
                    range,
                }
                .into());
            }
        }
        Ok(())
    }

    fn sum_of_energies(&self, _: f64, q: &[f64], v: &[f64]) -> SumOfEnergies<f64> {
        let kinetic: f64 = self.m.iter().zip(v).map(|(m, v)| 0.5 * m * v.powi(2)).sum();
        let ground: f64 = q.iter().map(|q| 0.5 * self.w * q.powi(2)).sum();
        let spring = |d: f64| 0.5 * self.k * d.powi(2) + 0.25 * self.c * d.powi(4);
        let potential = ground + self.springs().map(|(a, b)| spring(q[b] - q[a])).sum::<f64>();
        SumOfEnergies {
            kinetic,
            potential,
            generalized: kinetic + potential,
        }
    }

    fn add_momentum(&self, _: f64, _: &[f64], v: &[f64], p: &mut [f64]) {
        (0..v.len()).for_each(|i| p[i] += self.m[i] * v[i]);
    }

    fn add_masses(&self, _: f64, _: &[f64], _: &[f64], m: &mut impl Entries<f64>) {
        self.m.iter().enumerate().for_each(|(i, &mass)| m.add(i, i, mass));
    }

    fn add_force(&self, _: f64, _: &[f64], _: &[f64], inputs: &[f64; 1], f: &mut [f64]) {
        f[0] += Self::push(inputs);
    }

    fn add_balance(&self, t: f64, q: &[f64], v: &[f64], inputs: &[f64; 1], b: &mut [f64]) {
        self.slope(-1.0, (q, 0.0, q), |i, term| b[i] += term);
        self.add_force(t, q, v, inputs, b);
    }
}
