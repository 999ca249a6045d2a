//! Numbers of fields by indices that only the program knows, for generated code: what does not exist is NaN.
//!
//! Knows no mechanics. Indices wrap: one below zero is beyond the end of every list.

use nalgebra::{Dim, IsContiguous, Matrix, RawStorage};

use crate::coordinate::CoordinateName;
use extremal_numerics::Scalar;

/// A list: an array, a slice, a vector, or a reference to one.
pub trait Rows {
    /// The type of its items.
    type Row;

    /// All items.
    fn rows(&self) -> &[Self::Row];

    /// The item, if it exists.
    #[inline]
    fn row(&self, index: usize) -> Option<&Self::Row> {
        self.rows().get(index)
    }

    /// The number of its items.
    #[inline]
    fn count(&self) -> usize {
        self.rows().len()
    }
}

impl<X> Rows for [X] {
    type Row = X;

    #[inline]
    fn rows(&self) -> &[X] {
        self
    }
}

impl<X, const N: usize> Rows for [X; N] {
    type Row = X;

    #[inline]
    fn rows(&self) -> &[X] {
        self
    }
}

#[cfg(feature = "alloc")]
impl<X> Rows for alloc::vec::Vec<X> {
    type Row = X;

    #[inline]
    fn rows(&self) -> &[X] {
        self
    }
}

/// By one number: the components of a vector.
impl<X: nalgebra::Scalar, R: Dim, C: Dim, S: RawStorage<X, R, C> + IsContiguous> Rows for Matrix<X, R, C, S> {
    type Row = X;

    #[inline]
    fn rows(&self) -> &[X] {
        self.as_slice()
    }

    #[inline]
    fn count(&self) -> usize {
        self.nrows()
    }
}

impl<L: Rows + ?Sized> Rows for &L {
    type Row = L::Row;

    #[inline]
    fn rows(&self) -> &[L::Row] {
        L::rows(self)
    }

    #[inline]
    fn count(&self) -> usize {
        L::count(self)
    }
}

/// The item of a list, if both exist.
#[inline]
pub fn row<L: Rows + ?Sized>(list: Option<&L>, index: usize) -> Option<&L::Row> {
    list?.row(index)
}

/// `count` items of a list, from a place on; none if there are fewer.
#[inline]
pub fn rows<L: Rows + ?Sized>(list: &L, start: usize, count: usize) -> &[L::Row] {
    let rows = list.rows().get(start..).unwrap_or_default();
    rows.get(..count).unwrap_or_default()
}

/// The entry of a matrix, if both exist.
#[inline]
pub fn entry<X: nalgebra::Scalar, R: Dim, C: Dim, S: RawStorage<X, R, C>>(
    matrix: Option<&Matrix<X, R, C, S>>,
    row: usize,
    column: usize,
) -> Option<&X> {
    matrix?.get((row, column))
}

/// The number of items of a list; 0 if there is none.
#[inline]
pub fn count<L: Rows + ?Sized>(list: Option<&L>) -> usize {
    list.map_or(0, L::count)
}

/// A number, or NaN if there is none.
#[inline]
pub fn number<T: Scalar>(number: Option<&T>) -> T {
    number.copied().unwrap_or_else(|| T::from_f64(f64::NAN))
}

/// The type of constants that are lengths.
#[diagnostic::on_unimplemented(
    message = "a length is a constant of type `usize`, and this one is of type `{Self}`",
    label = "declare it as `usize`"
)]
pub trait Length {}

#[diagnostic::do_not_recommend]
impl Length for usize {}

/// Where a constant is of another type, rustc says so at its name.
#[inline]
pub fn is_length(_: impl Length) {}

/// A constant that a declaration takes for a length: one of another type than `usize` is reported where it stands.
pub trait Constant {
    /// Its value, if it is an index.
    fn value(self) -> usize;
}

impl Constant for usize {
    #[inline]
    fn value(self) -> usize {
        self
    }
}

