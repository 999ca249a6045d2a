//! Gaussian elimination with row pivoting, in place on slices.
//!
//! The fallback for the generated straight-line solves. Rows are scaled to size one by powers of two, which is exact. A
//! pivot is chosen by its size in the scaled rows.

use crate::block::{at, rows_mut};
use crate::{Failure, Scalar, Size};

/// Solves A x = b. `b` becomes x; `a` (n × n, row by row) is overwritten.
///
/// ```
/// let (mut a, mut b) = ([0.0, 2.0, 1.0, 1.0], [4.0, 5.0]);
/// extremal::lu::solve(&mut a, &mut b)?;
/// assert_eq!(b, [3.0, 2.0]);
/// # Ok::<(), extremal::Failure>(())
/// ```
///
/// # Errors
///
/// [`Failure::SingularTangent`] if all candidates for a pivot are at most n ε times the size of their rows, and
/// [`Failure::NotFinite`] if a pivot is NaN or infinite. After an error the content of `b` has no meaning.
pub fn solve<T: Scalar>(a: &mut [T], b: &mut [T]) -> Result<(), Failure> {
    solve_all(a, b, 1)
}

/// Solves A X = B for a B of `width` columns. `b` (n × `width`, row by row) becomes X; `a` is overwritten.
///
/// # Errors
///
/// Those of [`solve`].
pub fn solve_all<T: Scalar>(a: &mut [T], b: &mut [T], width: usize) -> Result<(), Failure> {
    let n = size_of(b, width);
    equilibrate(a, b, width);
    for column in 0..n {
        let size = bring_up_pivot(a, b, column, column, width);
        if !size.is_finite() {
            return Err(Failure::NotFinite { what: "tangent" });
        }
        if size <= smallest_pivot::<T>(n) {
            return Err(Failure::SingularTangent {
                pivot: column,
                size: size.to_f64(),
            });
        }
        eliminate(a, b, column, column, width);
    }
    for row in (0..n).rev() {
        let mut rows = rows_mut(b, width).skip(row);
        let mut coefficients = row_of(a, n, row).iter().skip(row);
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

/// How many rows the right-hand side of `width` columns has.
fn size_of<T>(b: &[T], width: usize) -> usize {
    b.len().checked_div(width).unwrap_or(0)
}

/// A row of a matrix that is stored row by row; empty beyond the end.
fn row_of<T>(a: &[T], n: usize, row: usize) -> &[T] {
    a.get(n * row..n * (row + 1)).unwrap_or_default()
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
        let coefficients = row_of(factors, n, row).iter().zip(known);
        *first = coefficients.fold(*first, |sum, (&l, &mut x)| sum - l * x);
    }
    for row in (0..n).rev() {
        let Some((_, [first, known @ ..])) = b.split_at_mut_checked(row) else {
            return;
        };
        let Some((_, [reciprocal, coefficients @ ..])) = row_of(factors, n, row).split_at_checked(row) else {
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
pub(crate) fn kernel<T: Scalar>(a: &mut [T], x: &mut [T]) {
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
        let coefficients = row_of(a, n, row);
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
        let coefficients = row_of(a, n, row);
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
fn smallest_pivot<T: Scalar>(n: usize) -> T::Size {
    T::Size::from_count(n) * T::Size::from_f64(T::EPSILON)
}

/// Divides each row by the largest power of two below its largest entry. Rows of zeros are unchanged.
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

/// The larger of two numbers; NaN if one of them is NaN.
fn larger<T: Size>(x: T, y: T) -> T {
    if x > y || x.is_nan() { x } else { y }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> Result<[f64; N], Failure> {
        solve(a.as_flattened_mut(), &mut b).map(|()| b)
    }

    #[test]
    fn pivots_are_found_in_other_rows() {
        assert_eq!(solved([[0.0, 2.0], [4.0, 0.0]], [2.0, 8.0]), Ok([2.0, 1.0]));
        assert_eq!(
            solved(
                [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
                [3.0, 1.0, 2.0]
            ),
            Ok([1.0, 2.0, 3.0])
        );
        assert_eq!(solved::<0>([], []), Ok([]));
    }

    #[test]
    fn the_scale_of_a_row_does_not_choose_its_pivot() {
        // Unscaled, 10 would be the pivot, and x₁ would be lost to cancellation.
        let x = solved([[10.0, 1e18], [1.0, 1.0]], [1e18, 2.0]).unwrap();
        assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15, "{x:?}");
    }

    #[test]
    fn a_hilbert_matrix_of_five_is_solved_to_its_condition() {
        let a: [[f64; 5]; 5] =
            core::array::from_fn(|i| core::array::from_fn(|j| 1.0 / (1.0 + (i + j) as f64)));
        let b = a.map(|row| row.iter().sum());
        let x = solved(a, b).unwrap();
        assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-10), "{x:?}");
    }

    #[test]
    fn singular_matrices_are_refused_at_their_column() {
        let rank_two = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
        assert!(matches!(
            solved(rank_two, [1.0; 3]),
            Err(Failure::SingularTangent { pivot: 2, .. })
        ));
        let tiny = 1e-300;
        assert!(matches!(
            solved([[tiny, tiny], [tiny, tiny]], [1.0; 2]),
            Err(Failure::SingularTangent { pivot: 1, .. })
        ));
        assert_eq!(
            solved([[0.0]], [1.0]),
            Err(Failure::SingularTangent { pivot: 0, size: 0.0 })
        );
        assert_eq!(
            solved([[1.0, 1.0], [1.0, f64::NAN]], [1.0; 2]),
            Err(Failure::NotFinite { what: "tangent" })
        );
    }

    /// [[2, 1, 0], [4, 5, 2], [0, 6, 9]]: multipliers 2 and 2, pivots 2, 3 and 5.
    #[test]
    fn factors_serve_for_another_right_side() {
        let factors = [[0.5, 1.0, 0.0], [2.0, 1.0 / 3.0, 2.0], [0.0, 2.0, 0.2]];
        for x in [[1.0, -2.0, 3.0], [0.0, 0.0, 5.0]] {
            let mut b = [
                2.0 * x[0] + x[1],
                4.0 * x[0] + 5.0 * x[1] + 2.0 * x[2],
                6.0 * x[1] + 9.0 * x[2],
            ];
            substitute(factors.as_flattened(), &mut b);
            assert!(b.iter().zip(x).all(|(b, x)| (b - x).abs() < 1e-14), "{b:?}");
        }
        substitute::<f64>(&[], &mut []);
    }

    #[test]
    fn many_right_sides_are_solved_at_once() {
        let a = [[0.0, 2.0, 1.0], [4.0, 0.0, -1.0], [1.0, 1.0, 1.0]];
        let mut b = [[1.0, 0.0], [2.0, 5.0], [-3.0, 1.0]];
        let columns = [0, 1].map(|k| solved(a, b.map(|row| row[k])).unwrap());
        solve_all(a.clone().as_flattened_mut(), b.as_flattened_mut(), 2).unwrap();
        assert_eq!(columns, [0, 1].map(|k| b.map(|row| row[k])));
        assert_eq!(solve_all::<f64>(&mut [0.0], &mut [], 0), Ok(()));
    }

    #[test]
    fn kernels_have_one_at_the_first_column_without_a_pivot() {
        fn check<const N: usize>(mut a: [[f64; N]; N], expected: [f64; N]) {
            let mut x = [7.0; N];
            kernel(a.as_flattened_mut(), &mut x);
            let is_near = x.iter().zip(expected).all(|(x, e)| (x - e).abs() < 1e-14);
            assert!(is_near, "{x:?}");
        }
        check([[1.0, 1.0], [1.0, 1.0]], [-1.0, 1.0]);
        check([[0.0, 0.0], [0.0, 2.0]], [1.0, 0.0]);
        check(
            [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
            [1.0, -2.0, 1.0],
        );
        check([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0]);
    }

    #[test]
    fn small_is_not_singular() {
        assert_eq!(
            solved([[1e-200, 0.0], [0.0, 1e200]], [1e-200, 1e200]),
            Ok([1.0, 1.0])
        );
    }

    #[test]
    fn consistent_equations_are_solved_whatever_the_rank() {
        fn check<const N: usize>(a: [[f64; N]; N], x: [f64; N], rank: usize) {
            let product = |x: [f64; N]| a.map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>());
            let (mut work, mut y) = (a, product(x));
            assert_eq!(solve_consistent(work.as_flattened_mut(), &mut y), rank);
            let difference = product(y)
                .iter()
                .zip(product(x))
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            assert!(difference < 1e-14, "{y:?}");
        }
        check([[2.0, 1.0], [1.0, 3.0]], [1.0, -1.0], 2);
        check([[1.0, 1.0], [1.0, 1.0]], [0.3, 0.4], 1);
        check([[0.0, 0.0], [0.0, 2.0]], [5.0, 6.0], 1);
        check([[0.0; 3]; 3], [1.0; 3], 0);
        check(
            [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
            [1.0, 2.0, 3.0],
            2,
        );
        check(
            [[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]],
            [1.0, 2.0, 4.0],
            2,
        );
        check::<0>([], [], 0);
    }
}
