//! E₁ − E₀ is the work of friction, which is in the report of a step.

use crate::systems::{Dusty, SPRUNG, Sprung, Turned};
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

/// A bound far above what it holds, as of a lock: the velocity that is carried stops as the momentum does.
#[test]
fn locks_take_the_kinetic_energy_alone() {
    for f in [1e6, 1e9, 1e18, 1e300] {
        let lock = Sprung { f, ..SPRUNG };
        let mut motion = Integrator::new(lock, Livens, 1e-3, [0.2], [1.0]).expect("a start");
        let before = motion.energy();
        let work: f64 = (0..5).map(|_| motion.step().expect("a step").work()).sum();
        let State { q, p, .. } = motion.state();
        // Of 2.5 J, with the rounding of five steps.
        let taken = motion.energy() - before;
        assert!(
            (taken + 0.5).abs() < 1e-14 && (work + 0.5).abs() < 1e-14,
            "{f:e}: {taken} {work}"
        );
        assert!(p[0] == 0.0 && (q[0] - 0.2).abs() < 1e-16, "{f:e}: {q} {p}");
    }
}