macro_rules! other_integers {
    ($($integer:ty)*) => {$(
        impl Constant for $integer {
            #[inline]
            fn value(self) -> usize {
                usize::try_from(self).unwrap_or(usize::MAX)
            }
        }
    )*};
}

other_integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize);

macro_rules! no_integers {
    ($($number:ty)*) => {$(
        impl Constant for $number {
            #[inline]
            fn value(self) -> usize {
                usize::MAX
            }
        }
    )*};
}

no_integers!(f32 f64);

/// A constant of the program.
#[inline]
pub fn constant(constant: impl Constant) -> usize {
    constant.value()
}

/// An index; one that is beyond every end if there is none.
#[inline]
#[must_use]
pub fn index(index: Option<&usize>) -> usize {
    index.copied().unwrap_or(usize::MAX)
}

/// The number that an integer stands for in a formula.
#[inline]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "integers of programs are below 2^53")]
pub fn whole<T: Scalar>(integer: usize) -> T {
    T::from_f64(integer.cast_signed() as f64)
}

/// a / b, rounded towards zero; an index beyond every end if there is none.
#[inline]
#[must_use]
pub fn quotient(a: usize, b: usize) -> usize {
    let quotient = a.cast_signed().checked_div(b.cast_signed());
    quotient.map_or(usize::MAX, isize::cast_unsigned)
}

/// a − (a / b) b; an index beyond every end if there is none.
#[inline]
#[must_use]
pub fn remainder(a: usize, b: usize) -> usize {
    let remainder = a.cast_signed().checked_rem(b.cast_signed());
    remainder.map_or(usize::MAX, isize::cast_unsigned)
}

/// How many integers there are from the first up to one that does not belong to them; none if it is not above the first.
#[inline]
#[must_use]
pub fn items(first: usize, beyond: usize) -> usize {
    let count = beyond.cast_signed().checked_sub(first.cast_signed());
    count.map_or(0, |count| count.max(0).cast_unsigned())
}

/// `pins[17][2]`: the name of a row of an item, by the indices of the item; each row has a word and indices within its item.
#[must_use]
pub fn row_name(rows: &[(&'static str, &[usize])], row: usize, item: &[usize]) -> CoordinateName {
    let (word, inner) = rows.get(row).copied().unwrap_or_default();
    let mut indices = [0; 3];
    let all = item.iter().chain(inner);
    let rank = indices
        .iter_mut()
        .zip(all)
        .map(|(index, &one)| *index = one)
        .count();
    CoordinateName::new(word, indices.get(..rank).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_exist_are_nan() {
        let rows = [[1.0, 2.0], [3.0, 4.0]];
        assert_eq!(number::<f64>(row(row(Some(&rows), 1), 0)), 3.0);
        for (i, j) in [(2, 0), (1, 2), (usize::MAX, 0)] {
            assert!(number::<f64>(row(row(Some(&rows), i), j)).is_nan());
        }
        let matrix = nalgebra::Matrix2::new(1.0, 2.0, 3.0, 4.0);
        assert_eq!(number::<f64>(entry(Some(&matrix), 1, 0)), 3.0);
        assert!(number::<f64>(entry(Some(&matrix), 2, 0)).is_nan());
        assert_eq!(count(Some(&rows)), 2);
        assert_eq!(count::<[f64]>(None), 0);
        assert_eq!(index(row(Some(&[7_usize][..]), 1)), usize::MAX);
    }

    #[test]
    fn integers_below_zero_are_beyond_every_end() {
        let below = 0_usize.wrapping_sub(3);
        assert_eq!(quotient(below, 2), 0_usize.wrapping_sub(1));
        assert_eq!(remainder(below, 2), 0_usize.wrapping_sub(1));
        assert_eq!((quotient(7, 0), remainder(7, 0)), (usize::MAX, usize::MAX));
        assert_eq!(whole::<f64>(below), -3.0);
        assert_eq!(
            (items(0, 5), items(2, below), items(5, 5), items(below, 1)),
            (5, 0, 0, 4)
        );
    }
}
