//! One end of a band: the elimination of its first columns with exchanges of rows, and solves with what it leaves.

use super::{HEAD, LANES, UNIT, is_zero};
use crate::block::at;
use crate::matrix::{relative, set};
use crate::{LinearFailure, Scalar, Size, SizeOf};

/// How the rows of an end stand: `width` numbers each, from one to the next `stride`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) half: usize,
    pub(super) width: usize,
    pub(super) stride: usize,
    /// How many columns are eliminated.
    pub(super) columns: usize,
    /// Whether the place of a row's exchange has the unit of its column before.
    pub(super) has_units: bool,
}

impl Shape {
    fn rows<T>(self, mut numbers: &[T]) -> impl Iterator<Item = &[T]> {
        core::iter::from_fn(move || {
            let row = numbers.get(..self.width)?;
            numbers = numbers.get(self.stride..).unwrap_or_default();
            Some(row)
        })
    }

    fn rows_mut<T>(self, mut numbers: &mut [T]) -> impl Iterator<Item = &mut [T]> {
        core::iter::from_fn(move || {
            let all = core::mem::take(&mut numbers);
            let (row, rest) = all.split_at_mut_checked(self.width)?;
            numbers = rest.get_mut(self.stride - self.width..).unwrap_or_default();
            Some(row)
        })
    }

    /// Whether rows were exchanged.
    pub(super) fn factor<T: Scalar>(
        self,
        rows: &mut [T],
        smallest: SizeOf<T>,
    ) -> Result<bool, LinearFailure> {
        let mut has_exchanges = false;
        for column in 0..self.columns {
            let (other, size) = self.pivot(rows, column);
            let size = if self.has_units {
                size * at(rows, self.stride * column + UNIT).magnitude()
            } else {
                size
            };
            if size <= smallest {
                let size = size.to_f64();
                return Err(LinearFailure::Singular { pivot: column, size });
            }
            if other != column {
                self.exchange(rows, column, other);
                has_exchanges = true;
            }
            let offset = SizeOf::<T>::from_count(other - column);
            set(rows, self.stride * column + UNIT, T::from_size(offset));
            self.eliminate(rows, column);
        }
        Ok(has_exchanges)
    }

    /// The row with the largest entry in a column, among that of the diagonal and the k below it; and that entry.
    fn pivot<T: Scalar>(self, rows: &[T], column: usize) -> (usize, SizeOf<T>) {
        let diagonal = HEAD + self.half;
        let zero = SizeOf::<T>::from_f64(0.0);
        let mut best = (column, zero);
        let rows = rows.get(self.stride * column..).unwrap_or_default();
        for (offset, numbers) in self.rows(rows).take(self.half + 1).enumerate() {
            let entry = at(numbers, diagonal - offset);
            if entry.divisor_size() > zero {
                let size = relative(entry, at(numbers, 0).magnitude());
                if best.1 < size {
                    best = (column + offset, size);
                }
            }
        }
        best
    }

    /// Exchanges two rows from `column` on. Their bands begin at different columns.
    fn exchange<T>(self, rows: &mut [T], column: usize, other: usize) {
        let Self {
            half, width, stride, ..
        } = self;
        let offset = other - column;
        let Some((above, below)) = rows.split_at_mut_checked(stride * other) else {
            return;
        };
        let first = above.get_mut(stride * column..).unwrap_or_default();
        if let ([a, ..], [b, ..]) = (&mut *first, &mut *below) {
            core::mem::swap(a, b);
        }
        let first = first.iter_mut().take(width).skip(HEAD + half);
        let second = below.iter_mut().take(width).skip(HEAD + half - offset);
        first.zip(second).for_each(|(a, b)| core::mem::swap(a, b));
    }

