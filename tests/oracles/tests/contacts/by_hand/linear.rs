//! Linear equations of a few unknowns, by elimination with pivots.

/// x with `matrix` x = `right`, row by row; nothing where the matrix is singular to rounding.
pub(crate) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    let size = matrix.iter().flatten().fold(0.0_f64, |size, x| size.max(x.abs()));
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| matrix[i][k].abs().total_cmp(&matrix[j][k].abs()))?;
        if matrix[pivot][k].abs() <= 1e-13 * size {
            return None;
        }
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        for i in k + 1..n {
            let factor = matrix[i][k] / matrix[k][k];
            let pivot = matrix[k].clone();
            for (entry, of_pivot) in matrix[i].iter_mut().zip(pivot).skip(k) {
                *entry -= factor * of_pivot;
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| matrix[k][j] * right[j]).sum();
        right[k] = (right[k] - known) / matrix[k][k];
    }
    Some(right)
}

/// The same for arrays and a matrix that is regular.
pub(crate) fn solved<const N: usize>(matrix: &[[f64; N]; N], right: &[f64; N]) -> [f64; N] {
    let rows = matrix.iter().map(|row| row.to_vec()).collect();
    let x = solve(rows, right.to_vec()).expect("a mass matrix");
    core::array::from_fn(|i| x[i])
}

pub(crate) fn times<const N: usize>(matrix: &[[f64; N]; N], x: &[f64; N]) -> [f64; N] {
    matrix.map(|row| dot(&row, x))
}

pub(crate) fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
