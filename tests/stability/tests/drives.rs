//! Forces that grow from nothing, and energy that a parameter below zero adds: the guard lets these motions pass, and finds steps
//! that are too long under the same forces.

use extremal::Failure;
use extremal::blocks::{IntoBlock, NoInputs, Vector};
use extremal::prelude::*;

/// A pulse on a spring, which may be stiff.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    force(x = exp(-((t - middle) / 0.5).powi(2))),
    discretize(Verlet, Galerkin<3, Gauss<3>>, Galerkin<1, Left>, Galerkin<1, Right>),
)]
struct Pulse {
    k: f64,
    middle: f64,
}

/// The same on a row of springs.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * k * x[i].powi(2)),
    force(x = array(0..n, |i| exp(-((t - middle) / 0.5).powi(2)))),
    discretize(Verlet),
)]
struct Pulses {
    n: usize,
    k: f64,
    middle: f64,
}

/// A smooth switch: no derivative at t = 0 is other than zero.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    force(x = if t > 0 { exp(-1 / t) } else { 0 }),
    discretize(Verlet, Galerkin<3, Gauss<3>>),
)]
struct Switch;

/// x = t¹¹
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    force(x = 110 * t.powi(9)),
    discretize(Verlet, Galerkin<3, Gauss<3>>),
)]
struct Power;

/// A spring whose end moves.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * (x - t.powi(4)).powi(2),
    discretize(Verlet),
)]
struct Moved {
    k: f64,
}

/// Friction as a force.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    force(x = -c * dt(x)),
    discretize(Verlet, Midpoint),
)]
struct Rubbed {
    k: f64,
    c: f64,
}

/// A magnetic field as a force, which does no work but for rounding.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * k * (x.powi(2) + y.powi(2)),
    force(x = b * dt(y), y = -b * dt(x)),
    discretize(Verlet),
)]
struct Charge {
    k: f64,
    b: f64,
}

/// The first coordinate after some steps, and the error of single steps, or of steps together, if one fails.
fn run<S, D: Copy, Q>(system: S, scheme: D, h: f64, start: Q, steps: usize) -> (f64, Option<Failure>)
where
    S: Lagrangian<Scalar = f64, Inputs: NoInputs> + Discretize<D> + Clone + core::fmt::Debug,
    Q: Clone + IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
    S::Velocity: Clone,
{
    let begin = || -> Integrator<S, D> {
        let at_rest = Integrator::new(system.clone(), scheme, h, start.clone(), start.clone());
        at_rest.expect("a start")
    };
    let (mut single, mut together) = (begin(), begin());
    let failed = (0..steps).find_map(|_| single.step().err());
    let failed_together = together.step_many(steps).err();
    let end = if failed.is_some() { &single } else { &together };
    let failed = failed.or(failed_together);
    (end.state().q.as_slice()[0], failed.map(|error| error.failure))
}

/// Steps of length h in the time t.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few thousand at most"
)]
fn count(t: f64, h: f64) -> usize {
    (t / h + 0.5) as usize
}

#[test]
fn a_pulse_is_followed_from_nothing() {
    for middle in [5.0, 20.0] {
        for h in [0.2, 0.1, 0.05] {
            let steps = count(middle + 5.0, h);
            // s √π exp(−s²/4) sin(t − t₀) with s = ½, five after the middle.
            let exact = 0.5 * core::f64::consts::PI.sqrt() * (-1.0_f64 / 16.0).exp() * 5.0_f64.sin();
            let pulse = Pulse { k: 1.0, middle };
            let check = |(x, failed): (f64, Option<Failure>), tolerance: f64| {
                assert_eq!(failed, None, "{pulse:?} {h}");
                assert!((x - exact).abs() < tolerance, "{pulse:?} {h}: {x} {exact}");
            };
            // The frequency is wrong by h²/24: 0.05 h² after five. With points at one end also the phase, by h/2.
            check(run(pulse, Verlet, h, [0.0], steps), 0.2 * h * h);
            check(run(pulse, Galerkin::<1, Left>::default(), h, [0.0], steps), h);
            check(run(pulse, Galerkin::<1, Right>::default(), h, [0.0], steps), h);
            // h⁶ times the sixth derivative of the pulse, 120/s⁶, by factorials of the rule: (h/s)⁶/2000.
            let scheme = Galerkin::<3, Gauss<3>>::default();
            check(
                run(pulse, scheme, h, [0.0], steps),
                (2.0 * h).powi(6) / 2000.0 + 1e-12,
            );
            let pulses = Pulses { n: 3, k: 1.0, middle };
            check(run(pulses, Verlet, h, [0.0; 3], steps), 0.2 * h * h);
        }
    }
}

