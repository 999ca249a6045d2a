//! Least squares of rows that come one at a time: their triangle by rotations.
//!
//! Knows numbers alone. Columns may be of any sizes, as rotations mix rows and no columns.

use std::vec::Vec;

use super::singular::Singular;

/// R and Qᵀr of the rows (J, r), and Σ r².
#[derive(Clone, Debug)]
pub(super) struct Triangle {
    unknowns: usize,
    /// R and Qᵀr side by side, row by row.
    rows: Vec<f64>,
    /// Σ r².
    pub(super) squares: f64,
    /// The part of it of rows that unknowns move.
    pub(super) moved: f64,
}

impl Triangle {
    pub(super) fn of(unknowns: usize) -> Self {
        Self {
            unknowns,
            rows: std::vec![0.0; unknowns * (unknowns + 1)],
            squares: 0.0,
            moved: 0.0,
        }
    }

    /// Rotates a row into the triangle: J, then r. What is left in `row` means nothing.
    pub(super) fn add(&mut self, row: &mut [f64]) {
        let n = self.unknowns;
        let square = row[n] * row[n];
        self.squares += square;
        if row[..n].iter().any(|&slope| slope != 0.0) {
            self.moved += square;
        }
        for column in 0..n {
            if row[column] == 0.0 {
                continue;
            }
            let own = &mut self.rows[column * (n + 1)..(column + 1) * (n + 1)];
            let size = libm::hypot(own[column], row[column]);
            let (cos, sin) = (own[column] / size, row[column] / size);
            for (own, row) in own[column..].iter_mut().zip(&mut row[column..]) {
                (*own, *row) = (cos * *own + sin * *row, cos * *row - sin * *own);
            }
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.squares.is_finite() && self.rows.iter().all(|entry| entry.is_finite())
    }

    /// The norm of each column of J.
    pub(super) fn norms(&self) -> Vec<f64> {
        let entry = |row: usize, column: usize| self.rows[row * (self.unknowns + 1) + column];
        let norm = |column| (0..=column).fold(0.0, |norm, row| libm::hypot(norm, entry(row, column)));
        (0..self.unknowns).map(norm).collect()
    }

    /// The singular values of J D⁻¹, with D of `sizes`; a column whose size is zero counts as zero.
    pub(super) fn over(&self, sizes: &[f64]) -> Singular {
        let n = self.unknowns;
        let entry = |row: usize, column: usize| self.rows[row * (n + 1) + column];
        let column = |column: usize| -> Vec<f64> {
            let size = sizes[column];
            let scaled = |row: usize| {
                if size > 0.0 {
                    entry(row, column) / size
                } else {
                    0.0
                }
            };
            (0..n).map(scaled).collect()
        };
        let right: Vec<f64> = (0..n).map(|row| entry(row, n)).collect();
        Singular::of((0..n).map(column).collect(), &right)
    }
}
