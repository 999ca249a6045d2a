//! Gaussian elimination with row pivoting, in place on slices.
//!
//! The fallback for the generated straight-line solves. Rows are scaled to size one by powers of two, which is exact. A
//! pivot is chosen by its size in the scaled rows.

mod inverse;
mod least_norm;
mod multipliers;

#[doc(hidden)]
pub use inverse::invert;
#[doc(hidden)]
pub use least_norm::leave_out;
pub use least_norm::{Norm, Scratch, solve_least_norm};
pub(crate) use multipliers::reciprocal_power;
pub use multipliers::solve_with_multipliers;

use crate::block::{RowMajor, at, rows_mut};
use crate::{LinearFailure, Scalar, Size};

/// Solves A x = b. `b` becomes x; `a` (n × n, row by row) is overwritten.
///
/// ```
/// let (mut a, mut b) = ([0.0, 2.0, 1.0, 1.0], [4.0, 5.0]);
/// extremal_numerics::lu::solve(&mut a, &mut b)?;
/// assert_eq!(b, [3.0, 2.0]);
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
///
/// # Errors
///
/// [`LinearFailure::Singular`] if all candidates for a pivot are at most n ε times the size of their rows, and
/// [`LinearFailure::NotFinite`] if a pivot is NaN or infinite. After an error the content of `b` has no meaning.
pub fn solve<T: Scalar>(a: &mut [T], b: &mut [T]) -> Result<(), LinearFailure> {
    solve_all(a, b, 1)
}

/// Solves A X = B for a B of `width` columns. `b` (n × `width`, row by row) becomes X; `a` is overwritten.
///
/// # Errors
///
/// The errors of [`solve`].
pub fn solve_all<T: Scalar>(a: &mut [T], b: &mut [T], width: usize) -> Result<(), LinearFailure> {
    let n = size_of(b, width);
    equilibrate(a, b, width);
    let smallest = |_| smallest_pivot::<T>(n);
    reduce(a, b, width, smallest, |a, b, column| {
        eliminate(a, b, column, column, width);
    })?;
    for row in (0..n).rev() {
        let mut rows = rows_mut(b, width).skip(row);
        let mut coefficients = RowMajor::new(a, n).row(row).iter().skip(row);
        let (Some(unknown), Some(&pivot)) = (rows.next(), coefficients.next()) else {
            continue;
        };
        for (&a, known) in coefficients.zip(rows) {
            unknown
                .iter_mut()
                .zip(known)
                .for_each(|(x, &mut known)| *x = *x - a * known);
        }
        unknown.iter_mut().for_each(|x| *x = *x / pivot);
    }
    Ok(())
}

/// Factors A for [`substitute`]. Rows of `b`, of `width` numbers, are exchanged with those of A. The pivot of each column is
/// compared with `smallest` of it, and so rows should be of size one.
#[doc(hidden)]
pub fn factor<T: Scalar>(
    a: &mut [T],
    b: &mut [T],
    width: usize,
    smallest: impl Fn(usize) -> T::Size,
) -> Result<(), LinearFailure> {
    let n = size_of(b, width);
    reduce(a, b, width, smallest, |a, _, column| keep_factors(a, n, column))
}

/// Column by column: the row with the largest entry comes up, and `eliminate` takes it from the rows below.
fn reduce<T: Scalar>(
    a: &mut [T],
    b: &mut [T],
    width: usize,
    smallest: impl Fn(usize) -> T::Size,
    eliminate: impl Fn(&mut [T], &mut [T], usize),
) -> Result<(), LinearFailure> {
    for column in 0..size_of(b, width) {
        let size = bring_up_pivot(a, b, column, column, width);
        if !size.is_finite() {
            return Err(LinearFailure::NotFinite { what: "tangent" });
        }
        if size <= smallest(column) {
            return Err(LinearFailure::Singular {
                pivot: column,
                size: size.to_f64(),
            });
        }
        eliminate(a, b, column);
    }
    Ok(())
}

/// How many rows the right-hand side of `width` columns has.
fn size_of<T>(b: &[T], width: usize) -> usize {
    b.len().checked_div(width).unwrap_or(0)
}

