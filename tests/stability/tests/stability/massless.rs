//! Limits of systems with massless coordinates.

use extremal::prelude::*;
use extremal::stability::StableSteps;

use crate::limits::stable_steps;

/// A mass on a spring, beside a dashpot and a spring in series, whose joint has no mass.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, joint),
    massless(joint),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2) + 0.5 * k * (x - joint).powi(2),
    dissipation = 0.5 * c * dt(joint).powi(2),
    discretize(Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Maxwell {
    k: f64,
    c: f64,
}

/// Midpoint multiplies errors of the joint's momentum by −1 in steps of any length, which is no motion. Both schemes are stable
/// for all linear systems.
#[test]
fn a_massless_joint_has_no_limit() {
    for (k, c) in [(3.0, 2.0), (1e4, 1.0), (1.0, 1e4), (1e-3, 1e3), (1e6, 1e3)] {
        let motion =
            Integrator::new(Maxwell { k, c }, Midpoint, 0.01, [0.0; 2], [0.0; 2]).expect("a good start");
        assert_eq!(stable_steps(&motion, 1e4), StableSteps::UpTo(1e4), "{k} {c}");
        let scheme = Galerkin::<2, Gauss<2>>::default();
        let motion =
            Integrator::new(Maxwell { k, c }, scheme, 0.01, [0.0; 2], [0.0; 2]).expect("a good start");
        assert_eq!(stable_steps(&motion, 1e4), StableSteps::UpTo(1e4), "{k} {c}");
    }
}

/// A mass on two springs in series, whose joint has no mass; the second one hardens.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, joint),
    massless(joint),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * (x - joint).powi(2) + 0.5 * a * joint.powi(2) + 0.25 * joint.powi(4),
    discretize(Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Joint {
    k: f64,
    a: f64,
}

/// The momentum of the joint is zero. What a step leaves of its balance stays in it, and displaces the joint from then on.
#[test]
fn a_massless_joint_gathers_the_rounding_of_its_own_forces_alone() {
    const STEPS: i32 = 1000;
    for (k, a, h) in [(3.0, 1.0, 1e-2), (1e5, 1e5, 1e-3), (1e3, 1.0, 1e-2)] {
        let joint: f64 = 0.5;
        let x = joint + (a * joint + joint.powi(3)) / k;
        let scheme = Galerkin::<2, Gauss<2>>::default();
        let start = Integrator::new(Joint { k, a }, scheme, h, [x, joint], [0.0; 2]);
        let mut motion = start.expect("a balanced start");
        for _ in 0..STEPS {
            motion.step().expect("a regular motion");
        }
        let forces = k * (x + joint) + a * joint + joint.powi(3);
        // Each step rounds an impulse by ε h times the forces; the sum over random ones is √1000 of that. Iterations that end
        // where the momentum of the mass is rounding leave ten times as much.
        let rounding = f64::EPSILON * h * forces * f64::from(STEPS).sqrt();
        let p = motion.state().p[1];
        assert!(
            p.abs() <= rounding,
            "k = {k}, a = {a}, h = {h}: {p:e} {rounding:e}"
        );
    }
}
