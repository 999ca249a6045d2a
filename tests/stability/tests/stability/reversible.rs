//! Steps whose length follows the state: they lead back, and the energy does not drift.

use extremal::error::Failure;
use extremal::prelude::*;
use extremal::{Error, ReversibleSteps};

use crate::integrals::{Kepler, Planets, start};

/// Equal parts of the time of a fall from there.
fn monitor(r: &[f64]) -> f64 {
    r[0].hypot(r[1]).powf(-1.5)
}

fn motion<D>(scheme: D, e: f64) -> Integrator<Kepler, D>
where
    Kepler: Discretize<D>,
{
    let (q, v) = start(e);
    Integrator::new(Kepler, scheme, 1.0, q, v).expect("a start")
}

#[test]
fn a_motion_that_is_turned_round_returns() {
    fn check<D: Copy>(scheme: D)
    where
        Kepler: Discretize<D>,
    {
        let before = motion(scheme, 0.9);
        let mut steps = ReversibleSteps::new(before.clone(), 0.04, monitor).expect("a start");
        let first = steps.next_step_size();
        for _ in 0..1000 {
            steps.step().expect("a small step");
        }
        let far = steps.integrator().state();
        assert!((far.q - before.state().q).amax() > 0.1);
        steps.reverse().expect("a regular mass");
        let mut last = 0.0;
        for _ in 0..1000 {
            last = steps.next_step_size();
            steps.step().expect("a small step");
        }
        let (start, end) = (before.state(), steps.integrator().state());
        // A thousand roundings of |p| ≤ 4.4 and of G, 256 times as large: 2e-10 if they add up.
        let error = (end.q - start.q).amax().max((end.p + start.p).amax());
        assert!(error < 1e-9, "{}: {error}", core::any::type_name::<D>());
        assert!((last / first - 1.0).abs() < 1e-9, "{last} {first}");
    }
    check(Verlet);
    check(Galerkin::<2, Gauss<2>>::default());
    check(Composition::<4, _>(Verlet));
}

/// The largest errors of the energy in ten parts of a thousand periods, and the number of steps.
fn errors(e: f64, tolerance: f64) -> Result<([f64; 10], usize), Error> {
    let mut steps = ReversibleSteps::new(motion(Verlet, e), tolerance, monitor)?;
    let mut largest = [0.0_f64; 10];
    for (part, largest) in largest.iter_mut().enumerate() {
        let until = 200.0 * std::f64::consts::PI * (part as f64 + 1.0);
        while steps.integrator().time() < until {
            steps.step()?;
            *largest = largest.max((steps.integrator().energy() + 0.5).abs());
        }
    }
    Ok((largest, steps.integrator().steps()))
}

#[test]
fn the_energy_does_not_drift_in_a_thousand_periods() -> Result<(), Error> {
    for e in [0.6, 0.9] {
        let (largest, count) = errors(e, 0.04)?;
        let [first, .., last] = largest;
        // Nodes do not meet the nearest point itself: (h ω)² = 0.04² of the maximum, and a few times more.
        assert!((last / first - 1.0).abs() < 0.01, "{largest:?}");
        // Second order: (h ω)²/24 of the kinetic energy at the nearest point, (1 + e)/(1 − e)/2, with all of the modified energy.
        let kinetic = 0.5 * (1.0 + e) / (1.0 - e);
        assert!(last < 0.04_f64.powi(2) * kinetic, "{last}");

        // As many constant steps.
        let (q, v) = start(e);
        let h = 2000.0 * std::f64::consts::PI / count as f64;
        let mut constant = Integrator::new(Kepler, Verlet, h, q, v)?;
        constant.set_guard(false);
        let mut worst = 0.0_f64;
        for _ in 0..count / 100 {
            constant.step()?;
            worst = worst.max((constant.energy() + 0.5).abs());
        }
        assert!(worst > 5.0 * last, "{e}: {worst} {last}");
    }
    Ok(())
}

