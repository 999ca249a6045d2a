//! How the stages of one step go on in the next.
//!
//! Knows coefficients and nothing of which guess is the best.

use extremal_numerics::block::{rows, rows_mut, zeros};
use extremal_numerics::{Block, Scalar};

/// How the velocities in the stages of one step go on in the next: coefficients of the polynomial through them.
///
/// ```text
/// vᵢ = Σⱼ ℓⱼ(1 + cᵢ) vⱼ
/// ```
///
/// Row by row, one row a stage i of the next step; `ℓⱼ` are the Lagrange functions of the points `cⱼ`, seen from the
/// start of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extrapolation {
    /// The coefficients of the P stages of the last step, P × P.
    pub short: &'static [f64],
    /// The coefficients of the last two stages of the step before, and of those P: P × (P + 2).
    pub long: &'static [f64],
}

impl Extrapolation {
    /// For one stage: the three steps that `History` knows are all there is.
    pub const NONE: Self = Self {
        short: &[],
        long: &[],
    };

    /// P, if these are the coefficients of an unknown of this length; `None` for one stage.
    #[inline]
    pub(super) fn stages(&self, numbers: usize) -> Option<usize> {
        // P (P + 2) − P P = 2 P
        let stages = self.long.len().saturating_sub(self.short.len()) / 2;
        let fits = stages > 1
            && self.short.len() == stages * stages
            && self.long.len() == stages * (stages + 2)
            && numbers.is_multiple_of(stages);
        fits.then_some(stages)
    }
}

/// Σⱼ cᵢⱼ xⱼ for each stage i of n numbers, the stages j in two pieces.
#[inline]
pub(super) fn combine<T: Scalar, U: Block<T>>(
    coefficients: &[f64],
    (older, newer): (&[T], &[T]),
    n: usize,
) -> U {
    let mut combined: U = zeros();
    let columns = (older.len() + newer.len()).checked_div(n).unwrap_or(0);
    for (row, stage) in rows(coefficients, columns).zip(rows_mut(combined.as_mut_slice(), n)) {
        let known = rows(older, n).chain(rows(newer, n));
        for (&c, x) in row.iter().zip(known) {
            for (sum, &x) in stage.iter_mut().zip(x) {
                *sum = *sum + T::from_f64(c) * x;
            }
        }
    }
    combined
}
