//! Stiff bars between places that coordinates are displacements from: forces round as the places do, where displacements are zero.

use extremal::NoInputs;
use extremal::prelude::*;

use crate::compared::apart;

/// Masses in a row between two walls, one apart, from where they hang through.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[n][2]),
    let at = |i| [i + 1 + u[i][0], u[i][1]],
    let bar = |d| 0.5 * k * (d.norm() - 1).powi(2),
    kinetic = sum(0..n, |i| 0.5 * dt(u[i]).norm_squared()),
    potential = sum(0..n, |i| 9.81 * u[i][1]) + bar(at(0)) + sum(1..n, |i| bar(at(i) - at(i - 1))) + bar([n + 1, 0] - at(n - 1)),
    discretize(Midpoint, Livens, Newmark),
)]
struct Row {
    n: usize,
    k: f64,
}

/// The same with places as coordinates.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    let bar = |d| 0.5 * k * (d.norm() - 1).powi(2),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..n, |i| 9.81 * r[i][1]) + bar(r[0]) + sum(1..n, |i| bar(r[i] - r[i - 1])) + bar([n + 1, 0] - r[n - 1]),
    discretize(Midpoint, Newmark),
)]
struct Places {
    n: usize,
    k: f64,
}

/// Three masses, written out.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[3][2]),
    let at = |i| [i + 1 + u[i][0], u[i][1]],
    let bar = |d| 0.5 * k * (d.norm() - 1).powi(2),
    kinetic = sum(0..3, |i| 0.5 * dt(u[i]).norm_squared()),
    potential = sum(0..3, |i| 9.81 * u[i][1]) + bar(at(0)) + sum(1..3, |i| bar(at(i) - at(i - 1))) + bar([4, 0] - at(2)),
    discretize(Midpoint, Newmark),
)]
struct Three {
    k: f64,
}

/// Both move alike, from rest.
fn same<D: Copy>(scheme: D, (n, k, h): (usize, f64, f64))
where
    Row: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    Places: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let still = vec![0.0; 2 * n];
    let places: Vec<f64> = (0..2 * n)
        .map(|k| if k % 2 == 0 { (k / 2 + 1) as f64 } else { 0.0 })
        .collect();
    let mut row = Integrator::new(Row { n, k }, scheme, h, &still, &still).expect("a good start");
    let mut other = Integrator::new(Places { n, k }, scheme, h, &places, &still).expect("a good start");
    for step in 0..20 {
        let case = format!("{n} masses, k = {k:e}, step {step}");
        row.step().unwrap_or_else(|error| panic!("{case}: {error}"));
        other.step().unwrap_or_else(|error| panic!("{case}: {error}"));
        let moved: Vec<f64> = other
            .state()
            .q
            .iter()
            .zip(&places)
            .map(|(r, at)| r - at)
            .collect();
        // Places round by ε n, and forces by ε n k, which moves masses by ε n k h²/(1 + h² k/4) < 4 ε n in each step.
        assert!(
            apart(row.state().q.as_slice(), &moved) < 1e-12 * n as f64,
            "{case}"
        );
    }
}

/// Distances of displaced places have another discrete gradient than distances of coordinates, which keeps the energy as well.
fn keeps_energy((n, k, h): (usize, f64, f64)) {
    let still = vec![0.0; 2 * n];
    let mut row = Integrator::new(Row { n, k }, Livens, h, &still, &still).expect("a good start");
    let energy = row.energy();
    for step in 0..20 {
        row.step()
            .unwrap_or_else(|error| panic!("{n} masses, k = {k:e}, step {step}: {error}"));
        // Bars one long round by ε each, times k times what they are stretched by, at most 0.02; twenty steps.
        let error = (row.energy() - energy).abs();
        assert!(
            error < 1e-12 + 20.0 * f64::EPSILON * n as f64 * k * 0.02,
            "{error}"
        );
    }
}

#[test]
fn stiff_bars_move_as_with_places() {
    for case in [(10, 1e3, 1e-2), (10, 1e5, 1e-2), (100, 1e5, 1e-2), (3, 1e7, 1e-3)] {
        same(Midpoint, case);
        same(Newmark::default(), case);
        keeps_energy(case);
    }
}

#[test]
fn stiff_bars_that_are_written_out_move() {
    fn steps<D: Copy>(scheme: D)
    where
        Three: Discretize<D, Scalar = f64, Inputs: NoInputs>,
        Row: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    {
        let mut three =
            Integrator::new(Three { k: 1e7 }, scheme, 1e-3, [0.0; 6], [0.0; 6]).expect("a good start");
        let mut row =
            Integrator::new(Row { n: 3, k: 1e7 }, scheme, 1e-3, [0.0; 6], [0.0; 6]).expect("a good start");
        for step in 0..20 {
            three.step().unwrap_or_else(|error| panic!("{step}: {error}"));
            row.step().unwrap_or_else(|error| panic!("{step}: {error}"));
            assert!(apart(row.state().q.as_slice(), three.state().q.as_slice()) < 1e-11);
        }
    }
    steps(Midpoint);
    steps(Newmark::default());
}