/// Solves L U x = b with known factors. `b` becomes x.
///
/// `factors` has the multipliers below the diagonal, the reciprocal pivots on it, and the rest of U above it, row by row.
#[inline]
pub fn substitute<T: Scalar>(factors: &[T], b: &mut [T]) {
    let n = b.len();
    for row in 0..n {
        let Some((known, [first, ..])) = b.split_at_mut_checked(row) else {
            return;
        };
        let coefficients = RowMajor::new(factors, n).row(row).iter().zip(known);
        *first = coefficients.fold(*first, |sum, (&l, &mut x)| sum - l * x);
    }
    for row in (0..n).rev() {
        let Some((_, [first, known @ ..])) = b.split_at_mut_checked(row) else {
            return;
        };
        let Some((_, [reciprocal, coefficients @ ..])) =
            RowMajor::new(factors, n).row(row).split_at_checked(row)
        else {
            return;
        };
        // The unknown found last is subtracted last, so that only one operation waits for it.
        let known = coefficients.iter().zip(known).rev();
        *first = known.fold(*first, |sum, (&u, &mut x)| sum - u * x) * *reciprocal;
    }
}

/// Solves A x = b for a b in the range of A, which may be singular. `b` becomes x; returns the rank.
///
/// Columns without a pivot are skipped, and their unknowns are zero. The part of `b` outside the range of A is ignored.
/// NaN does not count as a pivot.
pub fn solve_consistent<T: Scalar>(a: &mut [T], b: &mut [T]) -> usize {
    let n = b.len();
    equilibrate(a, b, 1);
    let mut rank = 0;
    for column in 0..n {
        if bring_up_pivot(a, b, rank, column, 1) > smallest_pivot::<T>(n) {
            eliminate(a, b, rank, column, 1);
            rank += 1;
        } else {
            let column = a.iter_mut().skip(n * rank + column).step_by(n.max(1));
            column.for_each(|a| *a = T::from_f64(0.0));
        }
    }
    substitute_echelon(a, b, rank);
    rank
}

/// Some x with A x = 0, if A is singular: one where the first column without a pivot is, zero after it. Otherwise `x` is zero.
#[doc(hidden)]
pub fn kernel<T: Scalar>(a: &mut [T], x: &mut [T]) {
    let n = x.len();
    equilibrate(a, x, 1);
    let is_regular = |a: &mut [T], x: &mut [T], column: usize| {
        let is_pivot = bring_up_pivot(a, x, column, column, 1) > smallest_pivot::<T>(n);
        if is_pivot {
            eliminate(a, x, column, column, 1);
        }
        is_pivot
    };
    let singular = (0..n).find(|&column| !is_regular(a, x, column));
    x.iter_mut().for_each(|x| *x = T::from_f64(0.0));
    let Some(singular) = singular else { return };
    if let Some(x) = x.get_mut(singular) {
        *x = T::from_f64(1.0);
    }
    for row in (0..singular).rev() {
        let coefficients = RowMajor::new(a, n).row(row);
        let known = coefficients.iter().zip(x.iter()).skip(row + 1);
        let sum = known.fold(T::from_f64(0.0), |sum, (&a, &x)| sum - a * x);
        if let Some(x) = x.get_mut(row) {
            *x = sum / at(coefficients, row);
        }
    }
}

/// Back substitution. Row r has its pivot in its first non-zero column, c(r) ≥ r.
///
/// Position c(r) of `b` is written after the rows below r were read, so that one array holds both b and x.
fn substitute_echelon<T: Scalar>(a: &[T], b: &mut [T], rank: usize) {
    let n = b.len();
    let (zero, no_size) = (T::from_f64(0.0), T::Size::from_f64(0.0));
    let mut solved_from = n;
    for row in (0..rank).rev() {
        let coefficients = RowMajor::new(a, n).row(row);
        let Some(pivot) = coefficients.iter().position(|a| a.divisor_size() > no_size) else {
            continue;
        };
        let value = at(b, row);
        b.iter_mut()
            .take(solved_from)
            .skip(pivot + 1)
            .for_each(|x| *x = zero);
        let known = coefficients.iter().zip(b.iter()).skip(pivot + 1);
        let sum = known.fold(value, |sum, (&a, &x)| sum - a * x);
        if let Some(x) = b.get_mut(pivot) {
            *x = sum / at(coefficients, pivot);
        }
        solved_from = pivot;
    }
    b.iter_mut().take(solved_from).for_each(|x| *x = zero);
}

