//! The inverse of a matrix whose size the compiler knows: the elimination of [`solve_all`], with rows of one length.
//!
//! Entries before the pivot are zero in all rows that are left, so that whole rows have the bits of the rest of them. Zeros
//! take no operations: bodies have masses in blocks.

use super::{larger, smallest_pivot, swap_rows};
use crate::block::{at, rows_mut};
use crate::{Block, LinearFailure, Scalar, Size};

/// `b`, which is the identity, becomes A⁻¹; `a` is overwritten. Both have as many rows, and columns, as a `V` has numbers. Rows
/// before the `first` meet no other ones, and are the inverse already.
///
/// # Errors
///
/// The errors of [`solve_all`](super::solve_all).
#[inline(never)]
pub fn invert<T: Scalar, V: Block<T>>(a: &mut [T], b: &mut [T], first: usize) -> Result<(), LinearFailure> {
    let n = V::LEN;
    equilibrate(a, b, n, first);
    for column in first..n {
        let (row, size) = largest_below(a, n, column);
        if row != column {
            swap_rows(a, n, column, row);
            swap_rows(b, n, column, row);
        }
        if !size.is_finite() {
            return Err(LinearFailure::NotFinite { what: "tangent" });
        }
        if size <= smallest_pivot::<T>(n) {
            return Err(LinearFailure::Singular {
                pivot: column,
                size: size.to_f64(),
            });
        }
        eliminate(a, b, n, column);
    }
    substitute(a, b, n, first);
    Ok(())
}

/// Divides each row by the largest power of two below its largest entry. Rows of zeros are unchanged.
#[inline(always)]
fn equilibrate<T: Scalar>(a: &mut [T], b: &mut [T], n: usize, first: usize) {
    let [zero, one] = [0.0, 1.0].map(T::Size::from_f64);
    for (row, b) in rows_mut(a, n).zip(rows_mut(b, n)).skip(first) {
        let size = row.iter().fold(zero, |size, a| larger(size, a.divisor_size()));
        let power = size.power_of_two();
        if zero < power && power < T::Size::INFINITY && power != one {
            let factor = T::from_size(Scalar::recip(power));
            row.iter_mut().for_each(|a| *a = *a * factor);
            b.iter_mut().for_each(|b| *b = *b * factor);
        }
    }
}

/// The row with the largest entry in a column, among those from the diagonal on, and the size of that entry; NaN if one of
/// the entries is NaN.
#[inline(always)]
fn largest_below<T: Scalar>(a: &[T], n: usize, column: usize) -> (usize, T::Size) {
    let start = (column, T::Size::from_f64(0.0));
    (column..n).fold(start, |(best, size), row| {
        let candidate = at(a, n * row + column).divisor_size();
        if candidate > size || candidate.is_nan() {
            (row, candidate)
        } else {
            (best, size)
        }
    })
}

/// Subtracts multiples of the row of the pivot from the rows below.
#[inline(always)]
fn eliminate<T: Scalar>(a: &mut [T], b: &mut [T], n: usize, column: usize) {
    let zero = T::from_f64(0.0);
    let end = n * column + n;
    let (Some((upper, lower)), Some((upper_b, lower_b))) =
        (a.split_at_mut_checked(end), b.split_at_mut_checked(end))
    else {
        return;
    };
    let (Some(pivot_row), Some(rhs)) = (upper.get(n * column..), upper_b.get(n * column..)) else {
        return;
    };
    let pivot = at(pivot_row, column);
    for row in 0..n - column - 1 {
        let entry = at(lower, n * row + column);
        if entry == zero {
            continue;
        }
        let factor = entry / pivot;
        subtract(part(lower, n, row), factor, pivot_row);
        subtract(part(lower_b, n, row), factor, rhs);
        if let Some(eliminated) = lower.get_mut(n * row + column) {
            *eliminated = zero;
        }
    }
}

/// The last row first.
#[inline(always)]
fn substitute<T: Scalar>(a: &[T], b: &mut [T], n: usize, first: usize) {
    let zero = T::from_f64(0.0);
    for row in (first..n).rev() {
        let Some((upper, lower)) = b.split_at_mut_checked(n * row + n) else {
            return;
        };
        let unknown = part(upper, n, row);
        for column in row + 1..n {
            let factor = at(a, n * row + column);
            if factor != zero {
                subtract(unknown, factor, part(lower, n, column - row - 1));
            }
        }
        let pivot = at(a, n * row + row);
        unknown.iter_mut().for_each(|x| *x = *x / pivot);
    }
}

/// A row of n numbers.
#[inline(always)]
fn part<T>(matrix: &mut [T], n: usize, row: usize) -> &mut [T] {
    matrix.get_mut(n * row..n * row + n).unwrap_or_default()
}

/// x ← x − f y
#[inline(always)]
fn subtract<T: Scalar>(x: &mut [T], factor: T, y: &[T]) {
    x.iter_mut().zip(y).for_each(|(x, &y)| *x = *x - factor * y);
}
