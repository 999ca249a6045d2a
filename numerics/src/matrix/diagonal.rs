//! Diagonal matrices.

use core::marker::PhantomData;

use crate::block::at;
use crate::{LinearFailure, Scalar, Size, SizeOf, Vector};

use super::{Matrix, Misplaced, check_length};

/// A diagonal matrix; `V` holds the n numbers on the diagonal, as an array or as a vector of any length.
///
/// ```
/// use extremal_numerics::matrix::{Diagonal, Matrix};
///
/// let mut m = Diagonal::<f64, [f64; 2]>::new(2);
/// m.add(&[0], &[0], &[2.0]);
/// m.add(&[1], &[1], &[4.0]);
/// let mut b = [1.0, 1.0];
/// m.factor()?;
/// m.solve(&mut b)?;
/// assert_eq!(b, [0.5, 0.25]);
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagonal<T, V> {
    entries: V,
    misplaced: Misplaced,
    scalar: PhantomData<T>,
}

impl<T: Scalar, V: Vector<T>> Diagonal<T, V> {
    /// The matrix of `n` zeros on the diagonal. An array has its own length, whatever `n` is.
    pub fn new(n: usize) -> Self {
        Self {
            entries: V::with_len(n, |_| T::from_f64(0.0)),
            misplaced: Misplaced::default(),
            scalar: PhantomData,
        }
    }
}

impl<T: Scalar, V: Vector<T>> Matrix<T> for Diagonal<T, V> {
    fn size(&self) -> usize {
        self.entries.as_slice().len()
    }

    #[inline]
    fn clear(&mut self) {
        self.entries.as_mut_slice().fill(T::from_f64(0.0));
        self.misplaced = Misplaced::default();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        match self.entries.as_mut_slice().get_mut(row) {
            Some(entry) if row == column => *entry = *entry + value,
            _ => self.misplaced.note(row, column),
        }
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.misplaced.check()?;
        for (pivot, entry) in self.entries.as_slice().iter().enumerate() {
            let size = entry.divisor_size();
            if !size.is_finite() {
                return Err(LinearFailure::NotFinite { what: "tangent" });
            }
            if size == SizeOf::<T>::from_f64(0.0) {
                let size = 0.0;
                return Err(LinearFailure::Singular { pivot, size });
            }
        }
        Ok(())
    }

    #[inline]
    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        let entries = self.entries.as_slice();
        check_length(entries.len(), b.len())?;
        b.iter_mut().zip(entries).for_each(|(b, &entry)| *b = *b / entry);
        Ok(())
    }
}

impl<T: Scalar, V: Vector<T>> Diagonal<T, V> {
    /// The number at place `k` of the diagonal; zero beyond the end.
    pub fn entry(&self, k: usize) -> T {
        at(self.entries.as_slice(), k)
    }
}
