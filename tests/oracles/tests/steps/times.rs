//! Times that a step does not change, because they are too far from zero for the numbers of the scalar.

use extremal::prelude::*;
use extremal::{Error, Failure, ReversibleSteps, Scalar};

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    force(x = sin(t)),
    discretize(Verlet, Midpoint)
)]
struct Driven<T: Scalar> {
    m: T,
}

/// The same without a force: no formula has the time.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Verlet))]
struct Free<T: Scalar> {
    m: T,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2)),
    force(x = array(0..n, |i| sin(i * t))),
    discretize(Verlet)
)]
struct Row {
    n: usize,
}

const UNIT: Driven<f64> = Driven { m: 1.0 };

fn still<T>(result: Result<T, Error>) -> Option<(f64, f64)> {
    match result.err()?.failure {
        Failure::TimeStandsStill { t, h } => Some((t, h)),
        _ => None,
    }
}

/// Numbers near 1e17 are 16 apart.
#[test]
fn a_time_too_large_for_the_step_size_is_no_start() {
    let at = |t| Integrator::new_at(UNIT, Midpoint, 0.01, t, [1.0], [0.0]);
    let error = at(1e17).expect_err("t + h = t");
    assert_eq!(
        error.to_string(),
        "at t = 1e17 (step 0): the step size 0.01 is too small for the time 1e17, which is the same after a step, t + h = t; count the \
         time from nearer by, or take longer steps"
    );
    let any_size = Integrator::new_at(Row { n: 2 }, Verlet, 0.01, -1e17, [0.0; 2], [0.0; 2]);
    assert_eq!(still(any_size), Some((-1e17, 0.01)));

    let mut motion = at(1000.0).expect("a start");
    let state = motion.state();
    assert_eq!(still(motion.set_step_size(1e-14)), Some((1000.0, 1e-14)));
    assert_eq!(still(motion.advance(1e-14)), Some((1000.0, 1e-14)));
    assert_eq!(
        still(motion.set_state(State { t: 1e17, ..state })),
        Some((1e17, 0.01))
    );
    let moved = at(0.0).and_then(|motion| motion.starting_at(1e17));
    assert_eq!(still(moved), Some((1e17, 0.01)));
    assert_eq!((motion.state(), motion.step_size()), (state, 0.01));
    motion.step().expect("nothing is changed");
    // Half of the distance of two neighbours is not enough, and the whole is.
    motion.set_step_size(f64::EPSILON * 512.0).expect("t changes");

    let start = Integrator::new_at(UNIT, Verlet, 1.0, 1000.0, [1.0], [0.0]).expect("a start");
    let steps = ReversibleSteps::new(start, 1e-14, |_: &[f64]| 1.0);
    assert_eq!(still(steps.expect("a start").step()), Some((1000.0, 1e-14)));
}

/// Single precision counts to 2²⁴. Between two looks of the guard are 64 steps, and 1024 of `step_many`.
#[test]
fn a_time_that_comes_to_stand_is_an_error_of_the_step() {
    const NEAR: f32 = 16_777_216.0 - 100.0;
    let mut driven =
        Integrator::new_at(Driven { m: 1e6_f32 }, Verlet, 1.0, NEAR, [1.0], [0.0]).expect("a start");
    let is_beyond = |found: Option<(f64, f64)>| found.is_some_and(|(t, h)| t >= 16_777_216.0 && h == 1.0);
    let error = (0..200).try_for_each(|_| driven.step().map(|_| ()));
    assert!(is_beyond(still(error)));
    assert!((100..164).contains(&driven.steps()), "{}", driven.steps());
    let mut many =
        Integrator::new_at(Driven { m: 1e6_f32 }, Verlet, 1.0, NEAR, [1.0], [0.0]).expect("a start");
    assert!(is_beyond(still(many.step_many(10_000))));
    assert!(many.steps() < 1124, "{}", many.steps());
    // No formula has the time, and the steps are what they were.
    let mut free = Integrator::new_at(Free { m: 1e6_f32 }, Verlet, 1.0, NEAR, [1.0], [0.0]).expect("a start");
    free.step_many(10_000).expect("steps");
    assert_eq!(free.steps(), 10_000);
}
