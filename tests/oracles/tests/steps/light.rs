//! Coordinates whose mass is zero by the value of a parameter, beside constraints: what nothing determines is named.

use extremal::Failure;
use extremal::prelude::*;

/// y hangs at x by a spring, and a rod holds x and z.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * n * dt(y).powi(2) + 0.5 * dt(z).powi(2),
    potential = 0.5 * k * (x - y).powi(2) + 0.5 * x.powi(2) + z,
    constraint(rod = x.powi(2) + z.powi(2) - 1),
    discretize(Verlet, Midpoint, Livens, Stabilized<Livens>, NullSpace<Midpoint>)
)]
struct Hanging {
    m: f64,
    n: f64,
    k: f64,
}

/// x and y in one constraint.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * n * dt(y).powi(2),
    potential = k * y,
    constraint(tie = y - 2 * x),
    discretize(Verlet, Midpoint, Livens)
)]
struct Tied {
    m: f64,
    n: f64,
    k: f64,
}

/// The direction that the first step names; none if there is a step.
macro_rules! named {
    ($system:expr, $scheme:expr, $q:expr) => {{
        let start = Integrator::new($system, $scheme, 0.01, $q, $q.map(|_| 0.0));
        match start
            .and_then(|mut motion| motion.step())
            .map_err(|error| error.failure)
        {
            Err(Failure::Undetermined { direction }) => Some(direction.to_string()),
            Err(failure) => Some(failure.to_string()),
            Ok(_) => None,
        }
    }};
}

#[test]
fn what_no_constraint_holds_is_named() {
    let hanging = |m: f64, n: f64, k: f64| Hanging { m, n, k };
    let q = [0.6, 0.6, 0.8];
    let y = Some("y".to_owned());
    // Without a mass of y Verlet and stabilization do not determine it, and without a spring nothing does.
    assert_eq!(named!(hanging(1.0, 0.0, 4.0), Verlet, q), y);
    assert_eq!(named!(hanging(1.0, 0.0, 4.0), Stabilized(Livens), q), y);
    assert_eq!(named!(hanging(1.0, 0.0, 4.0), Midpoint, q), None);
    assert_eq!(named!(hanging(1.0, 0.0, 4.0), Livens, q), None);
    assert_eq!(named!(hanging(1.0, 0.0, 0.0), Midpoint, q), y);
    assert_eq!(named!(hanging(1.0, 0.0, 0.0), Livens, q), y);
    assert_eq!(named!(hanging(1.0, 0.0, 0.0), NullSpace(Midpoint), q), y);
    // The rod holds x.
    assert_eq!(named!(hanging(0.0, 1.0, 4.0), Verlet, q), None);
    assert_eq!(named!(hanging(0.0, 1.0, 4.0), Stabilized(Livens), q), None);
    // One mass is enough for both.
    let tied = |m: f64, n: f64| Tied { m, n, k: 3.0 };
    let q = [0.5, 1.0];
    let both = Some("0.89 y + 0.45 x".to_owned());
    assert_eq!(named!(tied(1.0, 0.0), Verlet, q), None);
    assert_eq!(named!(tied(0.0, 1.0), Midpoint, q), None);
    assert_eq!(named!(tied(0.0, 0.0), Verlet, q), both);
    assert_eq!(named!(tied(0.0, 0.0), Midpoint, q), both);
    assert_eq!(named!(tied(0.0, 0.0), Livens, q), both);
}
