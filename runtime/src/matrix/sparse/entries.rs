//! The entries of a sparse matrix, column by column, and their assembly.

use std::vec::Vec;

use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};

use super::super::{Misplaced, Pattern, set};
use super::order::{Order, place_of};
use crate::Failure;
use crate::block::at;

/// A matrix whose pattern is symmetric: the rows of a column are the columns of that row.
#[derive(Clone, Debug)]
pub(super) struct Entries {
    /// Column c has the entries from `starts[c]` to `starts[c + 1]`.
    pub(super) starts: Vec<usize>,
    pub(super) rows: Vec<usize>,
    pub(super) values: Vec<f64>,
    /// The place of the entry on the other side of the diagonal.
    transposed: Vec<usize>,
    order: Order,
    misplaced: Misplaced,
}

impl Entries {
    pub(super) fn new(pattern: Pattern) -> Self {
        let (starts, rows) = pattern.into_parts();
        let mut next = starts.clone();
        // Column by column, the entries of row r are met in the order in which they stand there.
        let transposed: Vec<usize> = rows
            .iter()
            .map(|&row| {
                let place = next.get(row).copied().unwrap_or(0);
                set(&mut next, row, place + 1);
                place
            })
            .collect();
        Self {
            values: rows.iter().map(|_| 0.0).collect(),
            starts,
            rows,
            transposed,
            order: Order::default(),
            misplaced: Misplaced::default(),
        }
    }

    /// Adds a block, column by column: what belongs to a column is looked up once.
    #[inline]
    pub(super) fn add<T: Copy>(
        &mut self,
        (rows, columns): (&[usize], &[usize]),
        block: &[T],
        number: impl Fn(T) -> f64,
    ) {
        let Self { starts, order, .. } = self;
        let mut expected = order.expected(rows.len() * columns.len()).iter_mut();
        for (first, &column) in columns.iter().enumerate() {
            let ends = starts.get(column..).and_then(|starts| starts.first_chunk());
            let &[from, to] = ends.unwrap_or(&[0, 0]);
            let places = self.rows.get(from..to).unwrap_or_default();
            let numbers = self.values.get_mut(from..to).unwrap_or_default();
            let mut at = first;
            for (&row, expected) in rows.iter().zip(&mut expected) {
                let Some(&value) = block.get(at) else { return };
                at += columns.len();
                match place_of(row, places, expected).and_then(|place| numbers.get_mut(place)) {
                    Some(entry) => *entry += number(value),
                    None => self.misplaced.note(row, column),
                }
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.values.fill(0.0);
        self.order.restart();
        self.misplaced = Misplaced::default();
    }

    pub(super) fn check(&self) -> Result<(), Failure> {
        self.misplaced.check()
    }

    pub(super) fn is_symmetric(&self) -> bool {
        let mut pairs = self.values.iter().zip(&self.transposed);
        pairs.all(|(value, &other)| self.values.get(other) == Some(value))
    }

    /// The columns and the numbers of a row.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.starts.get(row).zip(self.starts.get(row + 1));
        let range = range.map_or(0..0, |(&from, &to)| from..to);
        let columns = self.rows.get(range.clone()).unwrap_or_default();
        let places = self.transposed.get(range).unwrap_or_default();
        let places = places.iter().map(|&place| at(&self.values, place));
        columns.iter().copied().zip(places)
    }

    /// The largest |aᵢⱼ| of a row.
    pub(super) fn row_size(&self, row: usize) -> f64 {
        self.row(row).fold(0.0, |size, (_, value)| size.max(value.abs()))
    }

    /// The column j with the largest |aᵢⱼ xⱼ|.
    pub(super) fn largest_term(&self, row: usize, x: &[f64]) -> Option<usize> {
        let term = |(column, value): (usize, f64)| (column, (value * at(x, column)).abs());
        let terms = self.row(row).map(term);
        let largest = terms.max_by(|(_, a), (_, b)| a.total_cmp(b));
        largest.map(|(column, _)| column)
    }

    /// (A x)ᵢ and Σ |aᵢⱼ xⱼ|.
    pub(super) fn row_of(&self, row: usize, x: &[f64]) -> (f64, f64) {
        self.row(row).fold((0.0, 0.0), |(sum, size), (column, value)| {
            let term = value * at(x, column);
            (sum + term, size + term.abs())
        })
    }
}

pub(super) fn matrix<'a>(
    starts: &'a [usize],
    rows: &'a [usize],
    values: &'a [f64],
) -> SparseColMatRef<'a, usize, f64> {
    let n = starts.len().saturating_sub(1);
    SparseColMatRef::new(
        SymbolicSparseColMatRef::new_checked(n, n, starts, None, rows),
        values,
    )
}
