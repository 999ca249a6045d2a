//! Matrices with a band around the diagonal, eliminated with exchanges of rows.

use core::marker::PhantomData;

use crate::block::at;
use crate::{Failure, Scalar, Size, SizeOf, Vector};

use super::{Matrix, Misplaced, check_length, relative, set, smallest_pivot};

/// A matrix whose entries stand at most k columns beside the diagonal: k is its half bandwidth.
///
/// Blocks of b × b that couple neighbours, as those of rods in a row, have k = 2 b − 1. `V` holds n rows of 3 (k + 1)
/// numbers, as
/// nested arrays `[[T; 3 * (K + 1)]; N]` or as a vector of any length: room for the exchange of rows, a place for the size of
/// each row and one for its exchange.
///
/// The elimination is that of LAPACK's `gbtrf`: in column i, the row with the largest entry, relative to its size, among
/// the k + 1 that have one. It takes 2 n k (2 k + 1) operations at most, and a solve n (6 k + 1).
///
/// ```
/// use extremal::matrix::{Banded, Matrix};
///
/// // Without pivots on the diagonal.
/// let mut a = Banded::<f64, [[f64; 6]; 2]>::new(2, 1);
/// a.add(&[0, 1], &[0, 1], &[0.0, 2.0, 1.0, 1.0]);
/// let mut b = [4.0, 5.0];
/// a.factor()?;
/// a.solve(&mut b)?;
/// assert_eq!(b, [3.0, 2.0]);
/// # Ok::<(), extremal::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Banded<T, V> {
    /// Row by row: the size of the row, the exchange, the columns i − k to i + 2 k.
    rows: V,
    half: usize,
    size: usize,
    misplaced: Misplaced,
    scalar: PhantomData<T>,
}

/// The numbers of a row that stand before its band.
const HEAD: usize = 2;

impl<T: Scalar, V: Vector<T>> Banded<T, V> {
    /// The matrix of `n` rows with the half bandwidth `half`, whose entries are zero. An array has as many rows as fit.
    pub fn new(n: usize, half: usize) -> Self {
        let width = 3 * (half + 1);
        let rows = V::with_len(n * width, |_| T::from_f64(0.0));
        let size = rows.as_slice().len().checked_div(width).unwrap_or(0);
        Self {
            size: if V::LENGTH.is_some() { size.min(n) } else { size },
            rows,
            half,
            misplaced: Misplaced::default(),
            scalar: PhantomData,
        }
    }

    /// k.
    #[must_use]
    pub fn half_bandwidth(&self) -> usize {
        self.half
    }

    /// Adds a block whose rows and columns stand at other places. What belongs to a row is looked up once.
    #[inline]
    pub(super) fn add_at(
        &mut self,
        place: impl Fn(usize) -> usize,
        (rows, columns): (&[usize], &[usize]),
        block: &[T],
    ) {
        let (half, width, size) = (self.half, self.width(), self.size);
        let mut values = block.iter();
        for &row in rows {
            let row = place(row);
            let start = if row < size {
                width * row + HEAD
            } else {
                usize::MAX
            };
            let numbers = self.rows.as_mut_slice().get_mut(start..).unwrap_or_default();
            let (band, _) = numbers.split_at_mut_checked(2 * half + 1).unwrap_or_default();
            for (&column, &value) in columns.iter().zip(&mut values) {
                let column = place(column);
                // From 0 to 2 k in the band; around the end of the numbers where it is outside.
                match band.get_mut(column.wrapping_add(half).wrapping_sub(row)) {
                    Some(entry) if column < size => *entry = *entry + value,
                    _ => self.misplaced.note(row, column),
                }
            }
        }
    }

    fn width(&self) -> usize {
        3 * (self.half + 1)
    }

    fn row(&self, row: usize) -> &[T] {
        let start = self.width() * row;
        self.rows
            .as_slice()
            .get(start..start + self.width())
            .unwrap_or_default()
    }

    /// The row with the largest entry in a column, among that of the diagonal and the k below it; and that entry.
    fn pivot(&self, column: usize) -> (usize, SizeOf<T>) {
        let last = (column + self.half + 1).min(self.size);
        let mut best = (column, SizeOf::<T>::from_f64(0.0));
        for row in column..last {
            let numbers = self.row(row);
            let size = relative(
                at(numbers, HEAD + self.half + column - row),
                at(numbers, 0).magnitude(),
            );
            if best.1 < size {
                best = (row, size);
            }
        }
        best
    }

