//! L B Lᵀ of a symmetric matrix, with a small number where the diagonal is zero.

use std::sync::Arc;
use std::vec::Vec;

use faer::linalg::cholesky::lblt::factor::LbltParams;
use faer::perm::PermRef;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, IntranodeLbltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::{Conj, MatMut, Par, Side, Spec};

use super::Room;
use super::entries::{Entries, matrix};
use crate::LinearFailure;
use crate::block::at;
use crate::matrix::set;

/// The number on the diagonal of a multiplier, beside that which the elimination of its coordinates leaves there.
const SMALL: f64 = 1e-8;

#[derive(Clone, Debug)]
pub(super) struct Symmetric {
    symbolic: Arc<SymbolicCholesky<usize>>,
    factors: Vec<f64>,
    subdiagonal: Vec<f64>,
    order: Vec<usize>,
    places: Vec<usize>,
    /// The numbers of the matrix, and those on its diagonal.
    values: Vec<f64>,
    diagonal: Vec<f64>,
    /// The factor of each row.
    scale: Vec<f64>,
    room: Room,
}

fn params() -> Spec<LbltParams, f64> {
    Spec::default()
}

impl Symmetric {
    pub(super) fn new(starts: &[usize], rows: &[usize]) -> Result<Self, LinearFailure> {
        let n = starts.len().saturating_sub(1);
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, starts, None, rows);
        let settings = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..CholeskySymbolicParams::default()
        };
        let symbolic = factorize_symbolic_cholesky(pattern, Side::Lower, SymmetricOrdering::Amd, settings)
            .map_err(|_| LinearFailure::TooLarge { size: n })?;
        let request = symbolic
            .factorize_numeric_intranode_lblt_scratch::<f64>(Par::Seq, params())
            .or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        let zeros = |n: usize| -> Vec<f64> { (0..n).map(|_| 0.0).collect() };
        Ok(Self {
            factors: zeros(symbolic.len_val()),
            subdiagonal: zeros(n),
            order: (0..n).collect(),
            places: (0..n).collect(),
            values: zeros(rows.len()),
            diagonal: zeros(n),
            scale: zeros(n),
            room: Room::new(request),
            symbolic: Arc::new(symbolic),
        })
    }

    /// How many numbers L has.
    pub(super) fn factor_len(&self) -> usize {
        self.symbolic.len_val()
    }

    /// `false` if the matrix is not symmetric, whatever its rows are multiplied by.
    pub(super) fn factor(&mut self, entries: &Entries) -> bool {
        if !entries.is_symmetric_with(&mut self.scale) {
            return false;
        }
        let Entries {
            starts, rows, values, ..
        } = entries;
        let scaled = rows
            .iter()
            .zip(values)
            .map(|(&row, value)| value * at(&self.scale, row));
        self.values
            .iter_mut()
            .zip(scaled)
            .for_each(|(to, value)| *to = value);
        self.regularize(starts, rows);
        self.symbolic.factorize_numeric_intranode_lblt(
            &mut self.factors,
            &mut self.subdiagonal,
            &mut self.order,
            &mut self.places,
            matrix(starts, rows, &self.values),
            Side::Lower,
            Par::Seq,
            self.room.stack(),
            params(),
        );
        true
    }

    /// `−1e-8 Σ_j a_ij² / |a_jj|` on each diagonal that is zero.
    fn regularize(&mut self, starts: &[usize], rows: &[usize]) {
        let ends = starts.iter().zip(starts.iter().skip(1));
        for (column, (&from, &to)) in ends.clone().enumerate() {
            let mut entries = rows.get(from..to).unwrap_or_default().iter().zip(from..to);
            let diagonal = entries.find(|(row, _)| **row == column);
            set(
                &mut self.diagonal,
                column,
                diagonal.map_or(0.0, |(_, place)| at(&self.values, place)),
            );
        }
        for (column, (&from, &to)) in ends.enumerate() {
            if at(&self.diagonal, column) != 0.0 {
                continue;
            }
            let entries = || rows.get(from..to).unwrap_or_default().iter().zip(from..to);
            let left = entries().map(|(&row, place)| {
                let (value, diagonal) = (at(&self.values, place), at(&self.diagonal, row).abs());
                if diagonal > 0.0 {
                    value * value / diagonal
                } else {
                    0.0
                }
            });
            let (left, largest) = (
                left.sum::<f64>(),
                entries().fold(0.0_f64, |most, (_, place)| {
                    most.max(at(&self.values, place).abs())
                }),
            );
            let size = [left, largest]
                .into_iter()
                .find(|size| *size > 0.0)
                .unwrap_or(1.0);
            if let Some((_, place)) = entries().find(|(row, _)| **row == column) {
                set(&mut self.values, place, -SMALL * size);
            }
        }
    }

    pub(super) fn solve(&mut self, x: &mut [f64]) {
        let n = x.len();
        x.iter_mut().zip(&self.scale).for_each(|(x, scale)| *x *= scale);
        let order = PermRef::new_checked(&self.order, &self.places, n);
        let factors = IntranodeLbltRef::new(&self.symbolic, &self.factors, &self.subdiagonal, order);
        let x = MatMut::from_column_major_slice_mut(x, n, 1);
        factors.solve_in_place_with_conj(Conj::No, x, Par::Seq, self.room.stack());
    }
}
