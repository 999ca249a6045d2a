//! Starts: a velocity that violates the constraint is refused with its number, and projected. A motion goes on from its states.

use extremal::Failure;
use extremal::prelude::*;

use super::systems::{BALL, NEAR, PUSH, SKATE, SLED, Skate, Sled, distance};

#[test]
fn a_velocity_across_the_blade_is_refused() {
    let refused = |v: [f64; 3]| Integrator::new(SKATE, Midpoint, 0.01, [50.0, 0.0, 0.5], v).map(|_| ());
    let error = refused([1.0, 0.0, 0.3]).expect_err("it slips");
    let Failure::ConstraintViolated {
        constraint: "blade",
        violation,
        is_rate: true,
    } = error.failure
    else {
        panic!("{error}");
    };
    assert!((violation - 0.5_f64.sin()).abs() < 1e-15);
    assert!(refused([0.0; 3]).is_ok());
    let along = [0.5_f64.cos(), 0.5_f64.sin()];
    assert!(refused([along[0], along[1], 0.3]).is_ok());
    // Ten digits are not enough, wherever the skate is: the constraint has no rounding of coordinates.
    assert!(refused([along[0] + 1e-10, along[1], 0.3]).is_err());
    for error in [
        Integrator::new(SKATE, Livens, 0.01, [0.0; 3], [0.0, 0.1, 0.0]).map(|_| ()),
        Integrator::new(SKATE, Verlet, 0.01, [0.0; 3], [0.0, 0.1, 0.0]).map(|_| ()),
    ] {
        assert!(matches!(
            error.expect_err("it slips").failure,
            Failure::ConstraintViolated { is_rate: true, .. }
        ));
    }
}

/// Two blades, the first of which a wheel of a gear drives, beside a body of its own.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, turned, far),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2) + dt(turned).powi(2) + dt(far).powi(2)),
    rolling(first = dt(x) - dt(y), second = dt(y) - ratio * dt(turned)),
    discretize(Midpoint, Livens)
)]
struct Geared {
    ratio: f64,
}

/// The same of any size.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    rolling(first = dt(x[0]) - dt(x[1]), second = dt(x[1]) - ratio * dt(x[2])),
    discretize(Midpoint, Livens)
)]
struct GearedOfAnySize {
    n: usize,
    ratio: f64,
}

/// How fast a body beside is does not matter: a slip of 1e-9 m/s is one at 1e9 m/s beside it. The velocity of what constraints
/// connect does: rounding of 1e9 m/s of a wheel is 1e-7.
#[test]
fn each_constraint_has_the_scale_of_what_it_connects() {
    macro_rules! starts {
        ($scheme:expr, $v:expr, $ratio:expr) => {{
            let (v, ratio): ([f64; 4], f64) = ($v, $ratio);
            let fixed = Integrator::new(Geared { ratio }, $scheme, 0.01, [0.0; 4], v).map(|_| ());
            let any = GearedOfAnySize { n: 4, ratio };
            let any = Integrator::new(any, $scheme, 0.01, [0.0; 4], v).map(|_| ());
            [fixed, any].map(|start| start.err().map(|error| error.failure.to_string()))
        }};
    }
    macro_rules! check {
        ($scheme:expr) => {{
            for slip in [1e-2, 1e-9] {
                let found = starts!($scheme, [1.0, 1.0 + slip, 1.0 + slip, 1e9], 1.0);
                for message in found {
                    assert!(message.is_some_and(|message| message.contains("`first`")));
                }
            }
            assert_eq!(starts!($scheme, [1.0, 1.0, 1.0, 1e9], 1.0), [None, None]);
            let (slow, fast) = (1.0, 1e9);
            // The same of a gear that makes 1 of 1e9.
            assert_eq!(
                starts!($scheme, [slow, slow + 1e-7, fast, 0.0], 1e-9),
                [None, None]
            );
        }};
    }
    check!(Midpoint);
    check!(Livens);
}

