//! Vibrations about a state, from the derivative of a step that is a Cayley transform.
//!
//! Knows matrices, and no system or scheme.
//!
//! ```text
//! A = (1 − ½ h B)⁻¹ (1 + ½ h B),   ż = B z:   λ = (1 + ½ h μ)/(1 − ½ h μ),   μ = (2/h) (λ − 1)/(λ + 1)
//! ```

use alloc::vec::Vec;

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, Dyn};

use super::eigenvalues::{check_finite, of_balanced};
use crate::Failure;
use crate::drive::{SparseLinearization, StepSpace};
use crate::linearize::LinearizationOf;
use extremal_numerics::{Scalar, Size};

/// Roundings of an entry for each row.
const ROUNDINGS: f64 = 64.0;

/// A derivative of a step that gives ∂z₁/∂z₀ as one matrix of numbers.
pub trait Vibrating {
    /// The rounding of its numbers.
    const EPSILON: f64;

    /// ∂(q₁, p₁)/∂(q₀, p₀).
    ///
    /// # Errors
    ///
    /// The errors of products with it.
    fn into_matrix(self) -> Result<DMatrix<f64>, Failure>;
}

impl<T: Scalar, const R: usize, const I: usize, const P: usize> Vibrating for LinearizationOf<T, R, I, P> {
    const EPSILON: f64 = T::EPSILON;

    fn into_matrix(self) -> Result<DMatrix<f64>, Failure> {
        let entries = self.by_state.iter().map(|entry| entry.real().to_f64());
        Ok(DMatrix::from_iterator(R, R, entries))
    }
}

impl<T: Scalar, X: StepSpace<T>> Vibrating for SparseLinearization<T, X> {
    const EPSILON: f64 = T::EPSILON;

    fn into_matrix(mut self) -> Result<DMatrix<f64>, Failure> {
        Ok(self.by_state()?.map(|entry| entry.real().to_f64()))
    }
}

/// Im μ of all pairs of conjugates, in ascending order.
///
/// An eigenvalue whose imaginary part is rounding is real. Constraints add several at 0, and free motions several at 1;
/// rounding ε of the entries moves two equal ones by the root of ε and of the size of the matrix.
pub(crate) fn frequencies(mut matrix: DMatrix<f64>, h: f64, epsilon: f64) -> Result<Vec<f64>, Failure> {
    check_finite::<Dyn>(&matrix)?;
    balance_parlett_reinsch::<f64, Dyn>(&mut matrix);
    let (rows, most) = (0..matrix.nrows(), matrix.amax().max(1.0));
    let count = rows.len() as f64;
    let (eigenvalues, bound) = of_balanced::<Dyn, Vec<_>>(matrix, |each| rows.map(each).collect())?;
    let rounding = Scalar::sqrt(ROUNDINGS * count * epsilon.max(bound)) * most;
    let turning = eigenvalues.into_iter().filter(|e| e.im > rounding);
    let mut all: Vec<f64> = turning.map(|e| frequency(e, h)).collect();
    all.sort_by(f64::total_cmp);
    Ok(all)
}

/// Im (2/h) (λ − 1)/(λ + 1).
fn frequency(e: Complex<f64>, h: f64) -> f64 {
    let above = 1.0 + e.re;
    4.0 * e.im / (h * (above * above + e.im * e.im))
}
