//! A long motion with two constraints: neither the constraints, their rates nor the energy drift.
//!
//! `cargo test --release -p extremal-oracles --test constraints long::` makes a million steps; without optimisation they are a hundred thousand.

use extremal::prelude::*;

use super::systems::{ANGLES, RODS, Rods};

const STEPS: usize = if cfg!(debug_assertions) {
    100_000
} else {
    1_000_000
};

/// A tenth of the motion: the largest g and dg/dt in it, and the least, mean and largest energy.
#[derive(Debug)]
struct Tenth {
    place: f64,
    rate: f64,
    least: f64,
    mean: f64,
    most: f64,
}

/// Masses m and 2 m: velocities are momenta over them.
fn velocity(p: [f64; 4]) -> [f64; 4] {
    let [m, n] = [RODS.m, 2.0 * RODS.m];
    [p[0] / m, p[1] / m, p[2] / n, p[3] / n]
}

fn largest(before: f64, g: &[f64; 2]) -> f64 {
    g.iter().fold(before, |most, g| most.max(g.abs()))
}

fn tenth<D>(motion: &mut Integrator<Rods, D>) -> Tenth
where
    Rods: Discretize<D>,
{
    let (mut place, mut rate) = (0.0_f64, 0.0_f64);
    let (mut least, mut sum, mut most) = (f64::INFINITY, 0.0, f64::NEG_INFINITY);
    for _ in 0..STEPS / 10 {
        motion.step().expect("a regular motion");
        let State { t, q, p } = motion.state();
        let v = velocity(p.into()).into();
        place = largest(place, &RODS.constraints(t, &q));
        rate = largest(rate, &RODS.constraint_rates(t, &q, &v));
        let energy = RODS.total_energy(t, &q, &v);
        (least, sum, most) = (energy.min(least), sum + energy, energy.max(most));
    }
    Tenth {
        place,
        rate,
        least,
        mean: sum / (STEPS / 10) as f64,
        most,
    }
}

/// The swings are regular, so means over a tenth of the motion, a few hundred swings, agree.
fn stays<D>()
where
    Rods: Discretize<D>,
    D: Default,
{
    let (q, v) = ANGLES.masses([0.4, 0.2], [0.0, 0.0]);
    let mut motion = Integrator::<_, D>::new(RODS, D::default(), 1e-2, q, v).expect("a regular motion");
    let tenths: Vec<Tenth> = (0..10).map(|_| tenth(&mut motion)).collect();
    for Tenth { place, rate, .. } in &tenths {
        // Each g is solved for to N ε of its terms, some of size 2 to 5 with N = 2; rates follow by an elimination.
        assert!(*place < 5e-15 && *rate < 5e-14, "{tenths:?}");
    }
    let [first, last] = [&tenths[0], &tenths[9]];
    let swing = first.most - first.least;
    assert!((last.mean - first.mean).abs() < 0.01 * swing, "{tenths:?}");
    assert!(last.most - last.least < 1.1 * swing, "{tenths:?}");
}

#[test]
fn verlet_stays_on_its_constraints() {
    stays::<Verlet>();
}

/// It is not symplectic, and yet its energy does not drift.
#[test]
fn hermite_stays_on_its_constraints() {
    stays::<Hermite<P2>>();
}

#[test]
fn midpoint_stays_on_its_constraints() {
    stays::<Midpoint>();
}
