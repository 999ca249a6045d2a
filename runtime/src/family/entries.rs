//! Entries of matrices: where they go.
//!
//! Knows no system.

use extremal_numerics::Scalar;
use extremal_numerics::matrix::Matrix;

/// Where the entries of an assembled matrix go. Entries of one place add up. Each pass over the items of a system adds the same
/// places in the same order.
pub trait Entries<T> {
    /// Adds a number at a row and a column.
    fn add(&mut self, row: usize, column: usize, value: T);
}

/// Something that adds entries.
pub trait Adding<T> {
    /// Adds all of them.
    fn add_to(&self, entries: &mut impl Entries<T>);
}

/// Entries that a matrix takes.
pub(crate) struct Into<M>(pub(crate) M);

impl<T: Scalar, M: Matrix<T>> Entries<T> for Into<M> {
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.0.add_entry(row, column, value);
    }
}

/// Entries of which only the places are told.
pub(crate) struct Places<'a>(pub(crate) &'a mut dyn FnMut(usize, usize));

impl<T> Entries<T> for Places<'_> {
    fn add(&mut self, row: usize, column: usize, _: T) {
        (self.0)(row, column);
    }
}
