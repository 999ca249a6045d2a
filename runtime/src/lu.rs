//! Gaussian elimination with row pivoting, in place on slices.
//!
//! The fallback for the generated straight-line solves. Rows are scaled to size one by powers of two, which is exact. A
//! pivot is chosen by its size in the scaled rows.

use crate::{Failure, Scalar};

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
    if width == 0 {
        return Ok(());
    }
    let n = b.len() / width;
    equilibrate(a, b, width);
    for column in 0..n {
        let size = bring_up_pivot(a, b, column, column, width);
        if !size.is_finite() {
            return Err(Failure::NotFinite { what: "tangent" });
        }
        if size <= smallest_pivot::<T>(n) {
            return Err(Failure::SingularTangent { pivot: column, size });
        }
        eliminate(a, b, column, column, width);
    }
    for row in (0..n).rev() {
        let coefficients = &a[n * row..n * (row + 1)];
        let (above, below) = b.split_at_mut(width * (row + 1));
        for (k, x) in above[width * row..].iter_mut().enumerate() {
            let known = below.iter().skip(k).step_by(width);
            let rest = coefficients[row + 1..].iter().zip(known);
            *x = rest.fold(*x, |sum, (&a, &x)| sum - a * x) / coefficients[row];
        }
    }
    Ok(())
}

/// Solves L U x = b with known factors. `b` becomes x.
///
/// `factors` has the multipliers below the diagonal, the reciprocal pivots on it, and the rest of U above it, row by row.
#[inline]
pub fn substitute<T: Scalar>(factors: &[T], b: &mut [T]) {
    let n = b.len();
    for row in 0..n {
        let (known, rest) = b.split_at_mut(row);
        let coefficients = factors[n * row..].iter().zip(known);
        rest[0] = coefficients.fold(rest[0], |sum, (&l, &mut x)| sum - l * x);
    }
    for row in (0..n).rev() {
        let (rest, known) = b.split_at_mut(row + 1);
        let coefficients = factors[n * row + row + 1..n * (row + 1)].iter().zip(known);
        // The unknown found last is subtracted last, so that only one operation waits for it.
        let sum = coefficients
            .rev()
            .fold(rest[row], |sum, (&u, &mut x)| sum - u * x);
        rest[row] = sum * factors[n * row + row];
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
            (rank..n).for_each(|row| a[n * row + column] = T::from_f64(0.0));
        }
    }
    substitute_echelon(a, b, rank);
    rank
}

/// Back substitution. Row r has its pivot in its first non-zero column, c(r) ≥ r.
///
/// Position c(r) of `b` is written after the rows below r were read, so that one array holds both b and x.
fn substitute_echelon<T: Scalar>(a: &[T], b: &mut [T], rank: usize) {
    let n = b.len();
    let zero = T::from_f64(0.0);
    let mut solved_from = n;
    for row in (0..rank).rev() {
        let coefficients = &a[n * row..n * (row + 1)];
        let first = coefficients.iter().position(|a| a.divisor_size() > 0.0);
        let pivot = first.expect("a row within the rank has a pivot");
        let value = b[row];
        b[pivot + 1..solved_from].fill(zero);
        let known = &b[pivot + 1..];
        let sum = coefficients[pivot + 1..]
            .iter()
            .zip(known)
            .fold(value, |sum, (&a, &x)| sum - a * x);
        b[pivot] = sum / coefficients[pivot];
        solved_from = pivot;
    }
    b[..solved_from].fill(zero);
}

/// A pivot of at most this size may be the rounding error of zero.
fn smallest_pivot<T: Scalar>(n: usize) -> f64 {
    n as f64 * T::EPSILON
}

/// Divides each row by the largest power of two below its largest entry. Rows of zeros are unchanged.
fn equilibrate<T: Scalar>(a: &mut [T], b: &mut [T], width: usize) {
    const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
    let n = b.len() / width;
    for (row, b) in a.chunks_exact_mut(n.max(1)).zip(b.chunks_exact_mut(width)) {
        let size = row.iter().fold(0.0, |size, a| larger(size, a.divisor_size()));
        let power = f64::from_bits(size.to_bits() & EXPONENT);
        if 0.0 < power && power < f64::INFINITY {
            let factor = T::from_f64(1.0 / power);
            row.iter_mut().for_each(|a| *a = *a * factor);
            b.iter_mut().for_each(|b| *b = *b * factor);
        }
    }
}

/// Swaps the row with the largest entry in `column`, among `top` and the rows below it, to `top`. Returns the size of the
/// entry, or NaN if one of the entries is NaN.
fn bring_up_pivot<T: Scalar>(a: &mut [T], b: &mut [T], top: usize, column: usize, width: usize) -> f64 {
    let n = b.len() / width;
    let (mut best, mut size) = (top, 0.0);
    for row in top..n {
        let candidate = a[n * row + column].divisor_size();
        if candidate > size || candidate.is_nan() {
            (best, size) = (row, candidate);
        }
    }
    if best != top {
        (0..n).for_each(|k| a.swap(n * top + k, n * best + k));
        (0..width).for_each(|k| b.swap(width * top + k, width * best + k));
    }
    size
}

/// Subtracts multiples of row `top` from the rows below, so that their entries in `column` become zero.
fn eliminate<T: Scalar>(a: &mut [T], b: &mut [T], top: usize, column: usize, width: usize) {
    let n = b.len() / width;
    let (above, below) = a.split_at_mut(n * (top + 1));
    let (rhs, others) = b.split_at_mut(width * (top + 1));
    let (pivot_row, rhs) = (&above[n * top..], &rhs[width * top..]);
    let pivot = pivot_row[column];
    for (row, b) in below.chunks_exact_mut(n).zip(others.chunks_exact_mut(width)) {
        let factor = row[column] / pivot;
        row[column] = T::from_f64(0.0);
        for (a, &p) in row[column + 1..].iter_mut().zip(&pivot_row[column + 1..]) {
            *a = *a - factor * p;
        }
        for (b, &rhs) in b.iter_mut().zip(rhs) {
            *b = *b - factor * rhs;
        }
    }
}

/// The larger of two numbers; NaN if one of them is NaN.
fn larger(x: f64, y: f64) -> f64 {
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