/// The nearest velocity in the metric of M; coordinates stay.
#[test]
fn starts_are_projected_in_velocities_alone() {
    let q = [3.0, -1.0, 0.5];
    let (found, v) = SKATE.project(0.0, q, [1.0, 0.2, 0.3]).expect("a start near");
    let (sin, cos) = 0.5_f64.sin_cos();
    let speed = cos + 0.2 * sin;
    assert_eq!(found.as_slice(), q);
    assert!(distance(v.as_slice(), &[speed * cos, speed * sin, 0.3]) < 1e-15);
    // The length of the quaternion is corrected along itself, and the place of the ball stays, though the rolling would tie it.
    let (q, v) = BALL
        .project(0.0, [0.7, -0.2, 1.1, 0.3, 0.0, 0.0], [0.1; 6])
        .expect("a start near");
    assert_eq!([q[0], q[1]], [0.7, -0.2]);
    assert!((q[3] / q[2] - 0.3 / 1.1).abs() < 1e-15 && (q.norm_squared() - 0.53 - 1.0).abs() < 1e-15);
    assert!(distance(&BALL.constraint_rates(0.0, &q, &v), &[0.0; 3]) < 1e-15);
}

/// Kept velocities: the others make it roll.
#[test]
fn kept_velocities_stay() {
    let keep = Keep {
        velocities: &[1],
        ..Keep::NOTHING
    };
    let found = SKATE
        .project_keeping(0.0, &[0.0, 0.0, 0.5].into(), &[1.0, 0.2, 0.3].into(), keep)
        .expect("a start that keeps dt(y)");
    let v = found.v;
    assert_eq!((v[1], v[2]), (0.2, 0.3));
    assert!((v[0] - 0.2 / 0.5_f64.tan()).abs() < 1e-15);
}

/// States of a step are off the constraint by O(h²), and are starts all the same. After a change of the step size as well.
#[test]
fn a_motion_goes_on_from_its_states() {
    fn goes_on<D: Copy>(scheme: D)
    where
        Skate: Discretize<D, Inputs = [f64; 0]>,
    {
        let mut motion = Integrator::new(SKATE, scheme, 0.05, [0.0; 3], [0.3, 0.0, 0.9]).expect("it skates");
        motion.step_many(7).expect("regular steps");
        let state = motion.state();
        let v = motion.velocity().expect("masses");
        assert!(SKATE.constraint_rates(state.t, &state.q, &v)[0].abs() > 1e-6);
        let mut other = Integrator::from_state(SKATE, scheme, 0.05, state).expect("a state of a motion");
        motion.step_many(20).expect("regular steps");
        other.step_many(20).expect("regular steps");
        let (one, two) = (motion.state(), other.state());
        assert!(distance(one.q.as_slice(), two.q.as_slice()) < 1e-13);
        assert!(distance(one.p.as_slice(), two.p.as_slice()) < 1e-13);
        motion.set_step_size(0.04).expect("another step size");
        motion.step_many(10).expect("regular steps");
        let snapshot = motion.snapshot();
        motion.step_many(5).expect("regular steps");
        let end = motion.state();
        motion.restore(&snapshot).expect("a snapshot of this motion");
        motion.step_many(5).expect("regular steps");
        assert_eq!(motion.state(), end);
    }
    goes_on(Verlet);
    goes_on(Midpoint);
    goes_on(Livens);
}

/// A kick leaves a velocity that rolls; a step that has no solution is a value.
#[test]
fn failures_are_values() {
    let (q, v) = SLED.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let mut motion = Integrator::new(SLED, Midpoint, 0.01, q, v).expect("a start that rolls");
    let before = motion.state();
    assert!(motion.step_with([f64::NAN]).is_err());
    assert_eq!(motion.state(), before);
    motion.step_with([PUSH]).expect("a regular step");
    // A parameter that is no number.
    let none = Sled { a: f64::NAN, s: 0.0 };
    assert!(Integrator::new(none, Midpoint, 0.01, q, v).is_err());
}

/// Two wheels on one axle: the second constraint follows where the axle is along the first blade, and a gear whose ratio is
/// zero holds nothing.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2) + dt(z).powi(2)),
    rolling(first = dt(x) - dt(y), second = k * (dt(x) - c * dt(y))),
    discretize(Midpoint)
)]
struct Axle {
    k: f64,
    c: f64,
}

#[test]
fn constraints_that_nothing_can_share_are_refused_at_a_start() {
    let start = |k: f64, c: f64| {
        Integrator::new(Axle { k, c }, Midpoint, 0.01, [0.0; 3], [0.0, 0.0, 1.0]).map(|_| ())
    };
    assert!(start(1.0, 2.0).is_ok());
    assert!(matches!(
        start(1.0, 1.0).expect_err("it follows").failure,
        Failure::RedundantConstraint { constraint: "second" }
    ));
    assert!(matches!(
        start(0.0, 2.0).expect_err("no gradient").failure,
        Failure::NoGradient { constraint: "second" }
    ));
}
