//! Matrices that are assembled from local blocks, and the solution of their linear equations.
//!
//! A step of a large system solves A dx = −r, where A is a sum over springs, rods or elements, each of which adds a small block:
//!
//! ```text
//! A = Σ_e P_eᵀ A_e P_e        (A_e)_{ij} is added to A at row rows[i] and column columns[j]
//! ```
//!
//! A [`Matrix`] takes the blocks, is factored, and solves in place. It allocates when it is made, and not afterwards.
//!
//! # Which storage when
//!
//! | storage | for | numbers kept | operations of a factorization and a solve |
//! | --- | --- | --- | --- |
//! | [`Diagonal`] | masses of points, explicit steps | n | n |
//! | [`Tridiagonal`] | chains, bars with linear elements | 5 n | 13 n, from both ends at once |
//! | [`Banded`] | rods in a row, beams, narrow grids | 3 (k + 1) n | up to 2 n k (2 k + 1) + n (6 k + 1) |
//!
//! In [`Diagonal`], [`Tridiagonal`] and [`Banded`] the numbers may stand in arrays, and then no allocator is necessary. k is the
//! half bandwidth: the largest |i − j| of an entry at row i and column j.
//!
//! # Errors
//!
//! A matrix without an inverse is found when it is factored: [`Failure::SingularTangent`] names the first column whose pivot is at most
//! n ε times as large as its row, with n counted up to 1024. An entry that is added where the storage has no place for it is an
//! error of the next factorization, [`Failure::Misplaced`].
//!
//! | file | idea |
//! | --- | --- |
//! | `diagonal` | diagonal matrices |
//! | `tridiagonal`, `exchange` | tridiagonal ones, from both ends; and with exchanges of rows |
//! | `banded` | any half bandwidth |

mod banded;
mod diagonal;
mod exchange;
mod tridiagonal;

pub use banded::Banded;
pub use diagonal::Diagonal;
pub use tridiagonal::Tridiagonal;

use crate::{Failure, Scalar, Size, SizeOf};

/// A square matrix that is assembled from local blocks.
///
/// Clear it, add the blocks, factor it, solve as often as you like. After `factor` the entries are gone: clear it before blocks are
/// added again.
pub trait Matrix<T: Scalar> {
    /// The number n of rows, which is that of columns.
    fn size(&self) -> usize;

    /// Every entry becomes zero.
    fn clear(&mut self);

    /// Adds a number at one place.
    fn add_entry(&mut self, row: usize, column: usize, value: T);

    /// Adds a local block, row by row: its number at (i, j) is added at row `rows[i]` and column `columns[j]`.
    #[inline]
    fn add(&mut self, rows: &[usize], columns: &[usize], block: &[T]) {
        let mut values = block.iter();
        for &row in rows {
            for (&column, &value) in columns.iter().zip(&mut values) {
                self.add_entry(row, column, value);
            }
        }
    }

    /// Prepares solves.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularTangent`] with a column, counted from 0, that has no pivot; [`Failure::NotFinite`];
    /// [`Failure::Misplaced`]. After an error the matrix has to be cleared.
    fn factor(&mut self) -> Result<(), Failure>;

    /// `b` becomes the solution x of A x = b, with the matrix as it was factored.
    ///
    /// # Errors
    ///
    /// [`Failure::Length`] if `b` does not have n numbers.
    fn solve(&mut self, b: &mut [T]) -> Result<(), Failure>;
}

/// The first entry that was added where the storage has no place.
#[derive(Clone, Copy, Debug, Default)]
struct Misplaced(Option<(usize, usize)>);

impl Misplaced {
    #[cold]
    fn note(&mut self, row: usize, column: usize) {
        self.0.get_or_insert((row, column));
    }

    fn check(self) -> Result<(), Failure> {
        match self.0 {
            None => Ok(()),
            Some((row, column)) => Err(Failure::Misplaced { row, column }),
        }
    }
}

/// Whether a right-hand side has as many numbers as the matrix has rows.
#[inline]
fn check_length(expected: usize, found: usize) -> Result<(), Failure> {
    let what = "right-hand side";
    if expected == found {
        Ok(())
    } else {
        Err(Failure::Length {
            what,
            expected,
            found,
        })
    }
}

/// A pivot of at most this size, relative to its row, may be the rounding error of zero.
///
/// Along a free chain errors add up, n of them; but from some thousand on, regular chains have pivots of 1/n that must not be
/// refused in single precision.
fn smallest_pivot<T: Scalar>(n: usize) -> SizeOf<T> {
    SizeOf::<T>::from_count(n.min(1024)) * SizeOf::<T>::from_f64(T::EPSILON)
}

/// |pivot| relative to the size of its row; zero in a row of zeros.
fn relative<T: Scalar>(pivot: T, size: SizeOf<T>) -> SizeOf<T> {
    let zero = SizeOf::<T>::from_f64(0.0);
    if size == zero {
        zero
    } else {
        pivot.divisor_size() / size
    }
}

/// Writes a number, if there is a place for it.
#[inline]
fn set<T>(numbers: &mut [T], at: usize, value: T) {
    if let Some(number) = numbers.get_mut(at) {
        *number = value;
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
