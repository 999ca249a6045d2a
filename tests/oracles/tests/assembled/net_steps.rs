//! The steps of nets of springs by Verlet, the midpoint rule and Newmark's method, as sums over masses and springs.

use extremal::Facts;
use extremal::drive::SparseLinearization;
use extremal::drive::{Assembled, AssembledMemory, Assembly, Dependence, Known, OwnEnd, OwnStart, Steady};
use extremal::family::Entries;
use extremal::family::Heap;
use extremal::nalgebra::DVector;
use extremal::newton::Convergence;
use extremal::prelude::*;

use crate::declared::{FACTS, one_group};
use crate::net::Net;

type V = DVector<f64>;

impl<const DRIVEN: bool> Net<DRIVEN> {
    fn verlet_rows(&self, known: &Known<'_, Self, Verlet>, x: &[f64], mut add: impl FnMut(usize, f64)) {
        (0..x.len()).for_each(|i| add(i, -self.m[i] * x[i]));
        add(0, 0.5 * known.h * Self::push(known.inputs));
    }

    fn midpoint_rows(
        &self,
        half: f64,
        (q, inputs): (&[f64], &[f64; 1]),
        x: &[f64],
        mut add: impl FnMut(usize, f64),
    ) {
        (0..x.len()).for_each(|i| add(i, -self.m[i] * x[i]));
        self.slope(-half, (q, half, x), &mut add);
        add(0, half * Self::push(inputs));
    }
}

/// r = p₀ + N − m x + ½ h u,   p₁ = p₀ + N + h u + N₁,   N = −½ h ∂V/∂q
impl<const DRIVEN: bool> Assembly<Verlet> for Net<DRIVEN> {
    one_group!(Verlet, Dependence::Constant, nodes true, items DRIVEN, carried false);

    fn own_end(known: &Known<'_, Self, Verlet>, start: OwnStart<f64>, x: &[f64]) -> OwnEnd<f64> {
        OwnEnd {
            q: start.q + known.h * x[0],
            p: start.p,
            v: 0.0,
        }
    }
    fn own_inside(h: f64, start: OwnStart<f64>, x: &[f64], s: f64) -> (f64, f64) {
        (start.q + s * h * x[0], x[0])
    }
    fn set_nodes(&self, known: &Known<'_, Self, Verlet>, impulses: &mut [f64], momenta: &mut [f64]) {
        impulses.fill(0.0);
        self.slope(-0.5 * known.h, (known.q, 0.0, known.q), |i, term| {
            impulses[i] += term;
            momenta[i] += term;
        });
    }
    fn add_rows(&self, known: &Known<'_, Self, Verlet>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        self.verlet_rows(known, x, |i, term| {
            rows[i] += term;
            scales[i] += term.abs();
        });
    }
    fn add_rows_and_ends(
        &self,
        known: &Known<'_, Self, Verlet>,
        x: &[f64],
        rows: &mut [f64],
        scales: &mut [f64],
        momenta: &mut [f64],
    ) {
        self.add_rows(known, x, rows, scales);
        momenta[0] += known.h * Self::push(known.inputs);
    }
    fn add_rows_and_tangent(
        &self,
        known: &Known<'_, Self, Verlet>,
        x: &[f64],
        rows: &mut [f64],
        entries: &mut impl Entries<f64>,
    ) {
        self.verlet_rows(known, x, |i, term| rows[i] += term);
        self.m
            .iter()
            .enumerate()
            .for_each(|(i, &mass)| entries.add(i, i, -mass));
    }
    fn add_variations(
        &self,
        known: &Known<'_, Self, Verlet>,
        x: &[f64],
        by_start: &mut impl Entries<f64>,
        by_unknowns: &mut impl Entries<f64>,
    ) {
        let n = self.m.len();
        let h = known.h;
        self.add_stiffness(-0.5 * h, (known.q, 0.0, x), &mut |i, j, k| {
            by_start.add(i, j, k);
            by_start.add(n + i, j, k);
        });
        self.add_stiffness(-0.5 * h, (known.q, h, x), &mut |i, j, k| {
            by_start.add(n + i, j, k);
            by_unknowns.add(i, j, h * k);
        });
        if DRIVEN {
            by_start.add(0, 3 * n, 0.5 * h);
            by_start.add(n, 3 * n, h);
        }
    }
}

/// r = p₀ − m x − ½ h ∂V/∂q + ½ h u,   p₁ = m x − ½ h ∂V/∂q + ½ h u, at q₀ + ½ h x; if `DRIVEN`, p₁ = 2 m x − p₀.
impl<const DRIVEN: bool> Assembly<Midpoint> for Net<DRIVEN> {
    one_group!(Midpoint, Dependence::Unknowns, nodes false, items true, carried false);

