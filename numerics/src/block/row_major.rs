//! Matrices that are stored row by row, without indices that could panic.

use crate::{Block, Scalar};

/// A matrix of rows of one width, one after the other. Rows beyond its end are empty.
#[derive(Clone, Copy, Debug)]
pub struct RowMajor<'a, T> {
    numbers: &'a [T],
    width: usize,
}

impl<'a, T> RowMajor<'a, T> {
    /// A matrix of rows of `width` numbers.
    #[inline(always)]
    pub fn new(numbers: &'a [T], width: usize) -> Self {
        Self { numbers, width }
    }

    /// A row.
    #[inline(always)]
    pub fn row(self, row: usize) -> &'a [T] {
        self.own(row).unwrap_or_default()
    }

    /// The rows, one after the other.
    #[inline(always)]
    pub fn rows(self) -> impl Iterator<Item = &'a [T]> {
        super::rows(self.numbers, self.width)
    }

    /// A row that there is: where the compiler knows the width, it knows the length.
    #[inline(always)]
    fn own(self, row: usize) -> Option<&'a [T]> {
        let Self { numbers, width } = self;
        numbers.get(width * row..width * row + width)
    }
}

impl<T: Scalar> RowMajor<'_, T> {
    /// The product of a row with a vector, of the numbers that both have.
    #[inline(always)]
    pub fn dot(self, row: usize, vector: &[T]) -> T {
        match self.own(row) {
            Some(row) => dot(row, vector),
            None => T::from_f64(0.0),
        }
    }

    /// The product of the magnitudes of a row and a vector, Σ |aₖ xₖ|.
    #[inline(always)]
    pub fn dot_of_sizes(self, row: usize, vector: &[T]) -> T {
        match self.own(row) {
            Some(row) => dot_of_sizes(row, vector),
            None => T::from_f64(0.0),
        }
    }
}

/// Σ a b
#[inline(always)]
pub fn dot<T: Scalar>(a: &[T], b: &[T]) -> T {
    let products = a.iter().zip(b);
    products.fold(T::from_f64(0.0), |sum, (&a, &b)| sum + a * b)
}

/// Σ |a b|
#[inline(always)]
pub fn dot_of_sizes<T: Scalar>(a: &[T], b: &[T]) -> T {
    let products = a.iter().zip(b);
    products.fold(T::from_f64(0.0), |sum, (&a, &b)| sum + Scalar::abs(a * b))
}

/// A column of a square matrix at the begin of a longer list, without `step_by`, which panics for steps of zero.
pub fn column_mut<T>(matrix: &mut [T], rows: usize, column: usize) -> impl Iterator<Item = &mut T> {
    let each = super::rows_mut(matrix, rows).take(rows);
    each.filter_map(move |row| row.get_mut(column))
}

/// Writes one number; none beyond the end.
#[inline]
pub fn write<T, B: Block<T>>(block: &mut B, place: usize, value: T) {
    if let Some(number) = block.as_mut_slice().get_mut(place) {
        *number = value;
    }
}
