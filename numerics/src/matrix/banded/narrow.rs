//! Solves with narrow bands that were eliminated from both ends, without exchanges of rows: the numbers of both ends stand
//! beside each other, for instructions that work on two numbers, and what the next rows wait for stays in registers.

use core::cell::Cell;

use super::{HEAD, NARROW};
use crate::Scalar;
use crate::block::{at, rows as each_row, rows_mut};

/// A number of a row of the first end, and one of that row of the second end.
type Pair<T> = [T; 2];

/// Rows of both ends become rows of pairs: the factors of the rows below, the reciprocal of the pivot, and the coefficients of
/// later unknowns times that reciprocal.
pub(super) fn pair<T: Scalar>(rows: &mut [T], width: usize, half: usize, ends: usize) {
    for both in rows_mut(rows, 2 * width).take(ends) {
        let mut pairs = [[T::from_f64(0.0); 2]; 2 * NARROW + 1];
        let count = 2 * half + 1;
        for (k, pair) in pairs.iter_mut().enumerate().take(count) {
            let number = |end: usize| at(both, end * width + HEAD + k);
            let reciprocal = |end: usize| at(both, end * width + HEAD + half);
            *pair = [0, 1].map(|end| {
                if k > half {
                    number(end) * reciprocal(end)
                } else {
                    number(end)
                }
            });
        }
        let places = both.as_chunks_mut::<2>().0;
        places
            .iter_mut()
            .zip(pairs)
            .take(count)
            .for_each(|(place, pair)| *place = pair);
    }
}

/// Subtracts from each row what the eliminated rows before it leave there, and divides those by their pivots.
#[inline]
pub(super) fn forward<T: Scalar, const K: usize>(rows: &[T], width: usize, ends: usize, b: &mut [T]) {
    let b = Cell::from_mut(b).as_slice_of_cells();
    let mut waiting: [Pair<T>; K] = core::array::from_fn(|k| pair_at(b, k));
    let firsts = b.iter().zip(b.iter().skip(K));
    let lasts = b.iter().rev().zip(b.iter().rev().skip(K));
    let rows = each_row(rows, 2 * width).take(ends).zip(firsts.zip(lasts));
    for (row, ((first, after_first), (last, after_last))) in rows {
        let (pairs, _) = row.as_chunks::<2>();
        let Some((factors, [reciprocals, ..])) = pairs.split_first_chunk::<K>() else {
            return;
        };
        let x = waiting.first().copied().unwrap_or([T::from_f64(0.0); 2]);
        let new = [after_first.get(), after_last.get()];
        let after = |k: usize| waiting.get(k + 1).copied().unwrap_or(new);
        waiting = core::array::from_fn(|k| {
            let (after, factor) = (after(k), factors.get(k).copied().unwrap_or(new));
            [0, 1].map(|end| at(&after, end) - at(&factor, end) * at(&x, end))
        });
        let [top, bottom] = [0, 1].map(|end| at(&x, end) * at(reciprocals, end));
        first.set(top);
        last.set(bottom);
    }
    for (k, [first, last]) in waiting.into_iter().enumerate() {
        set_pair(b, ends + k, first, last);
    }
}

/// The unknowns of both ends, from the middle on. The one found last is multiplied last: what it is waited for is short.
#[inline]
pub(super) fn backward<T: Scalar, const K: usize>(rows: &[T], width: usize, ends: usize, b: &mut [T]) {
    let b = Cell::from_mut(b).as_slice_of_cells();
    let mut known: [Pair<T>; K] = core::array::from_fn(|k| pair_at(b, ends + k));
    let firsts = b.get(..ends).unwrap_or_default().iter().rev();
    let lasts = b.get(b.len() - ends..).unwrap_or_default().iter();
    for (row, (first, last)) in from_last(rows, 2 * width, ends).zip(firsts.zip(lasts)) {
        let (pairs, _) = row.as_chunks::<2>();
        let Some(coefficients) = pairs.get(K + 1..).and_then(|pairs| pairs.first_chunk::<K>()) else {
            return;
        };
        let right = [first.get(), last.get()];
        let terms = coefficients.iter().zip(&known).rev();
        let x = terms.fold(right, |x, (a, known)| {
            [0, 1].map(|end| at(&x, end) - at(a, end) * at(known, end))
        });
        let [top, bottom] = x;
        first.set(top);
        last.set(bottom);
        known = core::array::from_fn(|k| k.checked_sub(1).and_then(|k| known.get(k).copied()).unwrap_or(x));
    }
}

/// The first `count` rows, from the last one of them on.
fn from_last<T>(rows: &[T], width: usize, count: usize) -> impl Iterator<Item = &[T]> {
    let mut left = rows.get(..width * count).unwrap_or_default();
    core::iter::from_fn(move || {
        let (others, row) = left.split_at_checked(left.len().checked_sub(width)?)?;
        left = others;
        Some(row)
    })
}

/// The numbers `k` from both ends.
fn pair_at<T: Scalar>(b: &[Cell<T>], k: usize) -> Pair<T> {
    let number = |k: usize| b.get(k).map_or(T::from_f64(0.0), Cell::get);
    [number(k), number(b.len().wrapping_sub(k + 1))]
}

fn set_pair<T>(b: &[Cell<T>], k: usize, first: T, last: T) {
    let places = b.get(k).zip(b.get(b.len().wrapping_sub(k + 1)));
    if let Some((top, bottom)) = places {
        top.set(first);
        bottom.set(last);
    }
}