#[test]
fn switches_and_powers_are_followed_from_nothing() {
    for h in [0.1, 0.01, 0.001] {
        let steps = count(2.0, h);
        let galerkin = Galerkin::<3, Gauss<3>>::default();
        let (x, failed) = run(Switch, Verlet, h, [0.0], steps);
        let (closer, failed_closer) = run(Switch, galerkin, h, [0.0], steps);
        assert_eq!((failed, failed_closer), (None, None), "{h}");
        // h²/12 times the change of the force and of its slope, which are below one.
        assert!((x - closer).abs() < 0.5 * h * h, "{h}: {x} {closer}");
        let (x, failed) = run(Power, Verlet, h, [0.0], steps);
        let (closer, failed_closer) = run(Power, galerkin, h, [0.0], steps);
        assert_eq!((failed, failed_closer), (None, None), "{h}");
        // h²/12 times the force at the end, 110·2⁹.
        assert!((x - 2048.0).abs() < 110.0 * 512.0 * h * h / 6.0, "{h}: {x}");
        assert!((closer - 2048.0).abs() < 2048.0 * h.powi(5), "{h}: {closer}");
        assert_eq!(run(Moved { k: 1.0 }, Verlet, h, [0.0], steps).1, None, "{h}");
    }
}

/// The first steps grow with the pulse, and those after it by themselves.
#[test]
fn explosions_under_such_forces_are_found() {
    // Unstable beyond 2, by the factor 1.6 in each step at 2.05.
    for angle in [2.05_f64, 3.0, 10.0] {
        for h in [0.2, 0.05] {
            let k = (angle / h).powi(2);
            let steps = count(100.0, h);
            let pulse = Pulse { k, middle: 5.0 };
            let pulses = Pulses { n: 3, k, middle: 5.0 };
            for (x, failed) in [
                run(pulse, Verlet, h, [0.0], steps),
                run(pulse, Galerkin::<1, Left>::default(), h, [0.0], steps),
                run(pulse, Galerkin::<1, Right>::default(), h, [0.0], steps),
                run(pulses, Verlet, h, [0.0; 3], steps),
                run(Moved { k }, Verlet, h, [0.0], steps),
            ] {
                let is_found = matches!(failed, Some(Failure::Unresolved { .. }));
                assert!(is_found, "{angle} {h}: {x} {failed:?}");
                assert!(x.is_finite(), "{angle} {h}: {x}");
            }
        }
    }
}

#[test]
fn friction_that_pushes_is_no_error() {
    for c in [-0.5_f64, -1.5] {
        // x = e^{γt} (cos wt + b sin wt), x = v = 1 at first.
        let (growth, t) = (-0.5 * c, 20.0);
        let w = (1.0 - growth * growth).sqrt();
        let b = (1.0 - growth) / w;
        let exact = (growth * t).exp() * ((w * t).cos() + b * (w * t).sin());
        // 20 h² of the amplitude, as errors of frequency and growth by h² are after 20.
        let tolerance = 20.0 * 1e-4 * (growth * t).exp() * b.hypot(1.0);
        let rubbed = Rubbed { k: 1.0, c };
        for (x, failed) in [
            run(rubbed, Verlet, 0.01, [1.0], 2000),
            run(rubbed, Midpoint, 0.01, [1.0], 2000),
        ] {
            assert_eq!(failed, None, "{c}");
            assert!((x - exact).abs() < tolerance, "{c}: {x} {exact}");
        }
    }
}

/// Forces that take energy, or do no work, may seem to add some by rounding. That does not excuse a step that is too long.
#[test]
fn explosions_beside_forces_without_power_are_found() {
    for k in [4.5, 9.0, 1e3] {
        for b in [0.01, 0.3, -0.7] {
            let (x, failed) = run(Charge { k, b }, Verlet, 1.0, [0.3, 0.1], 2000);
            assert!(
                matches!(failed, Some(Failure::EnergyRises { .. })),
                "{k} {b}: {x} {failed:?}"
            );
        }
        let (x, failed) = run(Rubbed { k, c: 0.01 }, Verlet, 1.0, [0.3], 2000);
        assert!(
            matches!(failed, Some(Failure::EnergyRises { .. })),
            "{k}: {x} {failed:?}"
        );
    }
}
