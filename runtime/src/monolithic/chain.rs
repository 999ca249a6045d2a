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
    /// Room for a row of them.
    room: Vec<T>,
}

/// The corrections of the first and the last node, and of τ.
pub(super) struct Corner<T> {
    pub(super) first: Vec<T>,
    pub(super) last: Vec<T>,
    pub(super) duration: T,
}

impl<T: Scalar> Chain<T> {
    /// Of nodes of `size` numbers.
    pub(super) fn new(size: usize) -> Self {
        Self {
            size,
            relation: Vec::new(),
            eliminated: Vec::new(),
            pair: std::vec![T::from_f64(0.0); 2 * size * (3 * size + 2)],
            room: std::vec![T::from_f64(0.0); 3 * size + 2],
        }
    }

    /// Begins with no element, and has room for so many.
    pub(super) fn begin(&mut self, elements: usize) {
        self.relation.clear();
        self.eliminated.clear();
        let numbers = elements.saturating_sub(1) * self.size * (3 * self.size + 2);
        self.eliminated.reserve(numbers);
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
        let (above, below) = self.pair.split_at_mut(n * width);
        let relation = rows(&self.relation, 2 * n + 2);
        for (row, relation) in above.chunks_exact_mut(width).zip(relation) {
            let (own, others) = row.split_at_mut(n);
            let (next, first) = others.split_at_mut(n);
            let (e, rest) = relation.split_at(n);
            own.copy_from_slice(e);
            next.fill(zero);
            first.copy_from_slice(rest);
        }
        let element = rows(by_state, n).zip(by_duration.iter().zip(defect)).enumerate();
        for (row, (k, (by_state, (&by_duration, &defect)))) in below.chunks_exact_mut(width).zip(element) {
            row.fill(zero);
            for (place, &a) in row.iter_mut().zip(by_state) {
                *place = -a;
            }
            if let [.., of_duration, known] = row {
                (*of_duration, *known) = (-by_duration, defect);
            }
            if let Some(place) = row.get_mut(n + k) {
                *place = one;
            }
        }
        let mut pair = Rows {
            numbers: &mut self.pair,
            width,
        };
        for k in 0..n {
            pair.reflect(k, &mut self.room);
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
            for (row, entries) in block.chunks_exact(width).enumerate().rev() {
                let (own, others) = entries.split_at(n);
                let (of_next, of_first) = others.split_at(n);
                let less = |sum: T, (&c, &z): (&T, &T)| sum - c * z;
                let right = at(entries, 3 * n + 1) - at(entries, 3 * n) * corner.duration;
                let right = of_next.iter().zip(next).fold(right, less);
                let right = of_first.iter().zip(&corner.first).fold(right, less);
                let solved_ones = own.iter().zip(&known).skip(row + 1);
                let solved = solved_ones.fold(right, less) / at(own, row);
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
