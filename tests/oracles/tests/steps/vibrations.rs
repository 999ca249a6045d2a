//! Frequencies of small vibrations against closed forms.

use core::f64::consts::PI;

use extremal::prelude::*;

/// Masses in a row; the first one is held, or none.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x[masses]),
    kinetic = sum(0..masses, |i| 0.5 * m * dt(x[i]).powi(2)),
    potential = sum(1..masses, |i| 0.5 * k * (x[i] - x[i - 1]).powi(2)),
    constraint(held = array(0..held.len(), |i| x[held[i]])),
    discretize(Midpoint)
)]
struct Row {
    masses: usize,
    m: f64,
    k: f64,
    held: Vec<usize>,
}

/// An oscillator with friction and an input.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(push),
    kinetic = 0.5 * 2 * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * 8 * x.powi(2) + 0.5 * y.powi(2),
    dissipation = 0.5 * c * dt(x).powi(2) + 0.5 * 4 * dt(y).powi(2),
    force(x = push),
    discretize(Midpoint)
)]
struct Damped {
    c: f64,
}

fn near(found: &[f64], expected: &[f64], tolerance: f64) {
    let pairs = found.iter().zip(expected);
    let is_near = pairs.clone().all(|(a, b)| (a / b - 1.0).abs() < tolerance);
    assert!(found.len() == expected.len() && is_near, "{found:?} {expected:?}");
}

/// A row of nine masses behind a held one: 2 sqrt(k/m) sin((2j − 1) π/(2 (2n + 1))), and no other frequency, in any units.
#[test]
fn a_row_has_the_frequencies_of_a_textbook() {
    let expected: Vec<f64> = (1..10)
        .map(|j| 2.0 * (f64::from(2 * j - 1) * PI / 38.0).sin())
        .collect();
    for (m, k) in [(1.0, 1.0), (1e-26, 30.0), (1e6, 1e-9)] {
        let row = Row {
            masses: 10,
            m,
            k,
            held: vec![0],
        };
        let unit = f64::sqrt(k / m);
        for h in [0.01, 0.5, 5.0] {
            let start = Integrator::new(&row, Midpoint, h / unit, vec![0.0; 10], vec![0.0; 10]);
            let found = start.expect("a good start").frequencies().expect("eigenvalues");
            let found: Vec<f64> = found.iter().map(|omega| omega / unit).collect();
            // Eigenvalues are off by some ε, and frequencies by that part of 1/h, the lowest by 1/(0.1 h).
            near(&found, &expected, 1e-10);
        }
    }
}

/// A row that nothing holds has one frequency less than masses, however long the step is: the two eigenvalues of the free motion
/// are one, and rounding moves them by its root.
#[test]
fn free_motions_have_no_frequency() {
    for masses in 2..=12_u32 {
        let n = masses as usize;
        let row = Row {
            masses: n,
            m: 1.0,
            k: 1.0,
            held: Vec::new(),
        };
        let expected: Vec<f64> = (1..masses)
            .map(|j| 2.0 * (f64::from(j) * PI / f64::from(2 * masses)).sin())
            .collect();
        for h in [0.1, 0.5, 1.0, 2.0, 5.0, 10.0] {
            let start = Integrator::new(&row, Midpoint, h, vec![0.0; n], vec![0.0; n]).expect("a good start");
            // Some ε of 1/h, of the lowest frequency and of the highest, 1/(0.1 h) and (h/2)² h/2.
            near(&start.frequencies().expect("eigenvalues"), &expected, 1e-11);
        }
    }
}

/// With friction they are those of damped vibrations; what is overdamped has none.
#[test]
fn friction_lowers_frequencies() {
    let damped = Integrator::new(Damped { c: 0.8 }, Midpoint, 0.3, [0.0; 2], [0.0; 2]).expect("a good start");
    let found = damped.frequencies_with([0.0]).expect("eigenvalues");
    near(&found, &[f64::sqrt(4.0 - 0.04)], 1e-13);
}
