//! Explosions that are faster than exponential: between two looks they pass any bound.

use extremal::ReversibleSteps;
use extremal::prelude::*;
use extremal::schemes::{Hermite, P2};

/// Two masses on springs, with one between them whose force is cubic.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 2 * (x.powi(2) + y.powi(2)) + 0.125 * (x - y).powi(4),
    discretize(Verlet, Galerkin<2, Lobatto<3>>, Hermite<P2>),
)]
struct Quartic;

const START: ([f64; 2], [f64; 2]) = ([0.7, -0.3], [0.2, 0.9]);

/// A step is looked at as soon as the momenta are four times those at looks, T 16 times; the force of the next one is up to 64
/// times as large, and h of size one, so that E at its end, which the look refuses, is not that of a state.
const MOST: f64 = 1e3;

/// The largest E of states that were Ok, in energies of the start, until a step fails.
fn largest(mut energy: impl FnMut() -> Option<f64>) -> f64 {
    let first = energy().expect("the energy of the start");
    let energies = core::iter::from_fn(&mut energy).take(20_000);
    energies.fold(0.0, |most: f64, energy| {
        if energy.is_nan() {
            f64::INFINITY
        } else {
            most.max(energy / first)
        }
    })
}

fn check<D: Copy>(scheme: D, lengths: &[f64])
where
    Quartic: Discretize<D>,
{
    for &h in lengths {
        let mut motion = Integrator::new(Quartic, scheme, h, START.0, START.1).expect("a start");
        let mut is_start = true;
        let most = largest(|| {
            if !core::mem::take(&mut is_start) {
                motion.step().ok()?;
            }
            Some(motion.energy())
        });
        assert!(most < MOST, "h = {h}: {most:e}");
    }
}

#[test]
fn no_state_of_a_sudden_explosion_is_ok() {
    let lengths = [0.7, 0.75, 0.8, 0.85, 0.9, 1.0, 1.2, 1.5, 2.0];
    check(Verlet, &lengths);
    check(
        Galerkin::<2, Lobatto<3>>::default(),
        &[1.1, 1.2, 1.3, 1.4, 1.6, 2.0],
    );
    check(Hermite::<P2>::default(), &[1.2, 1.4, 1.6, 1.8, 2.0]);
    check(Composition::<4, _>(Verlet), &[1.1, 1.3, 1.5, 1.7, 2.0]);
    check(Composition::<6, _>(Verlet), &[1.1, 1.3, 1.5, 2.0]);
}

#[test]
fn nor_with_steps_of_changing_length() {
    fn check<D: Copy>(scheme: D, tolerances: &[f64])
    where
        Quartic: Discretize<D>,
    {
        for &tolerance in tolerances {
            let motion = Integrator::new(Quartic, scheme, 0.1, START.0, START.1).expect("a start");
            let monitor = |q: &[f64]| 2.0 * (1.0 + q[0] * q[0]);
            let mut motion = ReversibleSteps::new(motion, tolerance, monitor).expect("a start");
            let mut is_start = true;
            let most = largest(|| {
                if !core::mem::take(&mut is_start) {
                    motion.step().ok()?;
                }
                Some(motion.integrator().energy())
            });
            assert!(most < MOST, "ε = {tolerance}: {most:e}");
        }
    }
    check(Verlet, &[0.8, 1.0, 1.2, 1.5]);
    check(Composition::<4, _>(Verlet), &[0.8, 1.0, 1.2, 2.0]);
    check(Galerkin::<2, Lobatto<3>>::default(), &[2.0, 3.0]);
}
