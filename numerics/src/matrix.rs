//! Matrices that are assembled from local blocks, and the solution of their linear equations.
//!
//! A step of a large system solves A dx = −r, where A is a sum over springs, rods or elements, each of which adds a small
//! block:
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
//! | `Sparse` (feature `sparse`) | nets, meshes, constraints | entries and factors | the library faer |
//!
//! In [`Diagonal`], [`Tridiagonal`] and [`Banded`] the numbers may stand in arrays, and then no allocator is necessary. k
//! is the half bandwidth: the largest |i − j| of an entry at row i and column j. `Storage::of` (feature `alloc`) chooses by the
//! pattern, and finds an order of the rows with a narrow band if there is one.
//!
//! # A large system by hand
//!
//! Newton's method for the midpoint rule of masses in a row, springs with the energy ½d² + ¼d⁴ to both neighbours and walls:
//!
//! ```text
//! r(v) = p − v − ½ h V'(q + ½ h v) = 0,   A dv = r,   A = 1 + ¼ h² V''(q + ½ h v),   q += h v,   p ← 2 v − p
//! ```
//!
//! ```
//! use extremal_numerics::matrix::{Matrix, Tridiagonal};
//! use nalgebra::DVector;
//!
//! let (n, h) = (1000, 0.1);
//! let (mut q, mut p, mut v) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
//! let mut a = Tridiagonal::<f64, DVector<f64>>::new(n);
//! p[500] = 1.0;
//! for _ in 0..10 {
//!     loop {
//!         a.clear();
//!         let middle: Vec<f64> = q.iter().zip(&v).map(|(q, v)| q + 0.5 * h * v).collect();
//!         let mut r: Vec<f64> = p.iter().zip(&v).map(|(p, v)| p - v).collect();
//!         for i in 0..n {
//!             a.add(&[i], &[i], &[1.0]);
//!         }
//!         for i in 0..=n {
//!             // The spring before mass i; the first and the last one end at a wall.
//!             let right = if i < n { middle[i] } else { 0.0 };
//!             let d = if i > 0 { right - middle[i - 1] } else { right };
//!             let force = 0.5 * h * (d + d.powi(3));
//!             let k = 0.25 * h * h * (1.0 + 3.0 * d * d);
//!             if i < n {
//!                 r[i] -= force;
//!                 a.add(&[i], &[i], &[k]);
//!             }
//!             if i > 0 {
//!                 r[i - 1] += force;
//!                 a.add(&[i - 1], &[i - 1], &[k]);
//!             }
//!             if i > 0 && i < n {
//!                 a.add(&[i - 1, i], &[i - 1, i], &[0.0, -k, -k, 0.0]);
//!             }
//!         }
//!         a.factor()?;
//!         a.solve(&mut r)?;
//!         v.iter_mut().zip(&r).for_each(|(v, dv)| *v += dv);
//!         if r.iter().all(|dv| dv.abs() < 1e-10) {
//!             break;
//!         }
//!     }
//!     for i in 0..n {
//!         q[i] += h * v[i];
//!         p[i] = 2.0 * v[i] - p[i];
//!     }
//! }
//! // The walls are far away: the momentum is that of the start.
//! assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
//! # Ok::<(), extremal_numerics::LinearFailure>(())
//! ```
//!
//! # Errors
//!
//! A matrix without an inverse is found when it is factored: [`LinearFailure::Singular`] names a column whose
//! pivot is at most
//! n ε times as large as its row, with n counted up to 1024. An entry that is added where the storage has no place for it is an
//! error of the next factorization, [`LinearFailure::Misplaced`].
//!
//! | file | idea |
//! | --- | --- |
//! | `diagonal` | diagonal matrices |
//! | `tridiagonal`, `exchange` | tridiagonal ones, from both ends; and with exchanges of rows |
//! | `banded` | any half bandwidth |
//! | `sparse` | any pattern, by faer |
//! | `eliminated` | rows without a diagonal, as those of constraints, behind all others |
//! | `triangular` | two parts, the first of which does not depend on the second |
//! | `stored` | how a matrix is made for the places of its entries |
//! | `pattern`, `storage` | which entries a matrix has, and what suits them |
//! | `order` | entries that are added in the same order each time |

