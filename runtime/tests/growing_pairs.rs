//! Hermite elements that are stable at no step size: their order with a drive, and how E grows.

use extremal::prelude::*;
use extremal::schemes::{Hermite, P0V0, P0V1, P2};

/// A pendulum that is pushed.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -cos(x),
    force(x = 0.3 * sin(t)),
    discretize(Hermite<P0V0>, Hermite<P0V1>, Hermite<P2>),
)]
struct Pushed;

/// An oscillator.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * (w * x).powi(2),
    discretize(Hermite<P0V0>, Hermite<P0V1>),
)]
struct Oscillator {
    w: f64,
}

/// q and p of the pushed pendulum at t = 10.
fn end<D>(scheme: D, steps: usize) -> [f64; 2]
where
    Pushed: Discretize<D>,
{
    let motion = Integrator::new(Pushed, scheme, 10.0 / steps as f64, [0.2], [0.5]);
    let mut motion = motion.expect("a start");
    for _ in 0..steps {
        motion.step().expect("a step");
    }
    [motion.state().q[0], motion.state().p[0]]
}

#[test]
fn driven_pairs_have_order_two_over_a_time() {
    let exact = end(Hermite::<P2>::default(), 4000);
    fn check<D: Copy>(scheme: D, exact: [f64; 2])
    where
        Pushed: Discretize<D>,
    {
        let errors = [100, 200, 400, 800].map(|steps| {
            let [q, p] = end(scheme, steps);
            (q - exact[0]).abs().max((p - exact[1]).abs())
        });
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((1.9..2.1).contains(&order), "{errors:?}");
        }
    }
    check(Hermite::<P0V0>::default(), exact);
    check(Hermite::<P0V1>::default(), exact);
}

/// E grows as exp(κ ω⁴ h³ t).
#[test]
fn energy_grows_with_the_third_power_of_h() {
    fn check<D: Copy>(scheme: D, kappa: f64)
    where
        Oscillator: Discretize<D>,
    {
        for (w, h) in [(1.0, 0.2), (1.0, 0.1), (3.0, 0.05)] {
            let steps = 20_000;
            let motion = Integrator::new(Oscillator { w }, scheme, h, [1.0], [0.0]);
            let mut motion = motion.expect("a start");
            motion.set_guard(false);
            let start = motion.energy();
            for _ in 0..steps {
                motion.step().expect("a step");
            }
            let rate = (motion.energy() / start).ln() / (f64::from(steps) * h);
            let found = rate / (w.powi(4) * h.powi(3));
            assert!((found / kappa - 1.0).abs() < 0.03, "{w} {h} {found}");
        }
    }
    check(Hermite::<P0V0>::default(), 0.0152);
    check(Hermite::<P0V1>::default(), 0.0043);
}
