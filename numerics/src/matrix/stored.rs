//! Storages of matrices: how one is made for the places of entries, and what a caller may know of it.

use core::fmt::Debug;

use super::{Banded, Diagonal, Matrix, Tridiagonal};
use crate::{LinearFailure, Scalar, Vector};

/// Something that adds entries to a matrix, of whatever kind that is.
pub trait Assembling<T: Scalar> {
    /// Adds all of them.
    fn add_to(self, matrix: impl Matrix<T>);
}

/// A matrix that is made for the places of its entries. `Storage` (feature `alloc`) finds what suits them; [`Diagonal`],
/// [`Tridiagonal`] and [`FixedBand`] are what they are, whatever the places.
pub trait Stored<T: Scalar>: Matrix<T> + Clone + Debug + 'static {
    /// A matrix of `size` rows. `places` calls its argument with the row and the column of each entry, in the order in
    /// which they will be added. Those on the diagonal may be left out, all of them.
    ///
    /// # Errors
    ///
    /// The errors of `Storage::of`.
    fn for_places(
        size: usize,
        places: impl FnOnce(&mut dyn FnMut(usize, usize)),
    ) -> Result<Self, LinearFailure>;

    /// Whether there are no entries beside the diagonal.
    fn is_diagonal(&self) -> bool {
        false
    }

    /// Whether a factorization takes little more time than a solve.
    fn has_cheap_factors(&self) -> bool {
        false
    }

    /// Whether a factorization takes several times as long as a solve.
    fn has_dear_factors(&self) -> bool {
        false
    }

    /// Adds entries, with one decision for all of them on where they go.
    #[inline]
    fn assemble(&mut self, entries: impl Assembling<T>) {
        entries.add_to(self);
    }
}

impl<T: Scalar, V: Vector<T>> Stored<T> for Diagonal<T, V> {
    fn for_places(size: usize, _: impl FnOnce(&mut dyn FnMut(usize, usize))) -> Result<Self, LinearFailure> {
        Ok(Self::new(size))
    }

    fn is_diagonal(&self) -> bool {
        true
    }

    fn has_cheap_factors(&self) -> bool {
        true
    }
}

impl<T: Scalar, V: Vector<T>> Stored<T> for Tridiagonal<T, V> {
    fn for_places(size: usize, _: impl FnOnce(&mut dyn FnMut(usize, usize))) -> Result<Self, LinearFailure> {
        Ok(Self::new(size))
    }

    fn has_cheap_factors(&self) -> bool {
        true
    }
}

/// A [`Banded`] matrix whose half bandwidth is a constant of its type.
///
/// ```
/// use extremal_numerics::matrix::{FixedBand, Matrix, Stored};
///
/// // Three rows with the half bandwidth 2, each of 3 (2 + 1) numbers.
/// let mut a = FixedBand::<f64, [[f64; 9]; 3], 2>::for_places(3, |_| {})?;
/// a.add(&[0, 2], &[0, 2], &[2.0, 1.0, 1.0, 2.0]);
/// a.add(&[1], &[1], &[1.0]);
/// let mut b = [3.0, 1.0, 3.0];
/// a.factor()?;
/// a.solve(&mut b)?;
/// assert_eq!(b, [1.0; 3]);
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
#[derive(Clone, Debug)]
pub struct FixedBand<T, V, const HALF: usize>(Banded<T, V>);

impl<T: Scalar, V: Vector<T>, const HALF: usize> Matrix<T> for FixedBand<T, V, HALF> {
    fn size(&self) -> usize {
        self.0.size()
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        self.0.add_entry(row, column, value);
    }

    #[inline]
    fn add(&mut self, rows: &[usize], columns: &[usize], block: &[T]) {
        self.0.add(rows, columns, block);
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.0.factor()
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        self.0.solve(b)
    }
}

impl<T: Scalar, V: Vector<T>, const HALF: usize> Stored<T> for FixedBand<T, V, HALF> {
    fn for_places(size: usize, _: impl FnOnce(&mut dyn FnMut(usize, usize))) -> Result<Self, LinearFailure> {
        Ok(Self(Banded::new(size, HALF)))
    }
}
