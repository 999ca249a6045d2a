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