/// A pivot of at most this size may be the rounding error of zero.
#[inline]
fn smallest_pivot<T: Scalar>(n: usize) -> T::Size {
    T::Size::from_count(n) * T::Size::from_f64(T::EPSILON)
}

/// Divides each row by the largest power of two below its largest entry. Rows of zeros are unchanged.
#[inline]
fn equilibrate<T: Scalar>(a: &mut [T], b: &mut [T], width: usize) {
    let n = size_of(b, width);
    let zero = T::Size::from_f64(0.0);
    for (row, b) in rows_mut(a, n).zip(rows_mut(b, width)) {
        let size = row.iter().fold(zero, |size, a| larger(size, a.divisor_size()));
        let power = size.power_of_two();
        if zero < power && power < T::Size::INFINITY {
            let factor = T::from_size(Scalar::recip(power));
            row.iter_mut().for_each(|a| *a = *a * factor);
            b.iter_mut().for_each(|b| *b = *b * factor);
        }
    }
}

/// Swaps the row with the largest entry in `column`, among `top` and the rows below it, to `top`. Returns the size of the
/// entry, or NaN if one of the entries is NaN.
#[inline]
fn bring_up_pivot<T: Scalar>(a: &mut [T], b: &mut [T], top: usize, column: usize, width: usize) -> T::Size {
    let n = size_of(b, width);
    let zero = T::Size::from_f64(0.0);
    let (mut best, mut size) = (top, zero);
    for row in top..n {
        let candidate = a.get(n * row + column).map_or(zero, |a| a.divisor_size());
        if candidate > size || candidate.is_nan() {
            (best, size) = (row, candidate);
        }
    }
    if best != top {
        swap_rows(a, n, top, best);
        swap_rows(b, width, top, best);
    }
    size
}

/// Swaps the row `top` with the row `other` below it.
#[inline]
fn swap_rows<T>(a: &mut [T], width: usize, top: usize, other: usize) {
    let mut rows = rows_mut(a, width).skip(top);
    let below = other.saturating_sub(top + 1);
    if let (Some(top), Some(other)) = (rows.next(), rows.nth(below)) {
        top.iter_mut().zip(other).for_each(|(a, b)| core::mem::swap(a, b));
    }
}

/// Subtracts multiples of row `top` from the rows below, so that their entries in `column` become zero.
fn eliminate<T: Scalar>(a: &mut [T], b: &mut [T], top: usize, column: usize, width: usize) {
    let n = size_of(b, width);
    let mut rows = rows_mut(a, n).zip(rows_mut(b, width)).skip(top);
    let Some((pivot_row, rhs)) = rows.next() else {
        return;
    };
    let mut pivot_row = pivot_row.iter().skip(column);
    let Some(&pivot) = pivot_row.next() else {
        return;
    };
    for (row, b) in rows {
        let mut row = row.iter_mut().skip(column);
        let Some(first) = row.next() else {
            return;
        };
        let factor = *first / pivot;
        *first = T::from_f64(0.0);
        for (a, &p) in row.zip(pivot_row.clone()) {
            *a = *a - factor * p;
        }
        for (b, &rhs) in b.iter_mut().zip(rhs.iter()) {
            *b = *b - factor * rhs;
        }
    }
}

/// Eliminates a column, with the multipliers in the place of the zeros, and the reciprocal of the pivot in the place of the
/// pivot.
fn keep_factors<T: Scalar>(a: &mut [T], n: usize, column: usize) {
    let mut rows = rows_mut(a, n).skip(column).map(|row| row.get_mut(column..));
    let Some(Some([pivot, pivot_row @ ..])) = rows.next() else {
        return;
    };
    *pivot = pivot.recip();
    for row in rows {
        let Some([factor, row @ ..]) = row else { return };
        *factor = *factor * *pivot;
        for (a, &p) in row.iter_mut().zip(&*pivot_row) {
            *a = *a - *factor * p;
        }
    }
}

/// The larger of two numbers; NaN if one of them is NaN.
#[inline]
fn larger<T: Size>(x: T, y: T) -> T {
    if x > y || x.is_nan() { x } else { y }
}

#[cfg(test)]
mod tests;
