//! Estimates of the time of an assembly, a factorization and a solve: nanoseconds a row.
//!
//! Measured with nets of 5 to 40 masses a row, with one and three coordinates a mass, as `solves nets` of the benches prints
//! them. Machines differ, their ratios little.
//!
//! ```text
//! band     20 + 4 k + 0.13 k²      half width k = 10: 72 measured, 20: 141, 40: 401, 62: 788
//! sparse   f (8 + 60/e)            f numbers of L and e entries in a row: 30 and 15: 365 measured, 38 and 15: 436,
//!                                  18 and 5: 379, 20 and 5: 427
//! ```
//!
//! A step solves more often than it factors, and solves with sparse factors are refined. Steps of `Midpoint` of nets in space,
//! held at two corners, in microseconds a coordinate, as `any_size nets` prints them:
//!
//! ```text
//! masses a row     14     20     28     40
//! band           1.11   1.81   2.7    4.3
//! sparse         1.74   2.03   2.9    2.9
//! ```
//!
//! Without mirror images of all entries the factors are L U, with exchanges of rows. These take 1.5 times as long where rows
//! stay, as with a dominant diagonal, and 3 to 5 times with the multipliers of nets that are held at some masses.

use super::super::Pattern;

/// The ratio of the cost of sparse factors in a step to that in one assembly, factorization and solve, with bands as the unit.
/// In steps both take the same time from some 25 masses a row on, not from 14.
const IN_STEPS: f64 = 2.2;

/// Sparse factors take at least so long: those of small nets 185.
pub(super) const LEAST_OF_SPARSE: f64 = IN_STEPS * 180.0;

pub(super) fn of_band(half: usize) -> f64 {
    let k = half as f64;
    20.0 + k * (4.0 + 0.13 * k)
}

/// L U beside L B Lᵀ.
const WITH_EXCHANGES: f64 = 3.0;

/// With `fill` numbers of L in a row.
pub(super) fn of_sparse(pattern: &Pattern, fill: f64) -> f64 {
    let rows = pattern.size().max(1) as f64;
    let factors = if pattern.is_symmetric() {
        IN_STEPS
    } else {
        WITH_EXCHANGES
    };
    let estimate = factors * fill * (8.0 + 60.0 * rows / pattern.entry_count().max(1) as f64);
    estimate.max(LEAST_OF_SPARSE)
}
