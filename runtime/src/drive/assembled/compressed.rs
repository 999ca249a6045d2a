//! The linear equations behind the derivative of a step, as sparse matrices in compressed columns.

use alloc::vec::Vec;

use extremal_numerics::Scalar;

/// A sparse matrix in compressed columns, as libraries of sparse matrices take it.
///
/// The entries of the column j are those from `pointers[j]` to `pointers[j + 1]`: `values[e]` in the row `indices[e]`. The rows
/// of a column ascend, and none occurs twice. An entry may be zero.
///
/// ```text
/// nalgebra-sparse   CscMatrix::try_from_csc_data(m.rows, m.columns, m.pointers, m.indices, m.values)
/// faer              SymbolicSparseColMat::new_checked(m.rows, m.columns, m.pointers, None, m.indices), with m.values
/// SciPy             csc_matrix((values, indices, pointers), shape = (rows, columns))
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CompressedColumns<T> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// Where each column begins, and behind them the number of entries: one more than columns.
    pub pointers: Vec<usize>,
    /// The row of each entry.
    pub indices: Vec<usize>,
    /// The value of each entry.
    pub values: Vec<T>,
}

/// The linear equations of a step about its solution.
///
/// ```text
/// A dx + B dz₀ = 0,   dz₁ = C dz₀ + D dx
/// ```
///
/// x are the unknowns of the step: velocities coordinate by coordinate, then impulses constraint by constraint, and then the
/// percussions of closed contacts, in the order of the report. z₀ are q, p, and v where the scheme carries it, then the inputs,
/// and then the fields in `sensitivities(..)`; z₁ are q, p and v alone.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearStep<T> {
    /// A, square: the tangent of the equations. It is singular where closed contacts are redundant.
    pub by_unknowns: CompressedColumns<T>,
    /// B
    pub by_start: CompressedColumns<T>,
    /// C
    pub end_by_start: CompressedColumns<T>,
    /// D
    pub end_by_unknowns: CompressedColumns<T>,
}

impl<T: Scalar> CompressedColumns<T> {
    /// The sum of entries (row, column, value); those outside of the matrix are left out.
    pub(super) fn of((rows, columns): (usize, usize), mut sorted: Vec<(usize, usize, T)>) -> Self {
        sorted.retain(|&(row, column, _)| row < rows && column < columns);
        sorted.sort_by_key(|&(row, column, _)| (column, row));
        let mut matrix = Self {
            rows,
            columns,
            pointers: Vec::with_capacity(columns + 1),
            indices: Vec::with_capacity(sorted.len()),
            values: Vec::with_capacity(sorted.len()),
        };
        let mut last = None;
        for (row, column, value) in sorted {
            if last == Some((row, column))
                && let Some(sum) = matrix.values.last_mut()
            {
                *sum = *sum + value;
                continue;
            }
            last = Some((row, column));
            while matrix.pointers.len() <= column {
                matrix.pointers.push(matrix.values.len());
            }
            matrix.indices.push(row);
            matrix.values.push(value);
        }
        matrix.pointers.resize(columns + 1, matrix.values.len());
        matrix
    }

    /// The entries of one column, row by row.
    pub fn column(&self, column: usize) -> impl Iterator<Item = (usize, T)> {
        let ends = self.pointers.get(column).zip(self.pointers.get(column + 1));
        let range = ends.map_or(0..0, |(&from, &to)| from..to);
        let indices = self.indices.get(range.clone()).unwrap_or_default();
        let values = self.values.get(range).unwrap_or_default();
        indices.iter().copied().zip(values.iter().copied())
    }
}