    /// Subtracts multiples of a row from those below it, which then have no entry in `column`. The factors stand before the
    /// diagonal of the row, where nothing is left.
    fn eliminate<T: Scalar>(self, rows: &mut [T], column: usize) {
        let Self {
            half, width, stride, ..
        } = self;
        let from = rows.get_mut(stride * column..).unwrap_or_default();
        let Some((above, below)) = from.split_at_mut_checked(stride.min(from.len())) else {
            return;
        };
        let numbers = above.get_mut(HEAD..width).unwrap_or_default();
        let Some((factors, [pivot, row @ ..])) = numbers.split_at_mut_checked(half) else {
            return;
        };
        *pivot = pivot.recip();
        let row = without_zeros(row);
        for (offset, (other, factor)) in self.rows_mut(below).zip(factors).enumerate() {
            let Some([entry, other @ ..]) = other.get_mut(HEAD + half - 1 - offset..) else {
                return;
            };
            *factor = *entry * *pivot;
            if !is_zero(*entry) {
                let factor = *factor;
                other
                    .iter_mut()
                    .zip(row)
                    .for_each(|(a, &pivot)| *a = *a - factor * pivot);
            }
        }
    }

    /// Subtracts from each row what the eliminated rows before it leave there.
    pub(super) fn forward<T: Scalar>(self, rows: &[T], b: &mut [T], has_exchanges: bool) {
        for (i, row) in self.rows(rows).take(self.columns).enumerate() {
            let (Some(&count), Some(factors)) = (row.get(1), row.get(HEAD..HEAD + self.half)) else {
                continue;
            };
            if has_exchanges {
                swap(b, i, self.exchanged(count));
            }
            let Some([x, after @ ..]) = b.get_mut(i..) else {
                continue;
            };
            let rows = after.iter_mut().zip(factors);
            rows.for_each(|(b, &factor)| *b = *b - factor * *x);
        }
    }

    /// The unknowns of eliminated columns, from the last one on; those behind are known.
    pub(super) fn backward<T: Scalar>(self, rows: &[T], b: &mut [T], has_exchanges: bool) {
        let half = self.half;
        // Without exchanges nothing came to the columns beyond the band.
        let reach = if has_exchanges { 2 * half } else { half };
        // The number found last is multiplied last: what it is waited for is short.
        let mut last = at(b, self.columns);
        for i in (0..self.columns).rev() {
            let row = rows.get(self.stride * i..).unwrap_or_default();
            let row = row.get(..HEAD + half + 1 + reach).unwrap_or_default();
            let Some([reciprocal, coefficients @ ..]) = row.get(HEAD + half..) else {
                continue;
            };
            let Some([x, known @ ..]) = b.get_mut(i..) else {
                continue;
            };
            let others = product(
                coefficients.get(1..).unwrap_or_default(),
                known.get(1..).unwrap_or_default(),
            );
            last = (*x - others) * *reciprocal - at(coefficients, 0) * *reciprocal * last;
            *x = last;
        }
    }

    /// How many rows further down the row stood that came to row `i`.
    fn exchanged<T: Scalar>(self, count: T) -> usize {
        let count = count.real();
        let is_count = |&k: &usize| SizeOf::<T>::from_count(k) == count;
        (0..=self.half).find(is_count).unwrap_or(0)
    }
}

/// Exchanges a number with one further on, if there is one.
fn swap<T>(numbers: &mut [T], i: usize, offset: usize) {
    if let Some((before, after)) = numbers.split_at_mut_checked(i + offset)
        && let (Some(first), Some(second)) = (before.get_mut(i), after.first_mut())
    {
        core::mem::swap(first, second);
    }
}

/// Numbers up to the last that is not zero.
fn without_zeros<T: Scalar>(numbers: &[T]) -> &[T] {
    let last = numbers.iter().rposition(|&x| !is_zero(x));
    last.and_then(|last| numbers.get(..=last)).unwrap_or_default()
}

/// Σ a x, up to the last x.
#[inline]
fn product<T: Scalar>(a: &[T], x: &[T]) -> T {
    let mut sums = [T::from_f64(0.0); LANES];
    let (chunks, of_x) = (a.as_chunks::<LANES>().0, x.as_chunks::<LANES>().0);
    for (a, x) in chunks.iter().zip(of_x) {
        let sums = sums.iter_mut().zip(a).zip(x);
        sums.for_each(|((sum, &a), &x)| *sum = *sum + a * x);
    }
    let done = LANES * chunks.len().min(of_x.len());
    let rest = a.iter().zip(x).skip(done).map(|(&a, &x)| a * x);
    let sums = sums.into_iter().chain(rest);
    sums.fold(T::from_f64(0.0), |sum, more| sum + more)
}
