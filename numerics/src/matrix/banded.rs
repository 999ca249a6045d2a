//! Matrices with a band around the diagonal, eliminated with exchanges of rows.

mod end;
mod middle;
mod narrow;
mod units;

use core::marker::PhantomData;

use crate::block::rows_mut;
use crate::{LinearFailure, Scalar, Size, SizeOf, Vector};

use super::{Matrix, Misplaced, check_length, set, smallest_pivot};
use end::Shape;
use middle::Middle;

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
/// Long matrices with k = 2 to 5 are eliminated so from both ends, the last rows and columns in reverse order, up to the 2 k or
/// 2 k + 1 rows in the middle. A solve then works on both ends at a time.
///
/// ```
/// use extremal_numerics::matrix::{Banded, Matrix};
///
/// // Without pivots on the diagonal.
/// let mut a = Banded::<f64, [[f64; 6]; 2]>::new(2, 1);
/// a.add(&[0, 1], &[0, 1], &[0.0, 2.0, 1.0, 1.0]);
/// let mut b = [4.0, 5.0];
/// a.factor()?;
/// a.solve(&mut b)?;
/// assert_eq!(b, [3.0, 2.0]);
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Banded<T, V> {
    /// Row by row: the size of the row, the exchange, the columns i − k to i + 2 k. With two ends the first row, the last one,
    /// the second one, the last but one, ..; rows of the second end have their columns in reverse order.
    rows: V,
    half: usize,
    size: usize,
    /// How many columns are eliminated from each end; zero if all are from the first one on.
    ends: usize,
    middle: Middle,
    /// Whether the last factorization exchanged rows.
    has_exchanges: bool,
    /// Whether columns of multipliers have a unit of their own in it.
    has_units: bool,
    misplaced: Misplaced,
    scalar: PhantomData<T>,
}

/// The numbers of a row that stand before its band.
const HEAD: usize = 2;

/// Where the unit of a column stands until the exchange of its row takes the place.
const UNIT: usize = 1;

/// The largest half bandwidth for which solves work on both ends at a time.
pub(super) const NARROW: usize = 5;

/// Matrices of less than so many rows for each column beside the diagonal have one end: the rows in the middle are a full
/// matrix.
const LONG: usize = 6;

/// How many columns are eliminated from each of two ends; zero if there is one end. Where rows have more numbers than
/// registers, sums do not wait for each other anyway.
fn ends(n: usize, half: usize) -> usize {
    if (2..=NARROW).contains(&half) && n >= LONG * half {
        n / 2 - half
    } else {
        0
    }
}