#[test]
fn a_system_of_any_size_makes_the_same_steps() -> Result<(), Error> {
    let (q, v) = start(0.6);
    let any = Integrator::new(Planets { n: 1 }, Verlet, 1.0, q, v)?;
    let (mut one, mut any) = (
        ReversibleSteps::new(motion(Verlet, 0.6), 0.05, monitor)?,
        ReversibleSteps::new(any, 0.05, monitor)?,
    );
    for _ in 0..500 {
        one.step()?;
        any.step()?;
    }
    let (a, b) = (one.integrator().state(), any.integrator().state());
    // Roundings of three turns, magnified by 1/(1 − e).
    let error =
        a.q.iter()
            .zip(b.q.as_slice())
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
    assert!(error < 1e-11 && (a.t - b.t).abs() < 1e-11, "{error}");
    Ok(())
}

/// The time is the sum of all steps, to the rounding of one sum.
#[test]
fn time_is_not_lost_in_sums() -> Result<(), Error> {
    let mut steps = ReversibleSteps::new(motion(Verlet, 0.9), 0.01, monitor)?;
    // In units of 2⁻⁸⁰, exactly.
    let mut exact = 0_i128;
    for _ in 0..100_000 {
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2⁸⁰")]
        let units = (steps.next_step_size() * 2_f64.powi(80)) as i128;
        exact += units;
        steps.step()?;
    }
    let exact = exact as f64 / 2_f64.powi(80);
    let t = steps.integrator().time();
    assert!((t - exact).abs() <= f64::EPSILON * t, "{t} {exact}");
    Ok(())
}

#[test]
fn a_density_that_is_not_above_zero_is_an_error() {
    let is_refused = |tolerance: f64| {
        let made = ReversibleSteps::new(motion(Verlet, 0.9), tolerance, monitor);
        matches!(
            made,
            Err(Error {
                failure: Failure::StepSize { .. },
                ..
            })
        )
    };
    assert!([0.0, -1.0, f64::NAN, f64::INFINITY].into_iter().all(is_refused));
    let refused = |value: f64| {
        let made = ReversibleSteps::new(motion(Verlet, 0.9), 0.04, |_: &[f64]| value);
        made.err().map(|error| error.to_string())
    };
    for (value, word) in [
        (-1.0, "-1"),
        (0.0, "0"),
        (f64::NAN, "NaN"),
        (f64::INFINITY, "inf"),
    ] {
        let sentence = format!(
            "at t = 0 (step 0): the monitor of reversible steps is {word}; it is a rate of the motion, 1/time, and must be positive \
             and finite"
        );
        assert_eq!(refused(value), Some(sentence));
    }
    // Above zero at the start, and below it later: a line that falls through zero at t = 1.
    let mut later = ReversibleSteps::new(motion(Verlet, 0.0), 0.01, |r: &[f64]| r[0] - 0.5).expect("a start");
    let error = (0..10_000)
        .find_map(|_| later.step().err())
        .expect("the place is reached");
    assert!(
        matches!(
            error.failure,
            Failure::StepDensity { .. } | Failure::Monitor { .. }
        ),
        "{error}"
    );

    // A tolerance that is far too large.
    let mut steps = ReversibleSteps::new(motion(Midpoint, 0.9), 3.0, monitor).expect("a start");
    let failed = (0..1000).find_map(|_| {
        let before = steps.integrator().state();
        let error = steps.step().err()?;
        assert_eq!(before, steps.integrator().state());
        Some(error)
    });
    assert!(failed.is_some());
}

/// A planet with an engine.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    inputs(thrust),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -1 / r.norm(),
    force(r = [0.0, thrust]),
    discretize(Verlet)
)]
struct Engine;

