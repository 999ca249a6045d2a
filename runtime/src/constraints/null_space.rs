//! A basis of the directions that constraints leave free: the null space of their Jacobian.
//!
//! Matrices only, no constraints.

use extremal_numerics::Scalar;
use extremal_numerics::block::{at, rows_mut};

/// An orthonormal basis of ker G, by Householder reflections of the columns of Gᵀ.
///
/// `transposed` is Gᵀ, n × m, row by row, and is overwritten. `basis` receives n − m vectors of n numbers, one after the
/// other. If the rows of G are dependent, some of these vectors are not in ker G.
pub(crate) fn null_space<T: Scalar>(transposed: &mut [T], m: usize, basis: &mut [T]) {
    let n = transposed.len().checked_div(m).unwrap_or(0);
    for j in 0..m.min(n) {
        make_mirror(transposed, (n, m), j);
        for other in j + 1..m {
            let factor = share(transposed, m, j, (n, |a, k| at(a, k * m + other)));
            for k in j..n {
                let part = factor * at(transposed, k * m + j);
                reduce(transposed, k * m + other, part);
            }
        }
    }
    for (c, vector) in rows_mut(basis, n).enumerate() {
        let unit = |k: usize| {
            if k == m + c {
                T::from_f64(1.0)
            } else {
                T::from_f64(0.0)
            }
        };
        vector.iter_mut().enumerate().for_each(|(k, x)| *x = unit(k));
        for j in (0..m).rev() {
            let factor = share(transposed, m, j, (n, |_, k| at(vector, k)));
            for k in j..n {
                reduce(vector, k, factor * at(transposed, k * m + j));
            }
        }
    }
}

/// Subtracts `part` from the k-th number.
fn reduce<T: Scalar>(numbers: &mut [T], k: usize, part: T) {
    if let Some(number) = numbers.get_mut(k) {
        *number = *number - part;
    }
}

/// Replaces column j, from its diagonal on, by the vector of the reflection that zeroes the column below the diagonal.
fn make_mirror<T: Scalar>(a: &mut [T], (n, m): (usize, usize), j: usize) {
    let zero = T::Size::from_f64(0.0);
    let square = (j..n).fold(T::from_f64(0.0), |sum, k| {
        sum + at(a, k * m + j) * at(a, k * m + j)
    });
    let length = if square.real() > zero {
        Scalar::sqrt(square)
    } else {
        square
    };
    // The sign that avoids cancellation.
    let is_negative = at(a, j * m + j).real() < zero;
    reduce(a, j * m + j, if is_negative { length } else { -length });
}

/// 2 v·x/v·v for the vector v in column j and the vector x; zero if v is zero.
fn share<T: Scalar>(a: &[T], m: usize, j: usize, (n, x): (usize, impl Fn(&[T], usize) -> T)) -> T {
    let zero = T::from_f64(0.0);
    let (product, square) = (j..n).fold((zero, zero), |(product, square), k| {
        let v = at(a, k * m + j);
        (product + v * x(a, k), square + v * v)
    });
    if square.real() > T::Size::from_f64(0.0) {
        (product + product) / square
    } else {
        zero
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G is 2 × 4; its rows are of different size.
    #[test]
    fn the_basis_is_orthonormal_and_unseen_by_the_rows() {
        let rows = [[1.0, -2.0, 0.5, 0.0], [3e4, 1e4, 0.0, -2e4]];
        let mut transposed: [f64; 8] = core::array::from_fn(|at| rows[at % 2][at / 2]);
        let mut basis = [0.0; 8];
        null_space(&mut transposed, 2, &mut basis);
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let (a, b) = basis.split_at(4);
        // A few roundings of numbers of size one, and of the size of the row.
        for [x, y, expected] in [[a, a, &[1.0]], [b, b, &[1.0]], [a, b, &[0.0]]] {
            assert!((dot(x, y) - expected[0]).abs() < 1e-15);
        }
        for (row, size) in rows.iter().zip([1.0, 3e4]) {
            assert!(dot(row, a).abs() < 1e-15 * size && dot(row, b).abs() < 1e-15 * size);
        }
    }

    #[test]
    fn dependent_rows_leave_numbers() {
        let mut basis = [0.0; 3];
        null_space(&mut [1.0, 2.0, 0.0, 0.0, 0.0, 0.0], 2, &mut basis);
        assert!(basis.iter().all(|x: &f64| x.is_finite()));
    }
}
