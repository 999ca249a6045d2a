//! The motions for other machines on this one: they fall, touch, and do not fail.

use extremal::prelude::*;
use extremal_no_std::{Ball, FallingBob, Puck, Sling, Woodpecker, area, double_pendulum, marks, pendulum};

#[test]
fn motions_fall_and_keep_areas() {
    assert!(pendulum(100).is_ok_and(|theta| (theta - 2.0).abs() > 0.1));
    assert!(double_pendulum(100).is_ok_and(|[a, b]| (a - 2.0).abs() > 0.1 && (b - 1.5).abs() > 0.1));
    // The area is kept to the rounding of single precision.
    assert!(area(100).is_ok_and(|[now, again]| (now - 1.0).abs() < 1e-6 && now == again));
}

/// Marks of motions without impacts would say nothing of contacts.
#[test]
fn contacts_of_marked_motions_close() {
    fn closed<S, const N: usize>(of: S, h: f64, q: [f64; N], v: [f64; N]) -> usize
    where
        S: Discretize<Moreau, Report = extremal::drive::ContactReport<S>>
            + extremal::Contacts<Scalar = f64, Inputs: extremal::blocks::NoInputs>,
        [f64; N]: extremal::blocks::IntoBlock<S::Configuration> + extremal::blocks::IntoBlock<S::Velocity>,
    {
        let mut motion = Integrator::new(of, Moreau, h, q, v).expect("a start without penetration");
        let mut closes = || motion.step().expect("a step").contacts().any(|at| at.is_closed);
        (0..1000).filter(|_| closes()).count()
    }
    assert!(closed(Ball { m: 0.5 }, 1e-2, [1.0], [0.0]) > 10);
    assert!(closed(Woodpecker::toy(), 1e-4, [0.0, -0.1, -0.3], [0.0, 0.0, -7.5]) > 10);
    assert!(closed(FallingBob { m: 0.5 }, 1e-2, [1.0, 0.0], [0.0; 2]) > 10);
    assert!(closed(Puck { m: 0.5 }, 1e-2, [0.5, 0.3, 0.4], [0.0, 1.0, 0.0]) > 10);
    assert!(closed(Sling { m: 0.5 }, 1e-2, [1.1, 0.9], [0.0; 2]) > 0);
}

/// If a motion failed, its error would be compared in place of its bits.
#[test]
fn no_marked_motion_fails() {
    marks(|mark| assert!(mark.bits.is_ok(), "{mark:?}"));
}