#[test]
fn inputs_are_held_over_steps_of_any_length() -> Result<(), Error> {
    let (q, v) = start(0.6);
    let engine = Integrator::new(Engine, Verlet, 1.0, q, v)?;
    let mut steps = ReversibleSteps::new(engine, 0.04, monitor)?;
    for k in 0..200 {
        let (h, before) = (steps.next_step_size(), steps.integrator().clone());
        let thrust = if k % 3 == 0 { 0.1 } else { 0.0 };
        steps.step_with([thrust])?;
        // The same step by an integrator that is made for it.
        let mut alone = Integrator::from_state(Engine, Verlet, h, before.state())?;
        alone.step_with([thrust])?;
        let (found, expected) = (steps.integrator().state(), alone.state());
        // Steps that begin anew recompute the force at the start, from the same place: roundings of numbers up to 4.4.
        let error = (found.q - expected.q).amax().max((found.p - expected.p).amax());
        assert!(error < 1e-14, "{k}: {error}");
    }
    Ok(())
}

#[test]
fn a_step_that_fails_changes_nothing() -> Result<(), Error> {
    let (q, v) = start(0.6);
    let engine = Integrator::new(Engine, Verlet, 1.0, q, v)?;
    let mut calls = 0;
    // The monitor is of no use from some call on.
    let failing = |r: &[f64]| {
        calls += 1;
        if calls > 40 { f64::NAN } else { monitor(r) }
    };
    let mut steps = ReversibleSteps::new(engine, 0.04, failing)?;
    let mut last = steps.integrator().state();
    let error = loop {
        match steps.step_with([0.0]) {
            Ok(_) => last = steps.integrator().state(),
            Err(error) => break error,
        }
    };
    assert!(
        matches!(error.failure, Failure::Monitor { value } if value.is_nan()),
        "{error}"
    );
    assert_eq!(steps.integrator().state(), last);
    // Inputs that are no numbers are refused before anything is done.
    let engine = Integrator::new(Engine, Verlet, 1.0, q, v)?;
    let mut steps = ReversibleSteps::new(engine, 0.04, monitor)?;
    let (state, h) = (steps.integrator().state(), steps.next_step_size());
    assert!(steps.step_with([f64::NAN]).is_err());
    assert_eq!((steps.integrator().state(), steps.next_step_size()), (state, h));
    Ok(())
}

/// A mass that depends on its place, so that the momentum that `Livens` carries is not that of its velocity.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * (2 + cos(x)) * dt(x).powi(2),
    potential = sin(x) + 0.5 * x * x,
    discretize(Livens)
)]
struct Swing;

#[test]
fn momenta_of_their_own_are_turned_round_as_well() -> Result<(), Error> {
    let motion = Integrator::new(Swing, Livens, 1.0, [1.0], [0.7])?;
    let start = (motion.state(), motion.velocity()?);
    let mut steps = ReversibleSteps::new(motion, 0.1, |_: &[f64]| 1.0)?;
    for _ in 0..50 {
        steps.step()?;
    }
    steps.reverse()?;
    for _ in 0..50 {
        steps.step()?;
    }
    let end = (steps.integrator().state(), steps.integrator().velocity()?);
    // A hundred steps, each solved to a few roundings of numbers below 3.
    let error = (end.0.q - start.0.q).amax() + (end.0.p + start.0.p).amax() + (end.1 + start.1).amax();
    assert!(error < 1e-12, "{error}");
    Ok(())
}

/// A step of hundreds of 1/Q is not made where the density of steps no longer follows Q.
#[test]
fn a_tolerance_that_is_too_large_is_an_error() -> Result<(), Error> {
    let mut steps = ReversibleSteps::new(motion(Verlet, 0.9), 0.7, monitor)?;
    let failed = (0..1000).find_map(|_| steps.step().err());
    let failure = failed.expect("an error in a thousand steps").failure;
    assert!(
        matches!(failure, Failure::StepDensity { density, monitor } if density <= monitor / 8.0),
        "{failure}"
    );
    Ok(())
}
