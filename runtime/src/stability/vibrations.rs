//! Vibrations about a state, from the derivative of a step that is a Cayley transform.
//!
//! Knows matrices, and no system or scheme.
//!
//! ```text
//! A = (1 − ½ h B)⁻¹ (1 + ½ h B),   ż = B z:   λ = (1 + ½ h μ)/(1 − ½ h μ),   μ = (2/h) (λ − 1)/(λ + 1)
//! ```

use alloc::vec::Vec;

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, Dyn, Schur};

use super::eigenvalues::of_block;
use crate::Failure;
use crate::drive::{SparseLinearization, StepSpace};
use crate::linearize::LinearizationOf;
use extremal_numerics::{Scalar, Size};

/// Sweeps for each row of a matrix, as of small ones.
const SWEEPS: usize = 30;

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
    if !matrix.iter().all(|entry| entry.is_finite()) {
        return Err(Failure::NotFinite {
            what: "derivative of the step",
        });
    }
    balance_parlett_reinsch::<f64, Dyn>(&mut matrix);
    let rounding = Scalar::sqrt(ROUNDINGS * matrix.nrows() as f64 * epsilon) * matrix.amax().max(1.0);
    let eigenvalues = of_balanced(matrix)?;
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

/// Eigenvalues by Schur's form, of the matrix or of that seen in a mirror: see those of a fixed size.
fn of_balanced(matrix: DMatrix<f64>) -> Result<Vec<Complex<f64>>, Failure> {
    let n = matrix.nrows();
    let u = DMatrix::from_fn(n, 1, |row, _| 1.0 / (1.7 + row as f64)).normalize();
    let mirror = DMatrix::identity(n, n) - &u * u.transpose() * 2.0;
    let most = SWEEPS * n;
    let schur = |bound: f64| {
        Schur::try_new(matrix.clone(), bound, most)
            .or_else(|| Schur::try_new(&mirror * &matrix * &mirror, bound, most))
    };
    let bounds = [1.0, 2.0, 4.0, 8.0].map(|bound| bound * f64::EPSILON);
    let Some(schur) = bounds.into_iter().find_map(schur) else {
        return Err(Failure::Eigenvalues { iterations: most });
    };
    let (_, t) = schur.unpack();
    let entry = |row: usize, column: usize| t.get((row, column)).copied().unwrap_or(0.0);
    let mut below = 0.0;
    Ok((0..n).map(|k| of_block(&entry, k, &mut below)).collect())
}
