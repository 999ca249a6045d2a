//! The motion inside a composed step: the cubic with the velocities of both ends.
//!
//! Knows nothing of how the ends came about.

use crate::{Block, Scalar};

/// What determines the motion inside a composed step: velocity at its start, mean velocity, velocity at its end.
pub type HermiteStages<T, const N: usize> = [[T; N]; 3];

/// q and q̇ inside a composed step, by the cubic with the velocities of both ends.
pub fn hermite<T: Scalar, V: Block<T>, const N: usize>(
    h: T,
    q0: &V,
    stages: &HermiteStages<T, N>,
    s: T,
) -> (V, V) {
    let [begin, mean, end] = stages;
    let (two, three) = (T::from_f64(2.0), T::from_f64(3.0));
    let square = |i: usize| three * mean[i] - two * begin[i] - end[i];
    let cube = |i: usize| begin[i] + end[i] - two * mean[i];
    let moved = |i: usize| s * (begin[i] + s * (square(i) + s * cube(i)));
    (
        V::from_fn(|i| q0.as_slice()[i] + h * moved(i)),
        V::from_fn(|i| begin[i] + s * (two * square(i) + three * s * cube(i))),
    )
}
