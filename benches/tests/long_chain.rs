//! The long chain against a declared one of eight masses, against plain loops, and its energy.

use extremal::prelude::*;
use extremal_benches::any_size;
use extremal_benches::by_hand::LeapfrogByHand;
use extremal_benches::long_chain::{ByHand, H, LongChain};

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

/// The same for the declared chain of any length.
#[test]
fn a_thousand_declared_masses_move_as_by_hand() {
    let (mut declared, mut by_hand) = (any_size::started(1000, Midpoint), ByHand::new(1000));
    declared.step_many(50).expect("small steps");
    by_hand.run(50);
    assert!(apart(declared.state().q.as_slice(), by_hand.coordinates()) < 1e-11);
    let (mut declared, mut by_hand) = (any_size::started(1000, Verlet), LeapfrogByHand::new(1000));
    declared.step_many(50).expect("small steps");
    by_hand.run(50);
    assert!(apart(declared.state().q.as_slice(), by_hand.coordinates()) < 1e-11);
}

/// H″(ż, ż) = pᵀ V″ p + |V′|²
fn curvature(q: &[f64], p: &[f64]) -> f64 {
    let n = q.len();
    let at = |x: &[f64], i: usize| if i == 0 || i > n { 0.0 } else { x[i - 1] };
    let longer = |x: &[f64]| -> Vec<f64> { (0..=n).map(|i| at(x, i + 1) - at(x, i)).collect() };
    let (lengths, rates) = (longer(q), longer(p));
    let forces: Vec<f64> = lengths.iter().map(|d| d + d.powi(3)).collect();
    let pairs = lengths.iter().zip(&rates);
    let stretching = pairs.map(|(d, rate)| (1.0 + 3.0 * d * d) * rate * rate);
    let pulls = forces.windows(2).map(|f| (f[1] - f[0]).powi(2));
    stretching.sum::<f64>() + pulls.sum::<f64>()
}

/// The midpoint rule keeps H − h²/24 H″(ż, ż) + O(h⁴), and 0 ≤ H″(ż, ż) ≤ c H, so that the error of H is at most c h²/24 H at all
/// times.
///
/// A spring whose energy is at most H is longer by D with ½D² + ¼D⁴ = H at most. So V″ is at most 1 + 3 D² times that of
/// springs without the quartic term, which is at most 4; and a force (d + d³) is at most 4 (1 + D²)²/(2 + D²) times the energy of
/// its spring, squared. Each mass is pulled by two: c is the larger one of 8 (1 + 3 D²) and 16 (1 + D²)²/(2 + D²).
#[test]
fn energy_does_not_drift() {
    let mut chain = LongChain::new(8);
    let modified =
        |chain: &LongChain| chain.energy() - H * H / 24.0 * curvature(chain.coordinates(), chain.momenta());
    let (start, start_modified) = (chain.energy(), modified(&chain));
    let square = (1.0 + 4.0 * start).sqrt() - 1.0;
    let c = f64::max(
        8.0 * (1.0 + 3.0 * square),
        16.0 * (1.0 + square).powi(2) / (2.0 + square),
    );
    let bound = H * H / 24.0 * c * start;
    // (ωh)² of the stiffest motion: the next term of the series is smaller than the first one by this factor.
    let smaller = 4.0 * (1.0 + 3.0 * square) * H * H;
    for half in 0..2 {
        let mut largest = [0.0_f64; 2];
        for _ in 0..5000 {
            chain.run(10);
            let errors = [chain.energy() - start, modified(&chain) - start_modified];
            largest
                .iter_mut()
                .zip(errors)
                .for_each(|(largest, error)| *largest = largest.max(error.abs()));
        }
        let [energy, modified] = largest;
        assert!(energy < bound * (1.0 + smaller), "{half} {energy} {bound}");
        assert!(
            modified < bound * smaller && modified < smaller * energy,
            "{half} {modified} {energy}"
        );
    }
}
