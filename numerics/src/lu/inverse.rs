//! The inverse of a matrix whose size the compiler knows: the elimination of [`solve_all`], with rows of one length.
//!
//! Entries before the pivot are zero in all rows that are left, so that whole rows have the bits of the rest of them.

use super::{bring_up_pivot, equilibrate, smallest_pivot};
use crate::block::{RowMajor, at, rows_mut};
use crate::{Block, LinearFailure, Scalar, Size};

/// `b`, which is the identity, becomes A⁻¹; `a` is overwritten. Both have as many rows, and columns, as a `V` has numbers.
///
/// # Errors
///
/// The errors of [`solve_all`](super::solve_all).
#[inline(never)]
pub fn invert<T: Scalar, V: Block<T>>(a: &mut [T], b: &mut [T]) -> Result<(), LinearFailure> {
    let n = V::LEN;
    equilibrate(a, b, n);
    for column in 0..n {
        let size = bring_up_pivot(a, b, column, column, n);
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
    substitute(a, b, n);
    Ok(())
}

/// Subtracts multiples of the row of the pivot from the rows below.
#[inline(always)]
fn eliminate<T: Scalar>(a: &mut [T], b: &mut [T], n: usize, column: usize) {
    let mut rows = rows_mut(a, n).zip(rows_mut(b, n)).skip(column);
    let Some((pivot_row, rhs)) = rows.next() else {
        return;
    };
    let pivot = at(pivot_row, column);
    for (row, b) in rows {
        let factor = at(row, column) / pivot;
        subtract(row, factor, pivot_row);
        subtract(b, factor, rhs);
        if let Some(eliminated) = row.get_mut(column) {
            *eliminated = T::from_f64(0.0);
        }
    }
}

/// The last row first.
#[inline(always)]
fn substitute<T: Scalar>(a: &[T], b: &mut [T], n: usize) {
    for row in (0..n).rev() {
        let mut rows = rows_mut(b, n).skip(row);
        let mut coefficients = RowMajor::new(a, n).row(row).iter().skip(row);
        let (Some(unknown), Some(&pivot)) = (rows.next(), coefficients.next()) else {
            continue;
        };
        for (&a, known) in coefficients.zip(rows) {
            subtract(unknown, a, known);
        }
        unknown.iter_mut().for_each(|x| *x = *x / pivot);
    }
}

/// x ← x − f y
#[inline(always)]
fn subtract<T: Scalar>(x: &mut [T], factor: T, y: &[T]) {
    x.iter_mut().zip(y).for_each(|(x, &y)| *x = *x - factor * y);
}