    fn own_end(known: &Known<'_, Self, Midpoint>, start: OwnStart<f64>, x: &[f64]) -> OwnEnd<f64> {
        let p = if DRIVEN { -start.p } else { 0.0 };
        OwnEnd {
            q: start.q + known.h * x[0],
            p,
            v: 0.0,
        }
    }
    fn own_inside(h: f64, start: OwnStart<f64>, x: &[f64], s: f64) -> (f64, f64) {
        (start.q + s * h * x[0], x[0])
    }
    fn set_nodes(&self, _: &Known<'_, Self, Midpoint>, _: &mut [f64], _: &mut [f64]) {}
    fn add_rows(&self, known: &Known<'_, Self, Midpoint>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        let half = 0.5 * known.h;
        self.midpoint_rows(half, (known.q, known.inputs), x, |i, term| {
            rows[i] += term;
            scales[i] += term.abs();
        });
    }
    fn add_rows_and_ends(
        &self,
        known: &Known<'_, Self, Midpoint>,
        x: &[f64],
        rows: &mut [f64],
        scales: &mut [f64],
        momenta: &mut [f64],
    ) {
        self.add_rows(known, x, rows, scales);
        let half = 0.5 * known.h;
        let factor = if DRIVEN { 2.0 } else { 1.0 };
        (0..x.len()).for_each(|i| momenta[i] += factor * self.m[i] * x[i]);
        if !DRIVEN {
            self.slope(-half, (known.q, half, x), |i, term| momenta[i] += term);
        }
    }
    fn add_rows_and_tangent(
        &self,
        known: &Known<'_, Self, Midpoint>,
        x: &[f64],
        rows: &mut [f64],
        entries: &mut impl Entries<f64>,
    ) {
        self.midpoint_rows(0.5 * known.h, (known.q, known.inputs), x, |i, term| {
            rows[i] += term;
        });
        self.m
            .iter()
            .enumerate()
            .for_each(|(i, &mass)| entries.add(i, i, -mass));
        let half = 0.5 * known.h;
        self.add_stiffness(-half * half, (known.q, half, x), &mut |i, j, k| {
            entries.add(i, j, k);
        });
    }
    fn add_variations(
        &self,
        known: &Known<'_, Self, Midpoint>,
        x: &[f64],
        by_start: &mut impl Entries<f64>,
        by_unknowns: &mut impl Entries<f64>,
    ) {
        let (n, half) = (self.m.len(), 0.5 * known.h);
        self.add_stiffness(-half, (known.q, half, x), &mut |i, j, k| {
            by_start.add(i, j, k);
            if !DRIVEN {
                by_start.add(n + i, j, k);
                by_unknowns.add(i, j, half * k);
            }
        });
        let factor = if DRIVEN { 2.0 } else { 1.0 };
        self.m
            .iter()
            .enumerate()
            .for_each(|(i, &mass)| by_unknowns.add(i, i, factor * mass));
        if DRIVEN {
            by_start.add(0, 3 * n, half);
        }
    }
}

type Carried<'a, const DRIVEN: bool> = Known<'a, Net<DRIVEN>, Newmark>;

/// With x = ((q₁ − q₀)/h, v₁), f = −∂V/∂q + u and constant masses:
///
/// ```text
/// r = m (v₀ − x₀) + h ((½ − β) f₀ + β f₁),   m (v₀ − x₁) + h ((1 − γ) f₀ + γ f₁),   p₁ = m x₁
/// ```
impl<const DRIVEN: bool> Net<DRIVEN> {
    fn newmark_rows(&self, known: &Carried<'_, DRIVEN>, x: &[f64], mut add: impl FnMut(usize, f64)) {
        let (h, Newmark { beta, gamma }) = (known.h, *known.scheme);
        for (i, v) in known.v.iter().enumerate() {
            for group in 0..2 {
                add(2 * i + group, self.m[i] * v);
                add(2 * i + group, -self.m[i] * x[2 * i + group]);
            }
        }
        let q1: Vec<f64> = known
            .q
            .iter()
            .enumerate()
            .map(|(i, q)| q + h * x[2 * i])
            .collect();
        for (q, weights) in [(known.q, [0.5 - beta, 1.0 - gamma]), (&q1, [beta, gamma])] {
            for (group, weight) in weights.into_iter().enumerate() {
                self.slope(-h * weight, (q, 0.0, q), |i, term| add(2 * i + group, term));
                add(group, h * weight * Self::push(known.inputs));
            }
        }
    }
}

impl<const DRIVEN: bool> Assembly<Newmark> for Net<DRIVEN> {
    type StepSpace = Heap;
    type Solution = extremal::drive::Joint;
    const GROUPS: usize = 2;
    const IMPULSES: usize = 0;
    const STAGES: usize = 1;
    const TANGENT: Dependence = Dependence::Unknowns;
    const HAS_NODES: bool = false;
    const HAS_OFFSETS: bool = true;
    const HAS_ENDS: bool = true;
    const CARRIES_VELOCITY: bool = true;
    const FACTS: Facts = FACTS;
    type Modes = Steady;

