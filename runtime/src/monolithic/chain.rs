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
/// After k elements the relation `E zₖ + G z₀ + g τ = r` is left, and for each node before one row block that gives its
/// z. Where each condition reads one end alone, the relation begins with the conditions of the first node, which is
/// eliminated like the others: there is no G, and the relation has a row for each of these conditions.
pub(super) struct Chain<T> {
    size: usize,
    /// The columns of z₀: as many as a node has numbers, or none.
    of_first: usize,
    /// [E, G, g, r], row by row.
    relation: Vec<T>,
    /// For each eliminated node `[U, C₁, C₀, c, r]` with `U z + C₁ z₊ + C₀ z₀ + c τ = r`, row by row.
    eliminated: Vec<T>,
    /// Room for the relation and an element.
    pair: Vec<T>,
    /// Room for a row of them.
    room: Vec<T>,
}

/// The corrections of the last node, of τ, and of the first node, if it was not eliminated.
pub(super) struct Corner<T> {
    first: Vec<T>,
    last: Vec<T>,
    pub(super) duration: T,
}

/// Relations below this size are taken larger: those of motions that grow fade from element to element.
const FADED: f64 = 1e-6;

impl<T: Scalar> Chain<T> {
    /// A chain of nodes of `size` numbers.
    pub(super) fn new(size: usize) -> Self {
        Self {
            size,
            of_first: size,
            relation: Vec::new(),
            eliminated: Vec::new(),
            pair: Vec::new(),
            room: std::vec![T::from_f64(0.0); 3 * size + 2],
        }
    }

    /// Begins with no element, with room for some. `conditions` are `[B₁, B₀, b, c]`, row by row. If each of them reads one
    /// end alone, the elimination begins with those of the first node; they must leave that node open. Their derivatives are
    /// differences, right to ε^⅔, and of those that follow from others to √ε none is kept: as the place of a constrained body,
    /// and the constraint there.
    pub(super) fn begin(&mut self, elements: usize, conditions: &[T]) {
        let n = self.size;
        self.relation.clear();
        self.eliminated.clear();
        self.of_first = n;
        if are_apart(n, conditions) {
            self.begin_apart(conditions);
        }
        let left = self.relation.len() / self.relation_width();
        let left = if self.of_first > 0 { n } else { left };
        self.pair.clear();
        self.pair.resize((left + n) * self.width(), T::from_f64(0.0));
        self.eliminated.reserve(elements * n * self.width());
    }

    /// Begins with the conditions of the first node, if these leave it open: a first node that is given would make the
    /// elimination one of initial values, whose relations fade where motions grow.
    fn begin_apart(&mut self, conditions: &[T]) {
        let n = self.size;
        for row in rows(conditions, 2 * n + 2).filter(|row| !is_of_last(n, row)) {
            self.relation.extend(row.iter().skip(n));
        }
        let width = n + 2;
        let mut rows = Rows {
            numbers: &mut self.relation,
            width,
        };
        // A row that follows from others is rounding, which would be taken for a relation that has faded.
        let own = rows.independent(n, libm::sqrt(T::EPSILON), &mut self.room);
        if (1..n).contains(&own) {
            self.of_first = 0;
            self.relation.truncate(own * width);
        } else {
            self.relation.clear();
        }
    }

    fn relation_width(&self) -> usize {
        self.size + self.of_first + 2
    }

