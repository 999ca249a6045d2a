//! Stiff bars between places that coordinates are displacements from: forces round as the places do, where displacements are zero.

use extremal::blocks::NoInputs;
use extremal::prelude::*;

use crate::support::compared::apart;

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

/// A truss of nodes that are displaced from places, some of them held by constraints.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[place.len()][2]),
    let bar = |e| (place[edges[e][1]] + u[edges[e][1]] - place[edges[e][0]] - u[edges[e][0]]).norm() - rest[e],
    kinetic = sum(0..place.len(), |i| 0.5 * dt(u[i]).norm_squared()),
    potential = sum(0..place.len(), |i| 9.81 * u[i][1]) + sum(0..edges.len(), |e| 0.5 * ea / rest[e] * bar(e).powi(2)),
    constraint(held = array(0..pins.len(), |i| u[pins[i]])),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>),
)]
struct Displaced {
    place: Vec<[f64; 2]>,
    edges: Vec<[usize; 2]>,
    rest: Vec<f64>,
    pins: Vec<usize>,
    ea: f64,
}

/// The same with places as coordinates.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[place.len()][2]),
    kinetic = sum(0..place.len(), |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..place.len(), |i| 9.81 * r[i][1])
        + sum(0..edges.len(), |e| 0.5 * ea / rest[e] * ((r[edges[e][1]] - r[edges[e][0]]).norm() - rest[e]).powi(2)),
    constraint(held = array(0..pins.len(), |i| r[pins[i]] - place[pins[i]])),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Placed {
    place: Vec<[f64; 2]>,
    edges: Vec<[usize; 2]>,
    rest: Vec<f64>,
    pins: Vec<usize>,
    ea: f64,
}

/// Squares with a diagonal, two nodes held at one end and one at the other.
fn truss(bays: usize, ea: f64) -> Displaced {
    let place: Vec<[f64; 2]> = (0..2 * (bays + 1))
        .map(|i| [(i / 2) as f64, (i % 2) as f64])
        .collect();
    let posts = (0..=bays).map(|i| [2 * i, 2 * i + 1]);
    let others = (0..bays).flat_map(|i| [[2 * i, 2 * i + 2], [2 * i + 1, 2 * i + 3], [2 * i, 2 * i + 3]]);
    let edges: Vec<[usize; 2]> = posts.chain(others).collect();
    let length = |&[a, b]: &[usize; 2]| (place[a][0] - place[b][0]).hypot(place[a][1] - place[b][1]);
    Displaced {
        rest: edges.iter().map(length).collect(),
        place,
        edges,
        pins: vec![0, 1, 2 * bays],
        ea,
    }
}

/// Both trusses move alike, from rest.
fn same_trusses<D: Copy>(scheme: D, (bays, ea, h): (usize, f64, f64))
where
    Displaced: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    Placed: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let displaced = truss(bays, ea);
    let Displaced {
        place,
        edges,
        rest,
        pins,
        ..
    } = displaced.clone();
    let places: Vec<f64> = place.iter().flatten().copied().collect();
    let placed = Placed {
        place,
        edges,
        rest,
        pins,
        ea,
    };
    let still = vec![0.0; places.len()];
    let mut one = Integrator::new(displaced, scheme, h, &still, &still).expect("a good start");
    let mut other = Integrator::new(placed, scheme, h, &places, &still).expect("a good start");
    for step in 0..20 {
        let case = format!("{bays} bays, EA = {ea:e}, h = {h:e}, step {step}");
        one.step().unwrap_or_else(|error| panic!("{case}: {error}"));
        other.step().unwrap_or_else(|error| panic!("{case}: {error}"));
        let state = other.state();
        let moved: Vec<f64> = state.q.iter().zip(&places).map(|(r, at)| r - at).collect();
        // Places round by ε bays in each of 20 steps, and a truss gives way as a bar does, times the third power of its bays at
        // most: 20 ε bays 6³ = 1e-12 bays.
        let error = apart(one.state().q.as_slice(), &moved);
        assert!(error < 1e-12 * bays as f64, "{case}: {error:e}");
    }
}

#[test]
fn stiff_trusses_with_held_nodes_move_as_with_places() {
    for bays in [2, 6] {
        for ea in [1e4, 1e6, 2.5e7] {
            for h in [1e-4, 1e-3, 1e-2] {
                same_trusses(Midpoint, (bays, ea, h));
                same_trusses(Galerkin::<2, Gauss<2>>::default(), (bays, ea, h));
            }
        }
    }
}

#[test]
fn stiff_trusses_with_held_nodes_keep_energy() {
    for (bays, ea, h) in [(2, 1e8, 1e-4), (6, 1e6, 1e-3), (40, 1e4, 1e-2), (40, 1e8, 1e-3)] {
        let system = truss(bays, ea);
        let still = vec![0.0; 2 * system.place.len()];
        let mut motion = Integrator::new(system, Livens, h, &still, &still).expect("a good start");
        for step in 0..50 {
            motion
                .step()
                .unwrap_or_else(|error| panic!("{bays} bays, EA = {ea:e}, step {step}: {error}"));
        }
        // Bars stretch by mg bays²/EA at most, and the length of each rounds by ε bays in each of 50 steps. Their energy changes by
        // EA times both.
        let rounding = 50.0 * f64::EPSILON * 9.81 * (bays as f64).powi(3) * motion.state().q.len() as f64;
        assert!(motion.energy().abs() < rounding, "{}", motion.energy());
    }
}
