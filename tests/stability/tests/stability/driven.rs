//! Driven motions: stable schemes carry them through steps that resolve no stiff spring, and the guard lets them; what explodes is
//! an error, whatever points a scheme has.

mod systems;

use extremal::Failure;
use extremal::prelude::*;
use extremal::schemes::Newmark;
use systems::{Breathing, Driven, Fan, Joints, Pushed, Relaxing, Resting, Rockets, Sliders, Two, Well};

/// The error of the last step that was made, if one failed, and the steps before.
fn run<S, D>(mut motion: Integrator<S, D>, steps: usize) -> (Integrator<S, D>, Option<Failure>)
where
    S: Discretize<D> + Lagrangian<Scalar = f64, Inputs: extremal::blocks::NoInputs>,
{
    let failed = (0..steps).find_map(|_| motion.step().err());
    (motion, failed.map(|error| error.failure))
}

/// The trapezoidal rule on ẍ = −k x + a sin(0.7 t): Newmark's method with β = ¼ and γ = ½.
fn trapezoidal(k: f64, a: f64, h: f64, steps: usize) -> [f64; 2] {
    let pull = |t: f64| a * (0.7 * t).sin();
    let (mut q, mut v) = (0.01, 0.0);
    for step in 0..steps {
        let t = step as f64 * h;
        let first = pull(t) - k * q;
        q = (q + h * v + 0.25 * h * h * (first + pull(t + h))) / (1.0 + 0.25 * h * h * k);
        v += 0.5 * h * (first + pull(t + h) - k * q);
    }
    [q, v]
}

/// What is carried from step to step is what the equations have: of a force carried apart, rounding grew by (ω h)²/4 in each step.
#[test]
fn newmark_is_stable_where_forces_depend_on_time() {
    for (k, h) in [(1100.0, 0.1), (16.0, 1.0), (1e4, 1.0)] {
        let start = Integrator::new(Driven { k, a: 1.0 }, Newmark::default(), h, [0.01], [0.0]);
        let (motion, failed) = run(start.expect("a start"), 2000);
        assert_eq!(failed, None, "k = {k}, h = {h}");
        let [q, v] = trapezoidal(k, 1.0, h, 2000);
        // 2000 steps with an ε each, of rates up to ω.
        let errors = [motion.state().q[0] - q, (motion.state().p[0] - v) / k.sqrt()];
        assert!(
            errors.iter().all(|e| e.abs() < 1e-11),
            "k = {k}, h = {h}: {errors:?}"
        );
    }
}

/// Stable at every ω h, with T that comes from nearly nothing.
#[test]
fn stiff_and_driven_motions_are_not_stopped() {
    for (m, k) in [(0.1, 1e8), (0.1, 1e7), (0.1, 1e4), (1.0, 1e10)] {
        for h in [0.05, 0.01] {
            for (q, v) in [
                ([0.01, 0.0], [0.0; 2]),
                ([0.0; 2], [0.0; 2]),
                ([0.0; 2], [1.0, 0.0]),
            ] {
                let two = Two { m, k };
                let midpoint = Integrator::new(two, Midpoint, h, q, v).expect("a start");
                assert_eq!(run(midpoint, 2000).1, None, "{two:?} {h} {q:?} {v:?}");
                let livens = Integrator::new(two, Livens, h, q, v).expect("a start");
                assert_eq!(run(livens, 2000).1, None, "{two:?} {h} {q:?} {v:?}");
                let scheme = Galerkin::<2, Gauss<2>>::default();
                let galerkin = Integrator::new(two, scheme, h, q, v).expect("a start");
                assert_eq!(run(galerkin, 2000).1, None, "{two:?} {h} {q:?} {v:?}");
            }
        }
    }
    for h in [2.2, 22.0] {
        let motion = Integrator::new(Breathing { k: 1.0 }, Midpoint, h, [0.3], [0.1]).expect("a start");
        assert_eq!(run(motion, 10_000).1, None, "{h}");
    }
}

/// Rounding of stiff springs adds up, and momenta of coordinates without mass are nothing else.
#[test]
fn rounding_is_no_growth() {
    for (k, h) in [(1e9, 0.01), (1e7, 0.1), (1e9, 0.1)] {
        let q = [-9.81, -9.81 - 9.81 / k];
        for a in [0.0, 1e-12] {
            let rest = Resting { k, a };
            let midpoint = Integrator::new(rest, Midpoint, h, q, [0.0; 2]).expect("a start");
            assert_eq!(run(midpoint, 5000).1, None, "{rest:?} {h}");
            let livens = Integrator::new(rest, Livens, h, q, [0.0; 2]).expect("a start");
            assert_eq!(run(livens, 5000).1, None, "{rest:?} {h}");
        }
    }
    for h in [0.01, 0.04, 0.1] {
        let motion = Integrator::new(Relaxing, Livens, h, [0.7], [-2.8]).expect("a start");
        assert_eq!(run(motion, 5000).1, None, "{h}");
    }
}