    fn width(&self) -> usize {
        self.relation_width() + self.size
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
        let (of_relation, width) = (self.relation_width(), self.width());
        let left = self.relation.len() / of_relation;
        let (above, below) = self.pair.split_at_mut(left * width);
        for (row, relation) in above
            .chunks_exact_mut(width)
            .zip(rows(&self.relation, of_relation))
        {
            let (own, others) = row.split_at_mut(n);
            let (next, others) = others.split_at_mut(n);
            let (e, rest) = relation.split_at(n);
            own.copy_from_slice(e);
            next.fill(zero);
            others.copy_from_slice(rest);
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
        let left = rows(below, width).zip(self.relation.chunks_exact_mut(of_relation));
        for (row, relation) in left {
            relation.copy_from_slice(row.get(n..).unwrap_or_default());
            if self.of_first == 0 {
                strengthen(n, relation);
            }
        }
    }

    /// The last node, τ, and the first node if it is still there, from the conditions `[B₁, B₀, b, c]`, row by row. Conditions
    /// that say the same as others, or as the elements, are allowed.
    ///
    /// Without a free τ the conditions have b = 0 and `is_free` is false.
    ///
    /// # Errors
    ///
    /// [`Dependent`], with the column among those of the last node, the first node, and τ.
    pub(super) fn corner(&self, conditions: &[T], is_free: bool) -> Result<Corner<T>, Dependent> {
        let (n, of_nodes) = (self.size, self.size + self.of_first);
        let unknowns = if is_free { of_nodes + 1 } else { of_nodes };
        let mut numbers = Vec::new();
        for row in rows(&self.relation, of_nodes + 2) {
            numbers.extend(row.iter().take(unknowns));
            numbers.extend(row.last());
        }
        for row in rows(conditions, 2 * n + 2) {
            if self.of_first == 0 && !is_of_last(n, row) {
                continue;
            }
            numbers.extend(row.iter().take(of_nodes));
            numbers.extend(row.iter().skip(2 * n).take(unknowns - of_nodes));
            numbers.extend(row.last());
        }
        let solved = least_squares(Rows {
            numbers: &mut numbers,
            width: unknowns + 1,
        });
        let x = solved.map_err(|Dependent { column }| Dependent {
            column: if column < of_nodes { column } else { 2 * n },
        })?;
        let part = |from: usize, to: usize| (from..to).map(|k| at(&x, k)).collect();
        let duration = if is_free {
            at(&x, of_nodes)
        } else {
            T::from_f64(0.0)
        };
        Ok(Corner {
            first: part(n, of_nodes),
            last: part(0, n),
            duration,
        })
    }

    /// All nodes, one after the other.
    ///
    /// # Errors
    ///
    /// [`Dependent`] where the elements do not determine a node.
    pub(super) fn nodes(&self, corner: &Corner<T>) -> Result<Vec<T>, Dependent> {
        let (n, width) = (self.size, self.width());
        let count = self.eliminated.len().checked_div(n * width).unwrap_or(0);
        // The first node stays where it has columns of its own.
        let from = self.of_first / n.max(1);
        let mut z = std::vec![T::from_f64(0.0); (from + count + 1) * n];
        let end = z.len() - n;
        z.get_mut(..from * n)
            .unwrap_or_default()
            .copy_from_slice(&corner.first);
        z.get_mut(end..).unwrap_or_default().copy_from_slice(&corner.last);
        let mut known = std::vec![T::from_f64(0.0); n];
        for (k, block) in self.eliminated.chunks_exact(n * width).enumerate().rev() {
            let own_place = (from + k) * n;
            let next = z.get(own_place + n..own_place + 2 * n).unwrap_or_default();
            for (row, entries) in block.chunks_exact(width).enumerate().rev() {
                let (own, others) = entries.split_at(n);
                let (of_next, others) = others.split_at(n);
                let (of_first, others) = others.split_at(self.of_first);
                let less = |sum: T, (&c, &z): (&T, &T)| sum - c * z;
                let right = at(others, 1) - at(others, 0) * corner.duration;
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
            z.get_mut(own_place..own_place + n)
                .unwrap_or_default()
                .copy_from_slice(&known);
        }
        Ok(z)
    }
}

/// Whether each condition reads one end alone.
fn are_apart<T: Scalar>(n: usize, conditions: &[T]) -> bool {
    let is_read = |by: &T| *by != T::from_f64(0.0);
    rows(conditions, 2 * n + 2).all(|row| is_of_last(n, row) || !row.iter().take(n).any(is_read))
}

/// Whether a condition is one of the last node: it does not read the first one.
fn is_of_last<T: Scalar>(n: usize, row: &[T]) -> bool {
    let first = row.get(n..2 * n).unwrap_or_default();
    first.iter().all(|&by| by == T::from_f64(0.0))
}

/// Multiplies a relation that has faded.
fn strengthen<T: Scalar>(n: usize, relation: &mut [T]) {
    let entries = relation.iter().take(n).map(|entry| entry.divisor_size());
    let largest = entries.fold(
        T::Size::from_f64(0.0),
        |most, next| if next > most { next } else { most },
    );
    if largest > T::Size::from_f64(0.0) && largest < T::Size::from_f64(FADED) {
        let factor = T::from_size(T::Size::from_f64(1.0) / largest);
        relation.iter_mut().for_each(|entry| *entry = *entry * factor);
    }
}

#[cfg(test)]
mod tests;
