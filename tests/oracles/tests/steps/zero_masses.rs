//! A mass that is zero is an error of the start that names the coordinate, for schemes that need it.

use extremal::prelude::*;
use extremal::{Error, Failure};

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(y).powi(2),
    potential = 0.5 * (x - y).powi(2) + 0.5 * y.powi(2) + 0.1 * y.powi(4),
    discretize(
        Verlet, Midpoint, Newmark, Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Livens, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>,
        ProlongationCollocation<EulerMaclaurin>
    )
)]
struct Pair {
    m: f64,
}

/// The same in a row, and the row again with a mass at each place.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * m[i] * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2) + 0.1 * x[i].powi(4)) + sum(1..n, |i| 0.5 * (x[i] - x[i - 1]).powi(2)),
    discretize(
        Verlet, Midpoint, Newmark, Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Livens, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>,
        ProlongationCollocation<EulerMaclaurin>
    )
)]
struct Row {
    n: usize,
    m: Vec<f64>,
}

/// T is linear in the velocity of y, so that M is zero there and nothing is missing.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(y).powi(2) + x * dt(y),
    potential = 0.5 * x.powi(2) + 0.5 * y.powi(2),
    discretize(Galerkin<2, Lobatto<3>>)
)]
struct Drift {
    m: f64,
}

/// The coordinate without mass that an error names.
fn named<T>(start: Result<T, Error>) -> Option<String> {
    match start.err()?.failure {
        Failure::Undetermined { direction } => Some(direction.to_string()),
        failure => Some(format!("another failure: {failure}")),
    }
}

macro_rules! starts {
    ($named:expr, $($scheme:expr),*) => {$(
        let start = |m| Integrator::new(Pair { m }, $scheme, 0.01, [1.0, 0.45], [0.0, 0.0]);
        assert_eq!(named(start(0.0)).as_deref(), $named.then_some("y"), "{:?}", $scheme);
        assert_eq!(named(start(1e-3)), None);
        let start = |m| Integrator::new(Row { n: 3, m: vec![1.0, m, 1.0] }, $scheme, 0.01, [1.0, 0.45, 0.3], [0.0; 3]);
        assert_eq!(named(start(0.0)).as_deref(), $named.then_some("x[1]"), "{:?}", $scheme);
        assert_eq!(named(start(1e-3)), None);
    )*};
}

#[test]
fn the_coordinate_without_mass_is_named() {
    starts!(
        true,
        Verlet,
        Newmark::default(),
        Hermite::<P2>::default(),
        Hermite::<V2>::default(),
        Galerkin::<2, Lobatto<3>>::default(),
        ProlongationCollocation::<EulerMaclaurin>::default()
    );
    starts!(
        false,
        Midpoint,
        Livens,
        Galerkin::<2, Gauss<2>>::default(),
        Hermite::<P1V0>::default()
    );
    let error = Integrator::new(Pair { m: 0.0 }, Newmark::default(), 0.01, [1.0, 0.45], [0.0, 0.0])
        .expect_err("no mass");
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): with these parameters a step does not determine the velocity along `y`: M is singular there; give it a mass"
    );
}

#[test]
fn other_systems_and_other_states_are_refused_as_well() {
    let mut motion =
        Integrator::new(Pair { m: 1.0 }, Newmark::default(), 0.01, [1.0, 0.45], [0.0, 0.0]).expect("a start");
    let state = motion.state();
    assert_eq!(named(motion.set_system(Pair { m: 0.0 })).as_deref(), Some("y"));
    assert_eq!((motion.state(), motion.system().m), (state, 1.0));
    let scheme = Hermite::<P2>::default();
    let start = Integrator::from_state(Pair { m: 0.0 }, scheme, 0.01, state);
    assert_eq!(named(start).as_deref(), Some("y"));
}

#[test]
fn a_momentum_of_position_needs_no_mass() {
    let scheme = Galerkin::<2, Lobatto<3>>::default();
    let start = Integrator::new(Drift { m: 0.0 }, scheme, 0.01, [1.0, 0.5], [0.0, 0.0]);
    assert_eq!(named(start), None);
}