    fn own_rows(_: &Carried<'_, DRIVEN>, _: OwnStart<f64>, _: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        rows.fill(0.0);
        scales.fill(0.0);
    }
    fn own_tangent(_: &Carried<'_, DRIVEN>, _: OwnStart<f64>, _: &[f64], _: &mut impl Entries<f64>) {}
    fn own_end(known: &Carried<'_, DRIVEN>, start: OwnStart<f64>, x: &[f64]) -> OwnEnd<f64> {
        OwnEnd {
            q: start.q + known.h * x[0],
            p: 0.0,
            v: x[1],
        }
    }
    fn own_inside(_: f64, _: OwnStart<f64>, _: &[f64], _: f64) -> (f64, f64) {
        unreachable!("a cubic")
    }
    fn set_nodes(&self, _: &Carried<'_, DRIVEN>, _: &mut [f64], _: &mut [f64]) {}
    fn add_rows(&self, known: &Carried<'_, DRIVEN>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        self.newmark_rows(known, x, |i, term| {
            rows[i] += term;
            scales[i] += term.abs();
        });
    }
    fn add_rows_and_ends(
        &self,
        known: &Carried<'_, DRIVEN>,
        x: &[f64],
        rows: &mut [f64],
        scales: &mut [f64],
        momenta: &mut [f64],
    ) {
        self.add_rows(known, x, rows, scales);
        (0..momenta.len()).for_each(|i| momenta[i] += self.m[i] * x[2 * i + 1]);
    }
    fn add_rows_and_tangent(
        &self,
        known: &Carried<'_, DRIVEN>,
        x: &[f64],
        rows: &mut [f64],
        entries: &mut impl Entries<f64>,
    ) {
        self.newmark_rows(known, x, |i, term| rows[i] += term);
        for (i, &mass) in self.m.iter().enumerate() {
            entries.add(2 * i, 2 * i, -mass);
            entries.add(2 * i + 1, 2 * i + 1, -mass);
        }
        let (h, Newmark { beta, gamma }) = (known.h, *known.scheme);
        let q1: Vec<f64> = known
            .q
            .iter()
            .enumerate()
            .map(|(i, q)| q + h * x[2 * i])
            .collect();
        for (group, weight) in [beta, gamma].into_iter().enumerate() {
            self.add_stiffness(-h * h * weight, (&q1, 0.0, &q1), &mut |i, j, k| {
                entries.add(2 * i + group, 2 * j, k);
            });
        }
    }
    fn add_variations(
        &self,
        known: &Carried<'_, DRIVEN>,
        x: &[f64],
        by_start: &mut impl Entries<f64>,
        by_unknowns: &mut impl Entries<f64>,
    ) {
        let (n, h, Newmark { beta, gamma }) = (self.m.len(), known.h, *known.scheme);
        let q1: Vec<f64> = known
            .q
            .iter()
            .enumerate()
            .map(|(i, q)| q + h * x[2 * i])
            .collect();
        for (q, weights) in [(known.q, [0.5 - beta, 1.0 - gamma]), (&q1, [beta, gamma])] {
            for (group, weight) in weights.into_iter().enumerate() {
                self.add_stiffness(-h * weight, (q, 0.0, q), &mut |i, j, k| {
                    by_start.add(2 * i + group, j, k);
                });
                if DRIVEN {
                    by_start.add(group, 3 * n, h * weight);
                }
            }
        }
        for (i, &mass) in self.m.iter().enumerate() {
            by_start.add(2 * i, 2 * n + i, mass);
            by_start.add(2 * i + 1, 2 * n + i, mass);
            by_unknowns.add(i, 2 * i + 1, mass);
        }
    }
}

macro_rules! discretized {
    ($($scheme:ty)*) => {$(
        impl<const DRIVEN: bool> Discretize<$scheme> for Net<DRIVEN> {
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
    )*};
}

discretized!(Verlet Midpoint Newmark);
