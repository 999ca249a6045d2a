//! E₁ − E₀ is the work of friction, which is in the report of a step.

use crate::systems::{Dusty, SPRUNG, Turned};
use extremal::prelude::*;

/// For a quadratic potential the midpoint rule keeps the energy, too.
#[test]
fn friction_takes_what_a_spring_loses() {
    macro_rules! check {
        ($scheme:expr, $system:expr, $q:expr, $v:expr) => {
            let mut motion = Integrator::new($system, $scheme, 0.003, $q, $v).expect("a start");
            let before = motion.energy();
            let (mut work, mut worst) = (0.0, 0.0_f64);
            for _ in 0..1000 {
                let report = motion.step().expect("a step");
                // Rounding of a work of 0.
                assert!(report.work() <= 1e-16, "{report:?}");
                work += report.work();
                worst = worst.max((motion.energy() - before - work).abs());
            }
            // 1000 steps, each with rounding of a few ε of 2 J.
            assert!(worst < 1000.0 * 4.0 * f64::EPSILON * 2.0, "{worst:e}");
            // Of 2 J it takes more than one.
            assert!(work < -1.0, "{work}");
        };
    }
    check!(Midpoint, SPRUNG, [0.2], [0.0]);
    check!(Livens, SPRUNG, [0.2], [0.0]);
    check!(Midpoint, Turned, [1.0, 0.0], [0.0, 1.0]);
    check!(Livens, Turned, [1.0, 0.0], [0.0, 1.0]);
}

/// M and W depend on q, the potential has no degree: E = p·v − L with the velocity that is carried.
#[test]
fn livens_has_the_balance_for_every_potential() {
    for h in [0.05, 0.02, 0.005] {
        let mut motion = Integrator::new(Dusty, Livens, h, [1.0, 1.0], [0.5, -0.5]).expect("a start");
        let before = motion.energy();
        let (mut work, mut worst) = (0.0, 0.0_f64);
        for _ in 0..1000 {
            work += motion.step().expect("a step").work();
            worst = worst.max((motion.energy() - before - work).abs());
        }
        // 1000 steps, each with rounding of a few ε of the terms of E, of 20 J.
        assert!(worst < 1000.0 * 4.0 * f64::EPSILON * 20.0, "{h}: {worst:e}");
        assert!(work < -1.0, "{work}");
        // It rests, or hangs where the spring and its weight are held.
        let State { q, p, .. } = motion.state();
        if h > 0.01 {
            assert!(p.amax() < 1e-12 && q[1].abs() < 0.2, "{q} {p}");
        }
    }
}