    /// Exchanges two rows from `column` on. Their bands begin at different columns.
    fn exchange(&mut self, column: usize, other: usize) {
        let (width, half) = (self.width(), self.half);
        let offset = other - column;
        let (above, below) = self.rows.as_mut_slice().split_at_mut(width * other);
        let first = above.get_mut(width * column..).unwrap_or_default();
        if let ([a, ..], [b, ..]) = (&mut *first, &mut *below) {
            core::mem::swap(a, b);
        }
        let first = first.iter_mut().take(width).skip(HEAD + half);
        let second = below.iter_mut().take(width).skip(HEAD + half - offset);
        first.zip(second).for_each(|(a, b)| core::mem::swap(a, b));
    }

    /// Subtracts multiples of a row from those below it, which then have no entry in `column`; the factors stand there.
    fn eliminate(&mut self, column: usize) {
        let (width, half) = (self.width(), self.half);
        let (above, below) = self.rows.as_mut_slice().split_at_mut(width * (column + 1));
        let Some([pivot, row @ ..]) = above.get_mut(width * column + HEAD + half..) else {
            return;
        };
        *pivot = pivot.recip();
        for (offset, other) in below.chunks_exact_mut(width).take(half).enumerate() {
            let Some([factor, other @ ..]) = other.get_mut(HEAD + half - 1 - offset..) else {
                return;
            };
            *factor = *factor * *pivot;
            let factor = *factor;
            other
                .iter_mut()
                .zip(&*row)
                .for_each(|(a, &pivot)| *a = *a - factor * pivot);
        }
    }
}

impl<T: Scalar, V: Vector<T>> Matrix<T> for Banded<T, V> {
    fn size(&self) -> usize {
        self.size
    }

    fn clear(&mut self) {
        self.rows.as_mut_slice().fill(T::from_f64(0.0));
        self.misplaced = Misplaced::default();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        self.add(&[row], &[column], &[value]);
    }

    #[inline]
    fn add(&mut self, rows: &[usize], columns: &[usize], block: &[T]) {
        self.add_at(|row| row, (rows, columns), block);
    }

    fn factor(&mut self) -> Result<(), Failure> {
        self.misplaced.check()?;
        let (n, width) = (self.size, self.width());
        for row in self.rows.as_mut_slice().chunks_exact_mut(width).take(n) {
            let band = row.iter().skip(HEAD);
            let size = band.fold(SizeOf::<T>::from_f64(0.0), |size, a| size + a.magnitude());
            if !size.is_finite() {
                return Err(Failure::NotFinite { what: "tangent" });
            }
            set(row, 0, T::from_size(size));
        }
        for column in 0..n {
            let (other, size) = self.pivot(column);
            if size <= smallest_pivot::<T>(n) {
                let size = size.to_f64();
                return Err(Failure::SingularTangent { pivot: column, size });
            }
            if other != column {
                self.exchange(column, other);
            }
            let offset = SizeOf::<T>::from_count(other - column);
            set(self.rows.as_mut_slice(), width * column + 1, T::from_size(offset));
            self.eliminate(column);
        }
        Ok(())
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), Failure> {
        let (n, half) = (self.size, self.half);
        check_length(n, b.len())?;
        for i in 0..n {
            let count = at(self.row(i), 1).real();
            let exchanged = (0..=half).find(|&k| SizeOf::<T>::from_count(k) == count);
            b.swap(i, (i + exchanged.unwrap_or(0)).min(n - 1));
            let x = at(b, i);
            for row in i + 1..(i + half + 1).min(n) {
                let factor = at(self.row(row), HEAD + half + i - row);
                let known = at(b, row);
                set(b, row, known - factor * x);
            }
        }
        for i in (0..n).rev() {
            let row = self.row(i).get(HEAD + half..).unwrap_or_default();
            let Some((reciprocal, coefficients)) = row.split_first() else {
                continue;
            };
            let Some([x, known @ ..]) = b.get_mut(i..) else {
                continue;
            };
            let terms = coefficients.iter().zip(known);
            *x = terms.fold(*x, |sum, (&a, &mut x)| sum - a * x) * *reciprocal;
        }
        Ok(())
    }
}
