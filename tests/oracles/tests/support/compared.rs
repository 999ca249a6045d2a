//! One motion of two systems that are the same.

use extremal::blocks::{NoInputs, Vector};
use extremal::prelude::*;

/// The largest difference, relative to the largest number.
pub(crate) fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let most = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(0.0, f64::max);
    let size = most(&mut b.iter().map(|b| b.abs()));
    most(&mut a.iter().zip(b).map(|(a, b)| (a - b).abs())) / size.max(1.0)
}

/// q and p of a hundred steps, and the energy at the end.
pub(crate) fn moved<S: Discretize<D, Scalar = f64>, D>(
    system: S,
    scheme: D,
    (q, v): (&[f64], &[f64]),
) -> (Vec<f64>, f64)
where
    S::Inputs: NoInputs,
{
    let n = system.coordinate_count();
    let start = S::Configuration::with_len(n, |k| q[k]);
    let velocity = S::Velocity::with_len(n, |k| v[k]);
    let mut motion = Integrator::new(system, scheme, 0.05, start, velocity).expect("a good start");
    for _ in 0..100 {
        motion.step().expect("a small step");
    }
    let state = motion.state();
    let numbers = [state.q.as_slice(), state.p.as_slice()].concat();
    (numbers, motion.energy())
}

/// Numbers of size one that are not alike.
pub(crate) fn numbers(n: usize, seed: f64) -> Vec<f64> {
    (0..n).map(|k| (seed + 1.7 * k as f64).sin()).collect()
}

/// Both systems move alike. Their sums are in another order, so that each step rounds differently by 1e-16, which a hundred steps
/// of a motion that is not chaotic make a hundred times larger.
pub(crate) fn same<A, B, D: Copy>((a, b): (A, B), scheme: D, start: (&[f64], &[f64]))
where
    A: Discretize<D, Scalar = f64>,
    B: Discretize<D, Scalar = f64>,
    A::Inputs: NoInputs,
    B::Inputs: NoInputs,
{
    let (a, b) = (moved(a, scheme, start), moved(b, scheme, start));
    assert!(apart(&a.0, &b.0) < 1e-13, "{:?} {:?}", a.0, b.0);
    assert!(apart(&[a.1], &[b.1]) < 1e-13, "{} {}", a.1, b.1);
}
