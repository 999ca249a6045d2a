//! Bounds that are none, and derivatives, also those that do not exist.

use crate::systems::{SPRUNG, Sprung};
use extremal::Failure;
use extremal::prelude::*;

/// A bound that falls below zero after t = 9/8.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    friction(seal, slip = dt(x), force = 1.125 - t),
    discretize(Midpoint, Livens)
)]
struct Wearing;

/// One that is no number then.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    friction(seal, slip = dt(x), force = sqrt(1.125 - t)),
    discretize(Midpoint, Livens)
)]
struct Ending;

#[test]
fn bounds_are_at_least_zero_and_finite() {
    macro_rules! check {
        ($scheme:expr) => {
            let start = |f| Integrator::new(Sprung { f, ..SPRUNG }, $scheme, 1e-3, [0.2], [0.0]);
            for (f, expected) in [
                (
                    -3.0,
                    "the force of the friction `seal` is -3; it must be at least 0 and finite",
                ),
                (f64::NAN, "the field `f` is not a finite number"),
                (f64::INFINITY, "the field `f` is not a finite number"),
            ] {
                let error = start(f).expect_err("no bound");
                assert!(error.to_string().contains(expected), "{error}");
                let mut motion = start(3.0).expect("a start");
                let error = motion
                    .set_system(Sprung { f, ..SPRUNG })
                    .expect_err("no bound");
                assert!(error.to_string().contains(expected), "{error}");
            }
        };
    }
    check!(Midpoint);
    check!(Livens);
}

/// A step to a bound that is none fails, and leaves the state as it was.
#[test]
fn bounds_at_the_end_of_a_step_are_looked_at() {
    macro_rules! check {
        ($system:expr, $scheme:expr, $expected:expr) => {
            let mut motion = Integrator::new($system, $scheme, 0.25, [0.0], [2.0]).expect("a start");
            motion.step_many(4).expect("the bound is above zero");
            let before = motion.state();
            let error = motion.step().expect_err("no bound");
            assert!(error.to_string().contains($expected), "{error}");
            assert_eq!(motion.state(), before);
        };
    }
    check!(Wearing, Midpoint, "the force of the friction `seal` is -0.125");
    check!(Wearing, Livens, "the force of the friction `seal` is -0.125");
    check!(Ending, Midpoint, "the force of the friction `seal` is NaN");
    check!(Ending, Livens, "the force of the friction `seal` is NaN");
}

/// A mass that slides: friction is constant, so that the derivative is that of an oscillator with a = k h²/4. One that sticks stays
/// where it is, without momentum.
#[test]
fn derivatives_are_those_of_slides_and_of_rests() {
    let (k, h) = (SPRUNG.k, 1e-3);
    let a = k * h * h / 4.0;
    let slides = [[1.0 - a, h], [-k * h, 1.0 - a]].map(|row| row.map(|entry| entry / (1.0 + a)));
    for (q, expected) in [(0.2, slides), (0.01, [[1.0, 0.0], [0.0, 0.0]])] {
        let motion = Integrator::new(SPRUNG, Midpoint, h, [q], [0.0]).expect("a start");
        let found = motion.linearize().expect("a step on one branch").by_state;
        for (row, expected) in expected.iter().enumerate() {
            for (column, entry) in expected.iter().enumerate() {
                // A few operations on numbers of up to 1.
                assert!((found[(row, column)] - entry).abs() < 1e-14, "{q}: {found}");
            }
        }
    }
}

#[test]
fn steps_of_livens_with_friction_have_no_derivative() {
    let motion = Integrator::new(SPRUNG, Livens, 1e-3, [0.2], [0.0]).expect("a start");
    assert_eq!(
        motion.linearize().expect_err("none").failure,
        Failure::PercussionsAtEnd
    );
}
