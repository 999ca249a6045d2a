//! Solves with narrow bands whose rows were not exchanged: the numbers that the next rows wait for stay in registers.
//!
//! Knows no factorization.

use super::HEAD;
use crate::Scalar;
use crate::block::{at, rows as each_row};

/// `b` becomes the solution, with K columns beside the diagonal. Row i of the factors has, from [`HEAD`] on, the K factors of
/// the rows below it, the reciprocal of the pivot, and K coefficients of later unknowns.
pub(super) fn substitute<T: Scalar, const K: usize>(rows: &[T], width: usize, b: &mut [T]) {
    forward::<T, K>(rows, width, b);
    backward::<T, K>(rows, width, b);
}

/// Subtracts from each row what the rows before it leave there. Factors of rows beyond the end are never read again.
#[inline]
fn forward<T: Scalar, const K: usize>(rows: &[T], width: usize, b: &mut [T]) {
    let mut next: [T; K] = core::array::from_fn(|k| at(b, k));
    for (i, row) in each_row(rows, width).take(b.len()).enumerate() {
        let Some(factors) = row.get(HEAD..).and_then(|row| row.first_chunk::<K>()) else {
            return;
        };
        let (x, new) = (at(&next, 0), b.get(i + K).copied());
        let after = |k: usize| next.get(k + 1).copied().or(new).unwrap_or(x);
        next = core::array::from_fn(|k| after(k) - at(factors, k) * x);
        super::set(b, i, x);
    }
}

/// The unknown found last is multiplied last: what it is waited for is short.
#[inline]
fn backward<T: Scalar, const K: usize>(rows: &[T], width: usize, b: &mut [T]) {
    let mut known = [T::from_f64(0.0); K];
    for (i, b) in b.iter_mut().enumerate().rev() {
        let Some([reciprocal, row @ ..]) = rows.get(width * i + HEAD + K..) else {
            return;
        };
        let Some(coefficients) = row.first_chunk::<K>() else {
            return;
        };
        let terms = coefficients.iter().zip(&known).skip(1);
        let others = terms.fold(T::from_f64(0.0), |sum, (&a, &x)| sum + a * x);
        let nearest = at(coefficients, 0) * *reciprocal * at(&known, 0);
        *b = (*b - others) * *reciprocal - nearest;
        known = core::array::from_fn(|k| k.checked_sub(1).map_or(*b, |before| at(&known, before)));
    }
}
