//! Products, sums and Cholesky factors of small matrices over any scalar.
//!
//! Knows nothing of costs or steps. The loops have constant bounds, so that the compiler unrolls them.

use nalgebra::{ArrayStorage, SMatrix};

use extremal_numerics::block::zeros;
use extremal_numerics::{Scalar, Size, SizeOf, lu};

/// A matrix of R rows and C columns.
pub(super) type Matrix<T, const R: usize, const C: usize> = SMatrix<T, R, C>;

/// The matrix of the entries `entry(row, column)`.
#[inline(always)]
pub(super) fn matrix<T: Scalar, const R: usize, const C: usize>(
    mut entry: impl FnMut(usize, usize) -> T,
) -> Matrix<T, R, C> {
    let mut columns = [[T::from_f64(0.0); R]; C];
    for (column, entries) in columns.iter_mut().enumerate() {
        for (row, place) in entries.iter_mut().enumerate() {
            *place = entry(row, column);
        }
    }
    SMatrix::from_array_storage(ArrayStorage(columns))
}

/// A B.
#[inline]
pub(super) fn product<T: Scalar, const R: usize, const K: usize, const C: usize>(
    a: &Matrix<T, R, K>,
    b: &Matrix<T, K, C>,
) -> Matrix<T, R, C> {
    let mut product = [[T::from_f64(0.0); R]; C];
    for (to, b) in product.iter_mut().zip(&b.data.0) {
        for (a, &b) in a.data.0.iter().zip(b) {
            for (to, &a) in to.iter_mut().zip(a) {
                *to = *to + a * b;
            }
        }
    }
    SMatrix::from_array_storage(ArrayStorage(product))
}

/// Aᵀ B.
#[inline]
pub(super) fn transposed_product<T: Scalar, const R: usize, const K: usize, const C: usize>(
    a: &Matrix<T, K, R>,
    b: &Matrix<T, K, C>,
) -> Matrix<T, R, C> {
    let mut product = [[T::from_f64(0.0); R]; C];
    for (to, b) in product.iter_mut().zip(&b.data.0) {
        for (to, a) in to.iter_mut().zip(&a.data.0) {
            *to = a.iter().zip(b).fold(*to, |sum, (&a, &b)| sum + a * b);
        }
    }
    SMatrix::from_array_storage(ArrayStorage(product))
}

/// A + B.
#[inline]
pub(super) fn sum<T: Scalar, const R: usize, const C: usize>(
    a: &Matrix<T, R, C>,
    b: &Matrix<T, R, C>,
) -> Matrix<T, R, C> {
    matrix(|row, column| a.data.0[column][row] + b.data.0[column][row])
}

/// A + s B.
#[cfg(feature = "std")]
#[inline]
pub(super) fn combined<T: Scalar, const R: usize, const C: usize>(
    a: &Matrix<T, R, C>,
    s: T,
    b: &Matrix<T, R, C>,
) -> Matrix<T, R, C> {
    matrix(|row, column| a.data.0[column][row] + s * b.data.0[column][row])
}

/// A − B.
#[inline]
pub(super) fn difference<T: Scalar, const R: usize, const C: usize>(
    a: &Matrix<T, R, C>,
    b: &Matrix<T, R, C>,
) -> Matrix<T, R, C> {
    matrix(|row, column| a.data.0[column][row] - b.data.0[column][row])
}

/// Aᵀ.
#[inline]
pub(super) fn transposed<T: Scalar, const R: usize, const C: usize>(a: &Matrix<T, R, C>) -> Matrix<T, C, R> {
    matrix(|row, column| a.data.0[row][column])
}

/// ½ (A + Aᵀ).
#[inline]
pub(super) fn symmetric<T: Scalar, const N: usize>(a: &Matrix<T, N, N>) -> Matrix<T, N, N> {
    let half = T::from_f64(0.5);
    matrix(|row, column| half * (a.data.0[column][row] + a.data.0[row][column]))
}

/// The largest |entry|; NaN if one of them is NaN.
pub(super) fn largest<T: Scalar, const R: usize, const C: usize>(a: &Matrix<T, R, C>) -> SizeOf<T> {
    let entries = a.data.0.iter().flatten();
    entries.fold(SizeOf::<T>::from_f64(0.0), |most, entry| {
        let size = entry.magnitude();
        if size <= most || most.is_nan() { most } else { size }
    })
}

/// A⁻¹ B; `None` where A is singular or not finite.
pub(super) fn solved<T: Scalar, const N: usize, const C: usize>(
    a: &Matrix<T, N, N>,
    b: &Matrix<T, N, C>,
) -> Option<Matrix<T, N, C>> {
    // The columns of a transposed matrix are the rows that the elimination wants.
    let (mut rows, mut right) = (transposed(a), transposed(b));
    let (a, b) = (rows.data.0.as_flattened_mut(), right.data.0.as_flattened_mut());
    lu::solve_all(a, b, C).ok()?;
    Some(transposed(&right))
}

/// The Cholesky factor L of a symmetric matrix A = L Lᵀ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cholesky<T, const N: usize>(Matrix<T, N, N>);

impl<T: Scalar, const N: usize> Cholesky<T, N> {
    /// The factor; or the row whose pivot is not above N ε times its diagonal entry, with the pivot: A is not positive definite
    /// to rounding.
    #[inline]
    pub(super) fn of(a: &Matrix<T, N, N>) -> Result<Self, (usize, SizeOf<T>)> {
        let mut factor = zeros::<T, Matrix<T, N, N>>();
        let l = &mut factor.data.0;
        let smallest = SizeOf::<T>::from_f64(N as f64 * T::EPSILON);
        for column in 0..N {
            let diagonal = a.data.0[column][column];
            let pivot = (0..column).fold(diagonal, |rest, k| rest - l[k][column] * l[k][column]);
            if !(pivot.real() > smallest * diagonal.magnitude() && pivot.magnitude().is_finite()) {
                return Err((column, pivot.real()));
            }
            let root = Scalar::sqrt(pivot);
            l[column][column] = root;
            for row in column + 1..N {
                let rest = (0..column).fold(a.data.0[column][row], |rest, k| rest - l[k][row] * l[k][column]);
                l[column][row] = rest / root;
            }
        }
        Ok(Self(factor))
    }

    /// The row with the smallest pivot relative to its diagonal entry of A, and that pivot: 1 where A is diagonal, and about
    /// the rounding of A where it is nearly singular.
    #[cfg(feature = "std")]
    pub(super) fn smallest_pivot(&self, a: &Matrix<T, N, N>) -> (usize, f64) {
        let pivots = (0..N).map(|k| {
            let root = self.0.data.0[k][k];
            (k, (root * root / a.data.0[k][k]).real().to_f64())
        });
        pivots.fold(
            (0, 1.0),
            |least, pivot| if pivot.1 < least.1 { pivot } else { least },
        )
    }

    /// A⁻¹ B.
    #[inline]
    pub(super) fn solve<const C: usize>(&self, b: &Matrix<T, N, C>) -> Matrix<T, N, C> {
        let (l, mut x) = (&self.0.data.0, *b);
        for x in &mut x.data.0 {
            for row in 0..N {
                x[row] = (0..row).fold(x[row], |rest, k| rest - l[k][row] * x[k]) / l[row][row];
            }
            for row in (0..N).rev() {
                x[row] = (row + 1..N).fold(x[row], |rest, k| rest - l[row][k] * x[k]) / l[row][row];
            }
        }
        x
    }
}
