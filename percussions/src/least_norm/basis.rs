//! Orthonormal rows that span those of a matrix, and how many there are: its rank.

use extremal_numerics::block::dot;
use extremal_numerics::{Scalar, Size};

/// The first rows become orthonormal, and span all rows up to `tolerance` times the longest one. Returns their number.
///
/// The longest row that is left comes next, and is taken out of the others: modified Gram–Schmidt with row pivoting. What is
/// left of a row has rounding errors along the rows before, which are taken out a second time.
pub(super) fn orthonormalize<T: Size>(matrix: &mut [T], width: usize, tolerance: T) -> usize {
    let width = width.max(1);
    let mut least = T::from_f64(0.0);
    for rank in 0..matrix.len() / width {
        bring_up_longest(matrix, width, rank);
        let (known, rest) = matrix.split_at_mut(rank * width);
        let Some((row, others)) = rest.split_at_mut_checked(width) else {
            return rank;
        };
        for known in known.chunks_exact(width) {
            take_out(known, row);
        }
        let size = Scalar::sqrt(dot(row, row));
        if rank == 0 {
            least = tolerance * size;
        }
        // NaN is no rank.
        let is_independent = size > least;
        if !is_independent {
            return rank;
        }
        row.iter_mut().for_each(|x| *x = *x / size);
        for other in others.chunks_exact_mut(width) {
            take_out(row, other);
        }
    }
    matrix.len() / width
}

/// Exchanges row `first` with the longest of itself and of those below.
fn bring_up_longest<T: Size>(matrix: &mut [T], width: usize, first: usize) {
    let (mut longest, mut most) = (first, T::from_f64(0.0));
    for (k, row) in matrix.chunks_exact(width).enumerate().skip(first) {
        let size = dot(row, row);
        if size > most {
            (longest, most) = (k, size);
        }
    }
    if longest > first
        && let Some((above, below)) = matrix.split_at_mut_checked(longest * width)
    {
        let row = above.iter_mut().skip(first * width).take(width);
        row.zip(below).for_each(|(x, y)| core::mem::swap(x, y));
    }
}

/// row ← row − (known · row) known
fn take_out<T: Size>(known: &[T], row: &mut [T]) {
    let along = dot(known, row);
    row.iter_mut()
        .zip(known)
        .for_each(|(x, &known)| *x = *x - along * known);
}
