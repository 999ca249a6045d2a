//! E from node to node is kept to the rounding of its terms, for step sizes from one to 1e-8.

use std::f64::consts::FRAC_PI_2;

use extremal::Control;
use extremal::blocks::Block;
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::Tied;
use crate::motion::{energy, made};
use crate::systems::{Bead, Charged, DoublePendulum, MassSpring, Relativistic, Rods, Sphere, SpringPendulum};

/// A step computes a few tens of products of the size of the terms, each with a rounding of ε/2, and takes back the residual that the
/// step before accepted.
const ROUNDING: f64 = 96.0 * f64::EPSILON;

const ALL: [f64; 9] = [1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];

/// Two hundred steps.
fn keeps<S, C>(system: S, q: &[f64], v: &[f64], h: f64)
where
    S: Tied
        + VectorSpace<Scalar = f64, Inputs: Control<<S as Lagrangian>::Inputs>>
        + Copy
        + Discretize<Livens, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let [q, v] = [q, v].map(|x| <S::Configuration as Block<f64>>::from_fn(|k| x[k]));
    let p = system.momentum(0.0, &q, &v);
    let mut motion = Integrator::<_, Livens>::from_state(system, Livens, h, State { t: 0.0, q, p })
        .expect("a regular start");
    let steps = made(&mut motion, 200, S::Inputs::from_fn(|_| 0.0));
    let mut way = 0.0;
    for step in &steps {
        let (found, size) = energy(&system, step.t + step.h, step.h, &step.end);
        let (_, before) = energy(&system, step.t, step.h, &step.start);
        let size = size.max(before);
        let [name, increment] = [step.energies[1] - found, step.increment()].map(f64::abs);
        assert!(increment <= ROUNDING * size, "{h:e}: {increment:e} of {size}");
        // The same expression in another form.
        assert!(name <= 16.0 * f64::EPSILON * size, "{h:e}: {name:e} of {size}");
        let moved = step.end.v.iter().zip(&step.start.v);
        way += moved.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    }
    // A check that velocities change, with accelerations of size one or more.
    assert!(way > 20.0 * h, "{h:e}: {way:e}");
}

const HANGING: SpringPendulum<f64> = SpringPendulum {
    m: 1.0,
    ea: 300.0,
    g: 9.81,
};

/// The period of the spring is 0.36. A turn about the axis takes 0.14 when the mass passes below the pivot, which it does only with
/// weight.
#[test]
fn a_spherical_spring_pendulum_keeps_energy() {
    for h in [0.014, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8] {
        keeps(HANGING, &[1.05, 1.2, 0.3], &[0.2, 0.7, 0.9], h);
    }
    let weightless = SpringPendulum { g: 0.0, ..HANGING };
    let (q, v) = ([1.05, FRAC_PI_2, 0.0], [0.0, 1.0, 1.0]);
    // At h = 1 a step contains three periods of the spring, 17 radians.
    for h in ALL {
        keeps(weightless, &q, &v, h);
    }
}

#[test]
fn a_spherical_pendulum_keeps_energy() {
    for h in &ALL[1..] {
        keeps(
            Sphere { m: 1.3, g: 9.81 },
            &[0.6, 0.0, -0.8],
            &[0.4, 1.5, 0.3],
            *h,
        );
    }
    for h in ALL {
        keeps(Sphere { m: 1.3, g: 0.5 }, &[0.6, 0.0, -0.8], &[0.4, 1.5, 0.3], h);
    }
}

#[test]
fn masses_on_springs_keep_energy() {
    for (m, c) in [([2.0, 1.0], 0.5), ([1.0, 1.0], 0.25)] {
        for h in ALL {
            let (stiff, w) = (1.0, 1.1);
            let system = MassSpring { m, c, stiff, w };
            keeps(system, &[0.3, 1.4, -0.4], &[1.0, 1.0, -1.0], h);
        }
    }
}

/// The frequency of small oscillations of the masses against each other is below 9, and a tenth of the period is 0.07. That of the
/// light mass is below 14.
#[test]
fn double_pendulums_keep_energy() {
    for h in [0.05, 1e-2, 1e-3, 1e-5, 1e-8] {
        for (m, d) in [(1.0, 0.0), (4.0, 0.0)] {
            keeps(DoublePendulum { m, g: 9.81, d }, &[2.0, 1.5], &[0.7, -1.2], h);
        }
    }
}

/// Periods of several units.
#[test]
fn general_lagrangians_keep_energy() {
    for h in [0.1, 1e-2, 1e-3, 1e-5, 1e-8] {
        keeps(Relativistic { c: 2.0, k: 1.0 }, &[1.0, 0.1], &[0.2, 0.9], h);
        keeps(Charged { b: 1.5, k: 2.0 }, &[0.9, 0.3, 0.6], &[0.3, 0.8, -0.5], h);
    }
}

/// With more than one constraint, and with one of fourth degree.
#[test]
fn constrained_systems_keep_energy() {
    for h in [0.05, 1e-2, 1e-3, 1e-5, 1e-8] {
        let start = ([0.6, -0.8, 1.24, -1.28], [0.4, 0.3, 0.88, 0.94]);
        keeps(Rods { m: 2.0, g: 9.81 }, &start.0, &start.1, h);
        keeps(Bead { k: 0.5, g: 9.81 }, &[0.5, -0.1875], &[0.8, -0.4], h);
    }
}
