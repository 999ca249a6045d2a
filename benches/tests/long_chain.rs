//! The long chain against a declared one of eight masses, against plain loops, and its energy.

use extremal::prelude::*;
use extremal_benches::long_chain::{ByHand, LongChain};

/// Eight masses between fixed ends.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[8]),
    kinetic = sum(0..8, |i| 0.5 * dt(q[i]).powi(2)),
    potential = 0.5 * q[0].powi(2) + 0.25 * q[0].powi(4) + 0.5 * q[7].powi(2) + 0.25 * q[7].powi(4)
        + sum(1..8, |i| 0.5 * (q[i] - q[i - 1]).powi(2) + 0.25 * (q[i] - q[i - 1]).powi(4)),
    discretize(Midpoint),
)]
struct Eight;

fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// Of numbers of size one in a hundred steps, whose roundings of 1e-16 grow.
#[test]
fn eight_masses_move_as_declared() {
    let mut chain = LongChain::new(8);
    let start: Vec<f64> = chain.coordinates().to_vec();
    let q = <[f64; 8]>::try_from(start).expect("eight masses");
    let mut declared = Integrator::new(Eight, Midpoint, 0.1, q, [0.0; 8]).expect("a good start");
    chain.run(100);
    declared.step_many(100).expect("small steps");
    let difference = apart(chain.coordinates(), declared.state().q.as_slice());
    assert!(difference < 1e-12, "{difference}");
    assert!((chain.energy() - declared.energy()).abs() < 1e-11);
}

/// A chaotic motion, so that roundings grow fast: a few steps.
#[test]
fn a_thousand_masses_move_as_by_hand() {
    let (mut chain, mut by_hand) = (LongChain::new(1000), ByHand::new(1000));
    chain.run(50);
    by_hand.run(50);
    assert!(apart(chain.coordinates(), by_hand.coordinates()) < 1e-11);
}

/// The midpoint rule keeps a modified energy: the error is as large in the last half of 1e5 steps as in the first.
#[test]
fn energy_does_not_drift() {
    let mut chain = LongChain::new(8);
    let start = chain.energy();
    let mut largest = [0.0_f64; 2];
    for largest in &mut largest {
        for _ in 0..5000 {
            chain.run(10);
            *largest = largest.max((chain.energy() - start).abs() / start);
        }
    }
    // ωh is at most 0.4, so that the error is below (ωh)²/8 of the energy of the springs. The motion is not periodic:
    // extremes of
    // halves differ by some tenths.
    assert!(largest[1] < 1.3 * largest[0] && largest[0] < 0.02, "{largest:?}");
}
