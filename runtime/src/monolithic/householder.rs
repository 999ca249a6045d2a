//! Reflections: least squares of few unknowns, with pivots, on matrices that are stored row by row.

use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// A matrix of some rows, row by row.
pub(super) struct Rows<'a, T> {
    pub(super) numbers: &'a mut [T],
    pub(super) width: usize,
}

impl<T: Scalar> Rows<'_, T> {
    fn count(&self) -> usize {
        self.numbers.len().checked_div(self.width).unwrap_or(0)
    }

    pub(super) fn get(&self, row: usize, column: usize) -> T {
        at(self.numbers, row * self.width + column)
    }

    pub(super) fn set(&mut self, row: usize, column: usize, value: T) {
        if let Some(place) = self.numbers.get_mut(row * self.width + column) {
            *place = value;
        }
    }

    fn exchange_columns(&mut self, a: usize, b: usize) {
        for row in 0..self.count() {
            let (x, y) = (self.get(row, a), self.get(row, b));
            self.set(row, a, y);
            self.set(row, b, x);
        }
    }

    /// The squared length of a column from a row on.
    fn square(&self, column: usize, from: usize) -> T {
        let entries = (from..self.count()).map(|row| self.get(row, column));
        entries.fold(T::from_f64(0.0), |sum, x| sum + x * x)
    }

    /// Reflects the rows from `k` on, so that the column `k` is zero below its entry `k`. `room` has a number for each column.
    ///
    /// A column of zeros stays as it is.
    pub(super) fn reflect(&mut self, k: usize, room: &mut [T]) {
        let square = self.square(k, k);
        let zero = T::Size::from_f64(0.0);
        if square.divisor_size() == zero {
            return;
        }
        let (length, first) = (square.sqrt(), self.get(k, k));
        let pivot = if first.real() > zero { -length } else { length };
        // The mirror (a − pivot e), whose first entry does not cancel.
        let mirror = first - pivot;
        let half = pivot * mirror;
        let from_k = self.numbers.get_mut(k * self.width..).unwrap_or_default();
        let (own, below) = from_k.split_at_mut(self.width.min(from_k.len()));
        let own = own.get_mut(k + 1..).unwrap_or_default();
        // Row by row, as they are stored: the products of the mirror with all columns, and what each row gets of them.
        for (product, &a) in room.iter_mut().zip(own.iter()) {
            *product = mirror * a;
        }
        for row in below.chunks_exact(self.width) {
            let (left, right) = row.split_at(k + 1);
            let entry = at(left, k);
            for (product, &a) in room.iter_mut().zip(right) {
                *product = *product + entry * a;
            }
        }
        for (product, a) in room.iter_mut().zip(own) {
            *product = *product / half;
            *a = *a + *product * mirror;
        }
        for row in below.chunks_exact_mut(self.width) {
            let (left, right) = row.split_at_mut(k + 1);
            let entry = at(left, k);
            for (&part, a) in room.iter().zip(right) {
                *a = *a + part * entry;
            }
            if let Some(entry) = left.last_mut() {
                *entry = T::from_f64(0.0);
            }
        }
        self.set(k, k, pivot);
    }

    /// Reflects the rows from `k` on with the longest column among those from `k` to `n`, which the column `k` is exchanged
    /// with: that column, and the size of the pivot.
    fn reflect_longest(&mut self, k: usize, n: usize, room: &mut [T]) -> (usize, T::Size) {
        let squares = (k..n).map(|column| (column, self.square(column, k).divisor_size()));
        let longest = squares.fold((k, T::Size::from_f64(-1.0)), |most, next| {
            if next.1 > most.1 { next } else { most }
        });
        self.exchange_columns(k, longest.0);
        self.reflect(k, room);
        let pivot = if k < self.count() {
            self.get(k, k).divisor_size()
        } else {
            T::Size::from_f64(0.0)
        };
        (longest.0, pivot)
    }

    /// Reflects the rows, so that the first ones say all that they say of the first `n` columns: how many these are. A row is
    /// counted if more than the part `least` of the longest is its own.
    pub(super) fn independent(&mut self, n: usize, least: f64, room: &mut [T]) -> usize {
        let (mut exchanged, mut own) = (std::vec::Vec::new(), 0);
        let mut largest = T::Size::from_f64(0.0);
        while own < n.min(self.count()) {
            let (column, pivot) = self.reflect_longest(own, n, room);
            exchanged.push(column);
            largest = if pivot > largest { pivot } else { largest };
            let is_own = pivot > largest * T::Size::from_f64(least);
            if !is_own {
                break;
            }
            own += 1;
        }
        for (k, &column) in exchanged.iter().enumerate().rev() {
            self.exchange_columns(k, column);
        }
        own
    }

    /// Solves the triangle of the first `n` rows and columns for the right-hand side in the last column: x, in the order of the
    /// columns.
    pub(super) fn solve_triangle(&self, n: usize, x: &mut [T]) {
        for row in (0..n).rev() {
            let known = self.get(row, self.width - 1);
            let sum = (row + 1..n).fold(known, |sum, column| sum - self.get(row, column) * at(x, column));
            if let Some(place) = x.get_mut(row) {
                *place = sum / self.get(row, row);
            }
        }
    }
}

/// A column that is a combination of others, to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dependent {
    pub(super) column: usize,
}

/// Minimizes |A x − b| with b in the last column; equal rows may be repeated. `a` is overwritten.
///
/// # Errors
///
/// [`Dependent`] where A has not as many independent rows as it has columns: the column that takes the greatest part in the
/// motion that A does not see.
pub(super) fn least_squares<T: Scalar>(mut a: Rows<'_, T>) -> Result<std::vec::Vec<T>, Dependent> {
    let n = a.width - 1;
    let mut order: std::vec::Vec<usize> = (0..n).collect();
    let mut room = std::vec![T::from_f64(0.0); a.width];
    let mut largest = T::Size::from_f64(0.0);
    for k in 0..n {
        let (column, pivot) = a.reflect_longest(k, n, &mut room);
        order.swap(k, column);
        largest = if pivot > largest { pivot } else { largest };
        let smallest = largest * T::Size::from_f64(T::EPSILON) * T::Size::from_count(RANK * n);
        let is_pivot = pivot > smallest;
        if !is_pivot {
            return Err(Dependent {
                column: unseen(&a, k, &order),
            });
        }
    }
    let mut solution = std::vec![T::from_f64(0.0); n];
    a.solve_triangle(n, &mut solution);
    let mut x = std::vec![T::from_f64(0.0); n];
    for (&column, &found) in order.iter().zip(&solution) {
        if let Some(place) = x.get_mut(column) {
            *place = found;
        }
    }
    Ok(x)
}

/// A pivot below this many n ε is none.
const RANK: usize = 64;

/// The largest part of the vector that the first `k` rows of a triangle, and all others, do not see: the column `k` moves
/// by one, and those before it with it.
fn unseen<T: Scalar>(a: &Rows<'_, T>, k: usize, order: &[usize]) -> usize {
    let mut motion = std::vec![T::from_f64(0.0); k];
    for row in (0..k).rev() {
        let sum = (row + 1..k).fold(-a.get(row, k), |sum, column| {
            sum - a.get(row, column) * at(&motion, column)
        });
        if let Some(place) = motion.get_mut(row) {
            *place = sum / a.get(row, row);
        }
    }
    let own = (k, T::Size::from_f64(1.0));
    let parts = motion.iter().map(|part| part.magnitude()).enumerate();
    let most = parts.fold(own, |most, next| if next.1 > most.1 { next } else { most });
    order.get(most.0).copied().unwrap_or(k)
}
