//! What the guard of integrators refuses, and what it lets pass.

use extremal::Failure;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

/// Friction that pushes where x is small.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    force(x = mu * (1 - x.powi(2)) * dt(x)),
    discretize(Midpoint, Livens),
)]
struct VanDerPol {
    mu: f64,
}

/// Friction that brakes everywhere, and a pull that grows.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    force(x = rate * t - c * dt(x)),
    discretize(Midpoint, Livens),
)]
struct Pulled {
    k: f64,
    c: f64,
    rate: f64,
}

/// Eight beads on each other and on the floor, the last of them heavy.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y[8]),
    kinetic = sum(0..8, |k| 0.5 * m[k] * dt(y[k]).powi(2)),
    potential = sum(0..8, |k| 10 * m[k] * y[k]),
    contact(floor, gap = y[0]),
    contact(pair, gap = array(1..8, |k| y[k] - y[k - 1] - 1), restitution = 0.5),
    discretize(Moreau),
)]
struct Beads {
    m: [f64; 8],
}

/// The steps that were made, and the failure of the next one.
fn run<S, D>(motion: &mut Integrator<S, D>, steps: usize) -> (usize, Option<Failure>)
where
    S: Discretize<D> + Lagrangian<Scalar = f64, Inputs: NoInputs>,
{
    let failed = (0..steps).find_map(|_| motion.step().err());
    (motion.steps(), failed.map(|error| error.failure))
}

/// The motion stays below |x| = 2.1. Long steps jump from side to side, a little further each time.
#[test]
fn nodes_that_jump_around_a_place_that_brakes_are_unresolved() {
    fn check<D: Copy>(scheme: D)
    where
        VanDerPol: Discretize<D>,
    {
        for (mu, h) in [
            (10.0, 1.0),
            (100.0, 0.03),
            (100.0, 0.3),
            (1000.0, 0.1),
            (1000.0, 1.0),
        ] {
            let mut motion = Integrator::new(VanDerPol { mu }, scheme, h, [0.1], [1.0]).expect("a start");
            let (steps, failed) = run(&mut motion, 2000);
            assert!(
                matches!(failed, Some(Failure::Unresolved { .. })),
                "{mu} {h} {steps} {failed:?}"
            );
            assert!(
                motion.state().q[0].abs() < 300.0,
                "{mu} {h} {}",
                motion.state().q[0]
            );
        }
    }
    check(Midpoint);
    check(Livens);
}

#[test]
fn stiff_friction_that_steps_follow_is_not_stopped() {
    fn check<D: Copy>(scheme: D)
    where
        VanDerPol: Discretize<D>,
        Pulled: Discretize<D>,
    {
        for (mu, h) in [(1.0, 0.05), (5.0, 0.02), (50.0, 0.002), (100.0, 0.001)] {
            for start in [[0.1], [2.0], [0.5]] {
                let motion = Integrator::new(VanDerPol { mu }, scheme, h, start, [0.0]);
                let mut motion = motion.expect("a start");
                assert_eq!(run(&mut motion, 20_000).1, None, "{mu} {h} {start:?}");
                assert!(motion.state().q[0].abs() < 2.1);
            }
        }
        // Steps of up to 10⁴ relaxation times.
        for (k, c, h) in [
            (0.0, 1e3, 0.1),
            (0.0, 1e5, 0.1),
            (1e4, 1e3, 0.1),
            (1e6, 10.0, 0.1),
            (0.0, 10.0, 2.0),
        ] {
            for v in [0.0, 1e-3, 1.0] {
                let pulled = Pulled { k, c, rate: 1.0 };
                let mut motion = Integrator::new(pulled, scheme, h, [0.0], [v]).expect("a start");
                assert_eq!(run(&mut motion, 5000).1, None, "{pulled:?} {h} {v}");
            }
        }
    }
    check(Midpoint);
    check(Livens);
}

/// Percussions of bodies on much lighter ones are known less well than their weights.
#[test]
fn heavy_bodies_may_rest_on_light_ones() {
    let q = core::array::from_fn(|k| k as f64);
    for (ratio, h) in [(1e3, 1e-2), (1e4, 1e-2), (1e5, 1e-2), (1e5, 1e-3)] {
        let on_top: [f64; 8] = core::array::from_fn(|k| if k == 7 { ratio } else { 1.0 });
        let grown: [f64; 8] = core::array::from_fn(|k| ratio.powf(k as f64 / 7.0));
        for m in [on_top, grown] {
            let beads = Beads { m };
            let mut motion = Integrator::new(beads, Moreau::default(), h, q, [0.0; 8]).expect("a start");
            assert_eq!(run(&mut motion, 5000).1, None, "{beads:?} {h}");
            let end = motion.state().q;
            let moved = end.iter().zip(&q).map(|(q, q0)| (q - q0).abs());
            assert!(moved.fold(0.0, f64::max) < 1e-6);
        }
    }
}