/// ω h = 3 and 2.2. With points at one end alone the momentum at the other is that of the step.
#[test]
fn driven_motions_explode_with_an_error() {
    fn check<D: Copy>(scheme: D)
    where
        Pushed: Discretize<D>,
    {
        for h in [3.0, 2.2] {
            let motion = Integrator::new(Pushed, scheme, h, [1.0], [0.3]).expect("a start");
            let (motion, failed) = run(motion, 200);
            assert!(
                matches!(failed, Some(Failure::Unresolved { .. })),
                "{h} {failed:?}"
            );
            assert!(motion.state().q[0].abs() < 1e4, "{h}");
        }
        let motion = Integrator::new(Pushed, scheme, 1.9, [1.0], [0.3]).expect("a start");
        assert_eq!(run(motion, 10_000).1, None);
    }
    check(Verlet);
    check(Galerkin::<1, Left>::default());
    check(Galerkin::<1, Right>::default());
}

/// V has no value beyond the walls of a well, where its gradient has one.
#[test]
fn a_motion_without_energy_is_an_error() {
    fn check<D: Copy>(scheme: D)
    where
        Well: Discretize<D>,
    {
        let motion = Integrator::new(Well, scheme, 0.5, [0.9], [1.0]).expect("a start");
        let failed = run(motion, 100).1;
        assert!(
            matches!(failed, Some(Failure::NotFinite { what: "energy" })),
            "{failed:?}"
        );
    }
    check(Verlet);
    check(Midpoint);
}

/// M(q) in systems of any size: ω h from 0.5 to 10.
#[test]
fn sliders_of_any_size_do_not_explode_as_ok() {
    fn check<D: Copy>(scheme: D, is_stable: bool)
    where
        Sliders: Discretize<D>,
    {
        for factor in [0.5, 1.2, 1.5, 3.0, 10.0] {
            let start = [0.3, -0.1, 0.2, 0.05, -0.3, 0.1];
            let sliders = Sliders {
                n: 6,
                b: 0.3,
                k: 100.0,
            };
            let motion = Integrator::new(sliders, scheme, 0.1 * factor, start, start).expect("a start");
            let before = motion.energy();
            let (motion, failed) = run(motion, 3000);
            assert!(!is_stable || failed.is_none(), "{factor} {failed:?}");
            // What E is after the first step at ω h = 10, and what it grows by until it is found, as for springs.
            let most = if failed.is_none() {
                100.0
            } else {
                1e4 * factor.powi(4)
            };
            assert!(
                motion.energy() <= most * before,
                "{factor} {before} {}",
                motion.energy()
            );
        }
    }
    check(Verlet, false);
    check(Galerkin::<2, Lobatto<3>>::default(), false);
    check(Midpoint, true);
    check(Livens, true);
}

/// Coordinates without a mass beside others. Schemes that explode there are refused, so that only stable motions are left.
#[test]
fn joints_of_any_size_are_not_stopped() {
    let start = [0.3, -0.1, 0.2, 0.15, -0.05, 0.1];
    let motion = Integrator::new(Joints { n: 3, k: 200.0 }, Midpoint, 0.1, start, [0.0; 6]).expect("a start");
    assert_eq!(run(motion, 5000).1, None);
}

/// No step ends with a mass below zero: not of M(t), and of M(q) not beyond the next look.
#[test]
fn masses_of_any_size_end_above_zero() {
    fn check<D: Copy>(scheme: D)
    where
        Rockets: Discretize<D>,
        Fan: Discretize<D>,
    {
        for (burnt, last) in [(1.0, 100), (0.4, 251)] {
            let (h, q, v) = (0.01 / 1.005, [0.1, 0.0, 0.2, 0.0], [1.0, 0.0, 0.0, 0.0]);
            let start = || Integrator::new(Rockets { n: 4, burnt }, scheme, h, q, v).expect("a start");
            let (single, failed) = run(start(), 1000);
            let error = start().step_many(1000).expect_err("there is no mass left");
            assert!(matches!(failed, Some(Failure::NegativeMass { .. })), "{failed:?}");
            assert!(matches!(error.failure, Failure::NegativeMass { .. }), "{error}");
            assert!(single.steps() == last && error.step == last, "{error}");
        }
        // A mass of 1 − x² with v = 0.99 from x = 0, which passes 1 after 101 steps.
        let motion = Integrator::new(Fan { n: 2 }, scheme, 0.01, [0.0; 2], [0.99, 0.0]).expect("a start");
        let (motion, failed) = run(motion, 1000);
        assert!(
            failed.is_some() && motion.steps() <= 170,
            "{} {failed:?}",
            motion.steps()
        );
    }
    check(Verlet);
    check(Midpoint);
}
