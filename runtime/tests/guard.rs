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