impl<T: Scalar, V: Vector<T>> Banded<T, V> {
    /// The matrix of `n` rows with the half bandwidth `half`, whose entries are zero. An array has as many rows as fit.
    pub fn new(n: usize, half: usize) -> Self {
        let width = 3 * (half + 1);
        let rows = V::with_len(n * width, |_| T::from_f64(0.0));
        let size = rows.as_slice().len().checked_div(width).unwrap_or(0);
        let size = if V::LENGTH.is_some() { size.min(n) } else { size };
        Self {
            ends: ends(size, half),
            size,
            rows,
            half,
            middle: Middle::default(),
            has_exchanges: false,
            has_units: false,
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
        let (half, width, size, has_ends) = (self.half, self.width(), self.size, self.ends > 0);
        let mut values = block.iter();
        for &row in rows {
            let row = place(row);
            let start = if row < size {
                width * place_of(row, size, has_ends) + HEAD
            } else {
                usize::MAX
            };
            let is_reversed = has_ends && is_of_second_end(row, size);
            let numbers = self.rows.as_mut_slice().get_mut(start..).unwrap_or_default();
            let (band, _) = numbers.split_at_mut_checked(2 * half + 1).unwrap_or_default();
            for (&column, &value) in columns.iter().zip(&mut values) {
                let column = place(column);
                // From 0 to 2 k in the band; around the end of the numbers where it is outside.
                let [low, high] = if is_reversed { [column, row] } else { [row, column] };
                match band.get_mut(high.wrapping_add(half).wrapping_sub(low)) {
                    Some(entry) if column < size => *entry = *entry + value,
                    _ => self.misplaced.note(row, column),
                }
            }
        }
    }

    fn width(&self) -> usize {
        3 * (self.half + 1)
    }

    /// How the rows of an end stand.
    fn shape(&self) -> Shape {
        let width = self.width();
        Shape {
            half: self.half,
            width,
            stride: if self.ends > 0 { 2 * width } else { width },
            columns: if self.ends > 0 { self.ends } else { self.size },
            has_units: self.has_units,
        }
    }

    /// Whether rows were exchanged.
    fn eliminate(&mut self) -> Result<bool, LinearFailure> {
        let (n, ends, width, shape) = (self.size, self.ends, self.width(), self.shape());
        let smallest = smallest_pivot::<T>(n);
        let rows = self.rows.as_mut_slice();
        let first = shape.factor(rows, smallest)?;
        if ends == 0 {
            return Ok(first);
        }
        let behind = rows.get_mut(width..).unwrap_or_default();
        let last = shape
            .factor(behind, smallest)
            .map_err(|failure| named(failure, |k| n - 1 - k))?;
        let between = rows.get_mut(2 * ends * width..).unwrap_or_default();
        let middle = Middle::factor(between, &shape, n, smallest);
        self.middle = middle.map_err(|failure| named(failure, |k| ends + k))?;
        Ok(first | last)
    }

    /// Solves with any half bandwidth, and with exchanges of rows.
    fn substitute(&self, b: &mut [T]) {
        let (rows, shape) = (self.rows.as_slice(), self.shape());
        let before = self.size - self.ends;
        let behind = rows.get(self.width()..).unwrap_or_default();
        shape.forward(rows, b.get_mut(..before).unwrap_or_default(), self.has_exchanges);
        if let Some(last) = b.get_mut(self.ends..).filter(|_| self.ends > 0) {
            reverse(last);
            shape.forward(behind, last, self.has_exchanges);
            reverse(last);
            self.solve_middle(b);
        }
        if let Some(last) = b.get_mut(self.ends..).filter(|_| self.ends > 0) {
            reverse(last);
            shape.backward(behind, last, self.has_exchanges);
            reverse(last);
        }
        shape.backward(rows, b.get_mut(..before).unwrap_or_default(), self.has_exchanges);
    }

    fn solve_middle(&self, b: &mut [T]) {
        let rows = self.rows.as_slice().get(2 * self.ends * self.width()..);
        let between = b.get_mut(self.ends..self.size - self.ends);
        self.middle
            .solve(rows.unwrap_or_default(), between.unwrap_or_default());
    }

    /// Solves with two ends and K columns beside the diagonal, without exchanges of rows.
    fn substitute_narrow<const K: usize>(&self, b: &mut [T]) {
        let (rows, width) = (self.rows.as_slice(), self.width());
        narrow::forward::<T, K>(rows, width, self.ends, b);
        self.solve_middle(b);
        narrow::backward::<T, K>(rows, width, self.ends, b);
    }
}

/// Where the numbers of a row stand.
#[inline(always)]
fn place_of(row: usize, size: usize, has_ends: bool) -> usize {
    if !has_ends {
        row
    } else if is_of_second_end(row, size) {
        2 * (size - 1 - row) + 1
    } else {
        2 * row
    }
}

/// With two ends: rows behind the middle.
#[inline(always)]
fn is_of_second_end(row: usize, size: usize) -> bool {
    row >= size.div_ceil(2)
}

/// The error of a part, whose column k is column `place(k)`.
fn named(failure: LinearFailure, place: impl Fn(usize) -> usize) -> LinearFailure {
    match failure {
        LinearFailure::Singular { pivot, size } => LinearFailure::Singular {
            pivot: place(pivot),
            size,
        },
        other => other,
    }
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

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.misplaced.check()?;
        let (n, width, diagonal) = (self.size, self.width(), HEAD + self.half);
        self.has_units = false;
        for row in rows_mut(self.rows.as_mut_slice(), width).take(n) {
            self.has_units |= row.get(diagonal).is_some_and(|&a| is_zero(a));
            let size = size_of_row(row.get(HEAD..).unwrap_or_default());
            if !size.is_finite() {
                return Err(LinearFailure::NotFinite { what: "tangent" });
            }
            set(row, 0, T::from_size(size));
        }
        if self.has_units {
            self.choose_units();
        }
        self.has_exchanges = self.eliminate()?;
        if self.ends > 0 && !self.has_exchanges {
            let pairs = self.rows.as_mut_slice();
            narrow::pair(pairs, width, self.half, self.ends);
        }
        Ok(())
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        check_length(self.size, b.len())?;
        match self.half {
            _ if self.has_exchanges || self.ends == 0 => self.substitute(b),
            2 => self.substitute_narrow::<2>(b),
            3 => self.substitute_narrow::<3>(b),
            4 => self.substitute_narrow::<4>(b),
            _ => self.substitute_narrow::<NARROW>(b),
        }
        Ok(())
    }
}

/// Zero, with its derivatives if it carries some.
fn is_zero<T: Scalar>(x: T) -> bool {
    x.magnitude() == SizeOf::<T>::from_f64(0.0)
}

/// As of the slice, where even a compiler that saves code sees that it cannot panic.
fn reverse<T>(mut numbers: &mut [T]) {
    while let [first, middle @ .., last] = numbers {
        core::mem::swap(first, last);
        numbers = middle;
    }
}