mod banded;
mod diagonal;
#[cfg(feature = "alloc")]
mod eliminated;
mod exchange;
#[cfg(feature = "alloc")]
mod order;
#[cfg(feature = "alloc")]
mod pattern;
#[cfg(feature = "sparse")]
mod sparse;
#[cfg(feature = "alloc")]
mod storage;
mod stored;
#[cfg(feature = "alloc")]
mod triangular;
mod tridiagonal;

pub use banded::Banded;
pub use diagonal::Diagonal;
#[cfg(feature = "alloc")]
pub use pattern::Pattern;
#[cfg(feature = "sparse")]
pub use sparse::Sparse;
#[cfg(feature = "alloc")]
pub use storage::Storage;
pub use stored::{Assembling, FixedBand, Stored};
pub use tridiagonal::Tridiagonal;

use crate::{LinearFailure, Scalar, Size, SizeOf};

/// A square matrix that is assembled from local blocks.
///
/// Clear it, add the blocks, factor it, solve as often as you like. After `factor` the entries are gone: clear it before
/// blocks are
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
        add_entries(self, |row| row, (rows, columns), block);
    }

    /// Prepares solves.
    ///
    /// # Errors
    ///
    /// [`LinearFailure::Singular`] with a column, counted from 0, that has no pivot; [`LinearFailure::NotFinite`];
    /// [`LinearFailure::Misplaced`]. After an error the matrix has to be cleared.
    fn factor(&mut self) -> Result<(), LinearFailure>;

    /// `b` becomes the solution x of A x = b, with the matrix as it was factored.
    ///
    /// # Errors
    ///
    /// [`LinearFailure::Length`] if `b` does not have n numbers.
    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure>;

    /// As [`solve`](Self::solve), for an iteration that tests where its corrections lead: they may lack digits.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve).
    #[inline]
    fn solve_roughly(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        self.solve(b)
    }
}

impl<T: Scalar, M: Matrix<T> + ?Sized> Matrix<T> for &mut M {
    fn size(&self) -> usize {
        (**self).size()
    }

    fn clear(&mut self) {
        (**self).clear();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        (**self).add_entry(row, column, value);
    }

    #[inline]
    fn add(&mut self, rows: &[usize], columns: &[usize], block: &[T]) {
        (**self).add(rows, columns, block);
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        (**self).factor()
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        (**self).solve(b)
    }

    fn solve_roughly(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        (**self).solve_roughly(b)
    }
}

/// Adds a block whose rows and columns stand at other places.
#[inline]
fn add_entries<T: Scalar>(
    a: &mut (impl Matrix<T> + ?Sized),
    place: impl Fn(usize) -> usize,
    (rows, columns): (&[usize], &[usize]),
    block: &[T],
) {
    let mut values = block.iter();
    for &row in rows {
        let row = place(row);
        for (&column, &value) in columns.iter().zip(&mut values) {
            a.add_entry(row, place(column), value);
        }
    }
}

/// The first entry that was added where the storage has no place.
#[derive(Clone, Copy, Debug, Default)]
struct Misplaced(Option<(usize, usize)>);

impl Misplaced {
    #[cold]
    fn note(&mut self, row: usize, column: usize) {
        self.0.get_or_insert((row, column));
    }

    fn check(self) -> Result<(), LinearFailure> {
        match self.0 {
            None => Ok(()),
            Some((row, column)) => Err(LinearFailure::Misplaced { row, column }),
        }
    }
}

/// Whether a right-hand side has as many numbers as the matrix has rows.
#[inline]
fn check_length(expected: usize, found: usize) -> Result<(), LinearFailure> {
    if expected == found {
        Ok(())
    } else {
        Err(LinearFailure::Length {
            what: "right-hand side",
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

#[cfg(feature = "alloc")]
#[cfg(test)]
mod tests;
