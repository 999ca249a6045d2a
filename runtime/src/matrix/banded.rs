//! Matrices with a band around the diagonal, eliminated with exchanges of rows.

mod narrow;

use core::marker::PhantomData;

use crate::block::{at, rows as each_row, rows_mut};
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
    /// Whether the last factorization exchanged rows.
    has_exchanges: bool,
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
            has_exchanges: false,
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

    /// The row with the largest entry in a column, among that of the diagonal and the k below it; and that entry.
    fn pivot(&self, column: usize) -> (usize, SizeOf<T>) {
        let (width, diagonal) = (self.width(), HEAD + self.half);
        let zero = SizeOf::<T>::from_f64(0.0);
        let mut best = (column, zero);
        let rows = self.rows.as_slice().get(width * column..).unwrap_or_default();
        for (offset, numbers) in each_row(rows, width).take(self.half + 1).enumerate() {
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
    fn exchange(&mut self, column: usize, other: usize) {
        let (width, half) = (self.width(), self.half);
        let offset = other - column;
        let Some((above, below)) = self.rows.as_mut_slice().split_at_mut_checked(width * other) else {
            return;
        };
        let first = above.get_mut(width * column..).unwrap_or_default();
        if let ([a, ..], [b, ..]) = (&mut *first, &mut *below) {
            core::mem::swap(a, b);
        }
        let first = first.iter_mut().take(width).skip(HEAD + half);
        let second = below.iter_mut().take(width).skip(HEAD + half - offset);
        first.zip(second).for_each(|(a, b)| core::mem::swap(a, b));
    }

    /// Subtracts multiples of a row from those below it, which then have no entry in `column`. The factors stand before the
    /// diagonal of the row, where nothing is left.
    fn eliminate(&mut self, column: usize) {
        let (width, half) = (self.width(), self.half);
        let Some((above, below)) = self
            .rows
            .as_mut_slice()
            .split_at_mut_checked(width * (column + 1))
        else {
            return;
        };
        let numbers = above.get_mut(width * column + HEAD..).unwrap_or_default();
        let Some((factors, [pivot, row @ ..])) = numbers.split_at_mut_checked(half) else {
            return;
        };
        *pivot = pivot.recip();
        let row = without_zeros(row);
        for (offset, (other, factor)) in rows_mut(below, width).zip(factors).enumerate() {
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

    /// Solves with any half bandwidth, and with exchanges of rows.
    fn substitute(&self, b: &mut [T]) {
        let (n, half, width) = (self.size, self.half, self.width());
        for (i, row) in each_row(self.rows.as_slice(), width).take(n).enumerate() {
            let (Some(&count), Some(factors)) = (row.get(1), row.get(HEAD..HEAD + half)) else {
                continue;
            };
            if self.has_exchanges {
                swap(b, i, self.exchanged(count));
            }
            let Some([x, after @ ..]) = b.get_mut(i..) else {
                continue;
            };
            let rows = after.iter_mut().zip(factors);
            rows.for_each(|(b, &factor)| *b = *b - factor * *x);
        }
        // Without exchanges nothing came to the columns beyond the band.
        let reach = if self.has_exchanges { 2 * half } else { half };
        // The number found last is multiplied last: what it is waited for is short.
        let mut last = T::from_f64(0.0);
        for i in (0..n).rev() {
            let row = self.rows.as_slice().get(width * i..).unwrap_or_default();
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
    fn exchanged(&self, count: T) -> usize {
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

/// Zero, with its derivatives if it carries some.
fn is_zero<T: Scalar>(x: T) -> bool {
    x.magnitude() == SizeOf::<T>::from_f64(0.0)
}

/// Numbers up to the last that is not zero.
fn without_zeros<T: Scalar>(numbers: &[T]) -> &[T] {
    let last = numbers.iter().rposition(|&x| !is_zero(x));
    last.and_then(|last| numbers.get(..=last)).unwrap_or_default()
}

/// Numbers that are added at a time, so that sums do not wait for each other.
const LANES: usize = 4;

/// Σ |a|
fn size_of_row<T: Scalar>(row: &[T]) -> SizeOf<T> {
    let mut sums = [SizeOf::<T>::from_f64(0.0); LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        let sums = sums.iter_mut().zip(chunk);
        sums.for_each(|(sum, a)| *sum = *sum + a.magnitude());
    }
    let sums = sums.into_iter().chain(rest.iter().map(|a| a.magnitude()));
    sums.fold(SizeOf::<T>::from_f64(0.0), |sum, more| sum + more)
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
        for row in rows_mut(self.rows.as_mut_slice(), width).take(n) {
            let size = size_of_row(row.get(HEAD..).unwrap_or_default());
            if !size.is_finite() {
                return Err(Failure::NotFinite { what: "tangent" });
            }
            set(row, 0, T::from_size(size));
        }
        self.has_exchanges = false;
        for column in 0..n {
            let (other, size) = self.pivot(column);
            if size <= smallest_pivot::<T>(n) {
                let size = size.to_f64();
                return Err(Failure::SingularTangent { pivot: column, size });
            }
            if other != column {
                self.exchange(column, other);
                self.has_exchanges = true;
            }
            let offset = SizeOf::<T>::from_count(other - column);
            set(self.rows.as_mut_slice(), width * column + 1, T::from_size(offset));
            self.eliminate(column);
        }
        Ok(())
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), Failure> {
        check_length(self.size, b.len())?;
        let (rows, width) = (self.rows.as_slice(), self.width());
        match self.half {
            _ if self.has_exchanges => self.substitute(b),
            2 => narrow::substitute::<T, 2>(rows, width, b),
            3 => narrow::substitute::<T, 3>(rows, width, b),
            4 => narrow::substitute::<T, 4>(rows, width, b),
            5 => narrow::substitute::<T, 5>(rows, width, b),
            _ => self.substitute(b),
        }
        Ok(())
    }
}
