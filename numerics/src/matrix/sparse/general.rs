//! L U of any matrix, with exchanges of rows.
//!
//! Rows, and then columns, are multiplied by powers of two, so that the largest number of each lies between 1 and 2. Pivots are
//! chosen by size, and equations and unknowns may have any units.

use std::vec::Vec;

use faer::linalg::lu::partial_pivoting::factor::PartialPivLuParams;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::lu::{LuRef, LuSymbolicParams, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::{Conj, MatMut, Par, Spec};

use super::Room;
use super::entries::{Entries, matrix};
use crate::LinearFailure;

#[derive(Clone, Debug)]
pub(super) struct General {
    symbolic: SymbolicLu<usize>,
    numeric: NumericLu<usize, f64>,
    is_factored: bool,
    room: Room,
    /// The factors of rows and columns, and the entries multiplied by them.
    rows: Vec<f64>,
    columns: Vec<f64>,
    scaled: Vec<f64>,
}

fn params() -> Spec<PartialPivLuParams, f64> {
    Spec::default()
}

impl General {
    pub(super) fn new(starts: &[usize], rows: &[usize]) -> Result<Self, LinearFailure> {
        let n = starts.len().saturating_sub(1);
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, starts, None, rows);
        let symbolic = factorize_symbolic_lu(
            pattern,
            LuSymbolicParams {
                supernodal_flop_ratio_threshold: faer::sparse::linalg::SupernodalThreshold::FORCE_SUPERNODAL,
                ..LuSymbolicParams::default()
            },
        )
        .map_err(|_| LinearFailure::TooLarge { size: n })?;
        let request = symbolic
            .factorize_numeric_lu_scratch::<f64>(Par::Seq, params())
            .or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        Ok(Self {
            symbolic,
            numeric: NumericLu::new(),
            is_factored: false,
            room: Room::new(request),
            rows: starts.iter().take(n).map(|_| 1.0).collect(),
            columns: starts.iter().take(n).map(|_| 1.0).collect(),
            scaled: rows.iter().map(|_| 0.0).collect(),
        })
    }

    /// Whether each column has a pivot.
    pub(super) fn factor(&mut self, entries: &Entries) -> bool {
        entries.equilibrate(&mut self.rows, &mut self.columns, &mut self.scaled);
        let a = matrix(&entries.starts, &entries.rows, &self.scaled);
        let stack = self.room.stack();
        let factors = self
            .symbolic
            .factorize_numeric_lu(&mut self.numeric, a, Par::Seq, stack, params());
        self.is_factored = factors.is_ok();
        self.is_factored
    }

    /// NaN if the matrix has no factors.
    pub(super) fn solve(&mut self, x: &mut [f64]) {
        if !self.is_factored {
            return x.fill(f64::NAN);
        }
        x.iter_mut().zip(&self.rows).for_each(|(x, row)| *x *= row);
        let (n, factors) = (x.len(), LuRef::new_unchecked(&self.symbolic, &self.numeric));
        let y = MatMut::from_column_major_slice_mut(x, n, 1);
        factors.solve_in_place_with_conj(Conj::No, y, Par::Seq, self.room.stack());
        x.iter_mut()
            .zip(&self.columns)
            .for_each(|(x, column)| *x *= column);
    }
}
