//! L U of any matrix, with exchanges of rows.

use faer::linalg::lu::partial_pivoting::factor::PartialPivLuParams;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::lu::{LuRef, LuSymbolicParams, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::{Conj, MatMut, Par, Spec};

use super::Room;
use super::entries::{Entries, matrix};
use crate::Failure;

#[derive(Clone, Debug)]
pub(super) struct General {
    symbolic: SymbolicLu<usize>,
    numeric: NumericLu<usize, f64>,
    is_factored: bool,
    room: Room,
}

fn params() -> Spec<PartialPivLuParams, f64> {
    Spec::default()
}

impl General {
    pub(super) fn new(starts: &[usize], rows: &[usize]) -> Result<Self, Failure> {
        let n = starts.len().saturating_sub(1);
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, starts, None, rows);
        let symbolic = factorize_symbolic_lu(
            pattern,
            LuSymbolicParams {
                supernodal_flop_ratio_threshold: faer::sparse::linalg::SupernodalThreshold::FORCE_SUPERNODAL,
                ..LuSymbolicParams::default()
            },
        )
        .map_err(|_| Failure::TooLarge { size: n })?;
        let request = symbolic
            .factorize_numeric_lu_scratch::<f64>(Par::Seq, params())
            .or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        Ok(Self {
            symbolic,
            numeric: NumericLu::new(),
            is_factored: false,
            room: Room::new(request),
        })
    }

    /// Whether each column has a pivot.
    pub(super) fn factor(&mut self, entries: &Entries) -> bool {
        let a = matrix(&entries.starts, &entries.rows, &entries.values);
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
        let (n, factors) = (x.len(), LuRef::new_unchecked(&self.symbolic, &self.numeric));
        let x = MatMut::from_column_major_slice_mut(x, n, 1);
        factors.solve_in_place_with_conj(Conj::No, x, Par::Seq, self.room.stack());
    }
}
