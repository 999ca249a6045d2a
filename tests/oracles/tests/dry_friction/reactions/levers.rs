//! Friction that changes its own reaction: where it is determined, and where the joint locks itself.

use super::{Lever, in_each_scheme};
use extremal::Failure;
use extremal::prelude::*;

/// The friction P = −s μ N pushes against the rail with b P, so that N = m g/(1 ± μ b): with μ |b| = 0.9 that is 1/1.9 or 10 times
/// the weight.
#[test]
fn friction_and_reaction_share_one_balance() {
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            for (b, v) in [(1.8, -2.0), (-1.8, 2.0), (1.8, 2.0), (-1.8, -2.0), (0.0, 2.0)] {
                let lever = Lever {
                    m: 3.0,
                    b,
                    mu: 0.5,
                    pull: 0.0,
                };
                let h = 1e-3;
                let start = ([1.0, 0.0], [v, 0.0]);
                let mut motion = Integrator::new(lever, $scheme, h, start.0, start.1).expect("on the rail");
                let size = 10.0 / (1.0 + f64::signum(-v) * 0.5 * b);
                let (a, span) = (-f64::signum(v) * 0.5 * size, 0.02);
                motion.step_many(20).expect("small steps");
                let way = motion.state().q[0] - 1.0;
                let expected = v * span + 0.5 * a * span * span;
                // Rounding of q/h in a velocity, by up to ten times in a contraction of 0.9.
                assert!(
                    (way - expected).abs() < 1e-12,
                    "{} {b} {v}: {way} {expected}",
                    stringify!($scheme)
                );
            }
        }};
    }
    in_each_scheme!(check);
}

/// With μ |b| = 1.25 a change of the friction comes back as 1.25 of itself: a slide has no solution, or three of them.
#[test]
fn a_joint_that_locks_itself_is_told() {
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            for (b, v) in [(2.5, -2.0), (2.5, 2.0), (-2.5, -2.0), (-2.5, 2.0)] {
                let lever = Lever {
                    m: 3.0,
                    b,
                    mu: 0.5,
                    pull: 0.0,
                };
                let mut motion =
                    Integrator::new(lever, $scheme, 1e-3, [1.0, 0.0], [v, 0.0]).expect("on the rail");
                let before = motion.state();
                let error = motion.step().expect_err("no one solution");
                let Failure::UndeterminedFriction {
                    friction, coupling, ..
                } = error.failure
                else {
                    panic!("{error}");
                };
                assert_eq!(friction, "rub");
                // A quotient of differences that are not small.
                assert!((coupling - 1.25).abs() < 1e-9, "{coupling}");
                assert_eq!(motion.state(), before);
            }
            // At rest P = −14 and N = 30 + 2.5 · 14 = 65 carries up to 32.5: what sticks is determined.
            let lever = Lever {
                m: 3.0,
                b: 2.5,
                mu: 0.5,
                pull: 14.0,
            };
            let mut motion =
                Integrator::new(lever, $scheme, 1e-3, [1.0, 0.0], [0.0; 2]).expect("on the rail");
            for _ in 0..100 {
                let report = motion.step().expect("it rests");
                assert_eq!(report.states, [ContactState::Stick], "{}", stringify!($scheme));
            }
            assert_eq!(motion.state().q[0], 1.0);
        }};
    }
    use extremal::contacts::ContactState;
    in_each_scheme!(check);
}

/// A bound that may be below zero: preloaded by 20 N, on a rail that carries 30 N.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = weight * y,
    constraint(rail = y),
    friction(rub, slip = dt(x), force = 0.1 * (20 + multiplier(rail))),
    discretize(VariationalMoreau, Midpoint)
)]
struct Preloaded {
    weight: f64,
}

#[test]
fn bounds_below_zero_of_a_reaction_are_refused() {
    macro_rules! check {
        ($scheme:expr) => {{
            let start = |weight| Integrator::new(Preloaded { weight }, $scheme, 1e-3, [0.0; 2], [1.0, 0.0]);
            let mut motion = start(10.0).expect("a bound at first");
            motion.step_many(100).expect("0.1 (20 − 10) is above zero");
            // 1 − 0.1 − 0.5 · 0.01 · 1, to rounding of 100 steps.
            assert!((motion.state().q[0] - 0.095).abs() < 1e-13);
            let mut motion = start(30.0).expect("a bound without a reaction");
            let before = motion.state();
            let error = motion.step().expect_err("0.1 (20 − 30) is none");
            let Failure::ContactLaw { contact, law, value } = error.failure else {
                panic!("{error}");
            };
            assert_eq!((contact, law), ("rub", "force"));
            assert!((value + 1.0).abs() < 1e-12, "{value}");
            assert_eq!(motion.state(), before);
        }};
    }
    check!(VariationalMoreau);
    check!(Midpoint);
}

/// A bead on a rail without weight, and a slanted wall at x = 1, which pushes it against the rail.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(rail = y),
    contact(wall, gap = 1 - x - c * y, restitution = 0.5),
    friction(rub, slip = dt(x), force = mu * multiplier(rail).abs()),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Theta)
)]
struct Slanted {
    m: f64,
    c: f64,
    mu: f64,
}

/// The rail answers to the impact with `c P_N`, and friction with `μ c P_N` against the velocity after it:
/// `m (1 + e) v = P_N − P_T`. Before and after it nothing presses.
#[test]
fn impacts_press_on_guides() {
    let wall = Slanted {
        m: 2.0,
        c: 0.5,
        mu: 0.3,
    };
    macro_rules! check {
        ($scheme:expr) => {{
            let mut motion = Integrator::new(wall, $scheme, 1e-2, [0.0; 2], [3.0, 0.0]).expect("on the rail");
            let (mut normal, mut along) = (0.0, 0.0);
            for _ in 0..60 {
                let report = motion.step().expect("a small step");
                (normal, along) = (normal + report.percussions[0], along + report.percussions[2]);
            }
            let v = motion.velocity().expect("a mass");
            // ε of numbers of size 10, through a reaction of 1/h of them.
            assert!((v[0] + 1.5).abs() < 1e-12, "{}: {v}", stringify!($scheme));
            let expected = 2.0 * 1.5 * 3.0 / (1.0 - 0.15);
            assert!(
                (normal - expected).abs() < 1e-9,
                "{}: {normal} {expected}",
                stringify!($scheme)
            );
            assert!(
                (along - 0.15 * expected).abs() < 1e-9,
                "{}: {along}",
                stringify!($scheme)
            );
        }};
    }
    check!(Moreau);
    check!(SymmetricMoreau);
    check!(VariationalMoreau);
    check!(NonsmoothMidpoint);
    check!(Theta { theta: 0.5 });
}
