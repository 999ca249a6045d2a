//! Derivatives of systems of any size as dense matrices.

use extremal::drive::CompressedColumns;
use extremal::nalgebra::DMatrix;

/// The matrix; rows of each column have to ascend.
pub(crate) fn dense(m: &CompressedColumns<f64>) -> DMatrix<f64> {
    assert_eq!(
        (m.pointers.len(), m.pointers[m.columns]),
        (m.columns + 1, m.values.len())
    );
    let mut dense = DMatrix::zeros(m.rows, m.columns);
    for column in 0..m.columns {
        let entries: Vec<(usize, f64)> = m.column(column).collect();
        assert!(entries.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (row, value) in entries {
            dense[(row, column)] = value;
        }
    }
    dense
}
