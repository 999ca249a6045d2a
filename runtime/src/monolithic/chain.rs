//! Equations of neighbours in a row, with conditions on the first and the last: an almost block diagonal matrix, eliminated
//! with reflections over pairs of blocks.
//!
//! ```text
//! zₖ₊₁ − Aₖ zₖ − aₖ τ = dₖ,   k = 0 .. N − 1;      B₀ z₀ + B₁ z_N + b τ = c
//! ```
//!
//! Elimination without exchanges between blocks would be shooting: rounding would grow as the fastest motion does, forwards and
//! backwards. Reflections keep it small, as the rows of both blocks are combined (S. J. Wright, Stable parallel algorithms for
//! two-point boundary value problems, 1992, structured QR, from one end to the other).

use std::vec::Vec;

use super::householder::{Dependent, Rows, least_squares};
use extremal_numerics::block::{at, rows};
use extremal_numerics::{Scalar, Size};

/// The elimination from the first node on.
///
/// After k elements the relation `G z₀ + E zₖ + g τ = r` is left, and for each node between one row block that gives its z.
pub(super) struct Chain<T> {
    size: usize,
    /// [E, G, g, r], row by row.
    relation: Vec<T>,
    /// For each eliminated node `[U, C₁, C₀, c, r]` with `U z + C₁ z₊ + C₀ z₀ + c τ = r`, row by row.
    eliminated: Vec<T>,
    /// Room for two blocks.
    pair: Vec<T>,
}

/// The corrections of the first and the last node, and of τ.
pub(super) struct Corner<T> {
    pub(super) first: Vec<T>,
    pub(super) last: Vec<T>,
    pub(super) duration: T,
}

impl<T: Scalar> Chain<T> {
    /// Of nodes of `size` numbers and of `elements` elements.
    pub(super) fn new(size: usize, elements: usize) -> Self {
        Self {
            size,
            relation: Vec::new(),
            eliminated: Vec::with_capacity(elements.saturating_sub(1) * size * (3 * size + 2)),
            pair: std::vec![T::from_f64(0.0); 2 * size * (3 * size + 2)],
        }
    }

    /// Adds an element: A, a and d.
    pub(super) fn push(&mut self, by_state: &[T], by_duration: &[T], defect: &[T]) {
        let (n, zero, one) = (self.size, T::from_f64(0.0), T::from_f64(1.0));
        if self.relation.is_empty() {
            for (row, entries) in rows(by_state, n).enumerate() {
                self.relation
                    .extend((0..n).map(|column| if row == column { one } else { zero }));
                self.relation.extend(entries.iter().map(|&a| -a));
                self.relation.extend([-at(by_duration, row), at(defect, row)]);
            }
            return;
        }
        let width = 3 * n + 2;
        let mut pair = Rows {
            numbers: &mut self.pair,
            width,
        };
        for (row, relation) in rows(&self.relation, 2 * n + 2).enumerate() {
            for column in 0..n {
                pair.set(row, column, at(relation, column));
                pair.set(row, n + column, zero);
                pair.set(row, 2 * n + column, at(relation, n + column));
            }
            pair.set(row, 3 * n, at(relation, 2 * n));
            pair.set(row, 3 * n + 1, at(relation, 2 * n + 1));
        }
        for (row, entries) in rows(by_state, n).enumerate() {
            for column in 0..n {
                pair.set(n + row, column, -at(entries, column));
                pair.set(n + row, n + column, if row == column { one } else { zero });
                pair.set(n + row, 2 * n + column, zero);
            }
            pair.set(n + row, 3 * n, -at(by_duration, row));
            pair.set(n + row, 3 * n + 1, at(defect, row));
        }
        for k in 0..n {
            pair.reflect(k);
        }
        let (above, below) = self.pair.split_at(n * width);
        self.eliminated.extend_from_slice(above);
        let left = rows(below, width).zip(self.relation.chunks_exact_mut(2 * n + 2));
        for (row, relation) in left {
            relation.copy_from_slice(row.get(n..).unwrap_or_default());
        }
    }

    /// The first and the last node from the conditions `[B₁, B₀, b, c]`, row by row. Conditions that say the same as others, or
    /// as the elements, are allowed.
    ///
    /// Without a free τ the conditions have b = 0 and `is_free` is false.
    pub(super) fn corner(&self, conditions: &[T], is_free: bool) -> Result<Corner<T>, Dependent> {
        let (n, width) = (self.size, 2 * self.size + 2);
        let unknowns = if is_free { 2 * n + 1 } else { 2 * n };
        let mut numbers =
            Vec::with_capacity((self.relation.len() + conditions.len()) / width * (unknowns + 1));
        for row in rows(&self.relation, width).chain(rows(conditions, width)) {
            numbers.extend(row.iter().take(unknowns));
            numbers.extend(row.last());
        }
        let x = least_squares(Rows {
            numbers: &mut numbers,
            width: unknowns + 1,
        })?;
        let part = |from: usize| (from..from + n).map(|k| at(&x, k)).collect();
        let duration = if is_free { at(&x, 2 * n) } else { T::from_f64(0.0) };
        Ok(Corner {
            first: part(n),
            last: part(0),
            duration,
        })
    }

    /// All nodes, one after the other.
    ///
    /// # Errors
    ///
    /// [`Dependent`] where the elements do not determine a node.
    pub(super) fn nodes(&self, corner: &Corner<T>) -> Result<Vec<T>, Dependent> {
        let (n, width) = (self.size, 3 * self.size + 2);
        let count = self.eliminated.len().checked_div(n * width).unwrap_or(0);
        let mut z = std::vec![T::from_f64(0.0); (count + 2) * n];
        let end = z.len() - n;
        z.get_mut(..n).unwrap_or_default().copy_from_slice(&corner.first);
        z.get_mut(end..).unwrap_or_default().copy_from_slice(&corner.last);
        let mut known = std::vec![T::from_f64(0.0); n];
        for (k, block) in self.eliminated.chunks_exact(n * width).enumerate().rev() {
            let next = z.get((k + 2) * n..(k + 3) * n).unwrap_or_default();
            for (place, row) in known.iter_mut().zip(rows(block, width)) {
                let neighbours = next.iter().chain(&corner.first);
                let others = neighbours.zip(row.iter().skip(n));
                let right = at(row, 3 * n + 1) - at(row, 3 * n) * corner.duration;
                *place = others.fold(right, |sum, (&z, &c)| sum - c * z);
            }
            for row in (0..n).rev() {
                let entries = block.get(row * width..).unwrap_or_default();
                let sum = (row + 1..n).fold(at(&known, row), |sum, column| {
                    sum - at(entries, column) * at(&known, column)
                });
                let solved = sum / at(entries, row);
                if !solved.magnitude().is_finite() {
                    return Err(Dependent { column: row });
                }
                if let Some(place) = known.get_mut(row) {
                    *place = solved;
                }
            }
            z.get_mut((k + 1) * n..(k + 2) * n)
                .unwrap_or_default()
                .copy_from_slice(&known);
        }
        Ok(z)
    }
}

#[cfg(test)]
mod tests;
