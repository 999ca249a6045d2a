//! Energies: reactions of constraints that are linear in the velocities do no work, in any of the schemes.

use extremal::prelude::*;

use super::systems::{BALL, SKATE, SLEIGH, Skate, Sleigh};

/// The largest change of E over a motion.
fn change<S, D, M>(mut motion: Integrator<S, D, M>, steps: usize) -> f64
where
    S: Discretize<D, Memory = M, Inputs = [f64; 0]> + Lagrangian<Scalar = f64, Inputs = [f64; 0]>,
{
    let start = motion.energy();
    (0..steps).fold(0.0, |most: f64, _| {
        motion.step().expect("a regular step");
        most.max((motion.energy() - start).abs())
    })
}

fn skate<D>(scheme: D) -> Integrator<Skate, D, <Skate as Discretize<D>>::Memory>
where
    Skate: Discretize<D>,
{
    Integrator::new(SKATE, scheme, 0.02, [0.0; 3], [0.3, 0.0, 0.9]).expect("it skates")
}

fn sleigh<D>(scheme: D, h: f64) -> Integrator<Sleigh, D, <Sleigh as Discretize<D>>::Memory>
where
    Sleigh: Discretize<D>,
{
    Integrator::new(SLEIGH, scheme, h, [0.0; 3], [-0.9, 0.0, 0.5]).expect("it slides")
}

/// A step leaves a residual of some ε of p ≈ 6 and E ≈ 10, and hands it on; sums are compensated.
#[test]
fn livens_keeps_the_energy_exactly() {
    let found = [
        change(skate(Livens), 50_000),
        change(sleigh(Livens, 0.02), 50_000),
        change(sleigh(Polarized(Livens), 0.02), 50_000),
    ];
    println!("{found:?}");
    assert!(found.iter().all(|change| *change < 2e-12), "{found:?}");
}

/// M constant and V linear: the momentum is linear over the step, and its mean moves the coordinates. Rounding walks: 5e4 steps
/// of ε E = 2e-15, and x grows to 5e3.
#[test]
fn variational_schemes_keep_the_energy_of_a_skate() {
    let found = [change(skate(Midpoint), 50_000), change(skate(Verlet), 50_000)];
    println!("{found:?}");
    assert!(found.iter().all(|change| *change < 1e-9), "{found:?}");
}

/// With M(q) the error is one of h², which does not grow: as the sleigh goes straight, nothing changes any more.
#[test]
fn variational_schemes_keep_the_energy_of_a_sleigh_to_second_order() {
    let ratios = [
        change(sleigh(Midpoint, 0.02), 2000) / change(sleigh(Midpoint, 0.01), 4000),
        change(sleigh(Verlet, 0.02), 2000) / change(sleigh(Verlet, 0.01), 4000),
    ];
    println!("{ratios:?}");
    assert!(ratios.iter().all(|ratio| (ratio - 4.0).abs() < 0.2), "{ratios:?}");
}

/// E₁ − E₀ = b·μ with b in the middle of the step: the table drives the ball.
#[test]
fn livens_counts_the_work_of_a_table() {
    let near = ([0.7, -0.2, 1.0, 0.0, 0.0, 0.0], [0.1, 0.3, 0.0, 0.0, 0.0, 0.0]);
    let (q, v) = BALL.project(0.0, near.0, near.1).expect("a start near");
    let h = 0.02;
    let mut motion = Integrator::new(BALL, Livens, h, q, v).expect("it rolls");
    let mut moved: f64 = 0.0;
    for _ in 0..2000 {
        let (before, q0) = (motion.energy(), motion.state().q);
        let report = motion.step().expect("a regular step");
        let q1 = motion.state().q;
        let b = [
            0.5 * BALL.table * (q0[1] + q1[1]),
            -0.5 * BALL.table * (q0[0] + q1[0]),
        ];
        let work = h * (b[0] * report.multipliers[1] + b[1] * report.multipliers[2]);
        // Some roundings of E, which is about one.
        let gained = report.energy - before;
        assert!((gained - work).abs() < 1e-14, "{gained:e} is not {work:e}");
        moved = moved.max(work.abs());
    }
    assert!(moved > 1e-4, "{moved:e}");
}

/// Two oscillators with a transmission, whose ratio a charged particle in a potential and a magnetic field moves: with the
/// field no reversal of time undoes the motion.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, a, b),
    lagrangian = 0.5 * (dt(x).powi(2) + dt(y).powi(2) + dt(a).powi(2) + dt(b).powi(2)) + 0.5 * field * (a * dt(b) - b * dt(a))
        - 0.5 * (x.powi(2) + y.powi(2) + a.powi(2) + 1.7 * b.powi(2)) - 0.2 * (a.powi(2) * b - b.powi(3) / 3),
    rolling(belt = dt(y) - (1 + 0.5 * a + 0.3 * b) * dt(x)),
    discretize(Verlet, Midpoint)
)]
struct Transmission {
    field: f64,
}

/// The largest changes of E in the first and in the last of five parts of a long motion.
fn first_and_last<D>(scheme: D, field: f64) -> [f64; 2]
where
    Transmission: Discretize<D, Inputs = [f64; 0]>,
{
    let system = Transmission { field };
    let (q, v) = system
        .project(0.0, [1.0, 0.4, 0.5, 0.2], [0.3, 0.2, 0.4, 0.6])
        .expect("a start near");
    let mut motion = Integrator::new(system, scheme, 0.1, q, v).expect("the belt moves");
    let start = motion.energy();
    let part = |_| {
        (0..10_000).fold(0.0, |most: f64, _| {
            motion.step().expect("a regular step");
            most.max((motion.energy() - start).abs())
        })
    };
    let parts: [f64; 5] = [0, 1, 2, 3, 4].map(part);
    [parts[0], parts[4]]
}

/// A drift would make the last part the larger by a factor: measured is no more than a few percent.
#[test]
fn energies_of_a_transmission_stay_within_bounds() {
    for found in [
        first_and_last(Midpoint, 0.0),
        first_and_last(Midpoint, 0.8),
        first_and_last(Verlet, 0.0),
        first_and_last(Verlet, 0.8),
    ] {
        println!("{found:?}");
        assert!(found[1] < 1.2 * found[0] && found[0] < 5e-3, "{found:?}");
    }
}
