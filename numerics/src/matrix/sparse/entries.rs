//! The entries of a sparse matrix, column by column, and their assembly.

use std::vec::Vec;

use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};

use super::super::order::{Order, place_of};
use super::super::{Misplaced, Pattern, set};
use crate::LinearFailure;
use crate::block::at;

/// Products and quotients of two numbers that should be equal differ by a few ε.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// A matrix whose pattern is symmetric: the rows of a column are the columns of that row.
#[derive(Clone, Debug)]
pub(super) struct Entries {
    /// Column c has the entries from `starts[c]` to `starts[c + 1]`.
    pub(super) starts: Vec<usize>,
    pub(super) rows: Vec<usize>,
    pub(super) values: Vec<f64>,
    /// The place of the entry on the other side of the diagonal.
    transposed: Vec<usize>,
    /// The unit of each unknown, and the size of each row with them.
    units: Vec<f64>,
    sizes: Vec<f64>,
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
            units: next.iter().skip(1).map(|_| 0.0).collect(),
            sizes: next.iter().skip(1).map(|_| 0.0).collect(),
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

    pub(super) fn check(&self) -> Result<(), LinearFailure> {
        self.misplaced.check()
    }

    /// Finds numbers that make the matrix symmetric to rounding when its rows are multiplied by them, if there are some: one
    /// where the diagonal has a number. Equations of constraints may have other units than their forces.
    pub(super) fn is_symmetric_with(&self, scale: &mut [f64]) -> bool {
        for (column, scale) in scale.iter_mut().enumerate() {
            *scale = self.scale_of(column);
        }
        let scale = &*scale;
        (0..scale.len()).all(|column| {
            self.pairs(column).all(|(row, value, other)| {
                let [value, other] = [value * at(scale, row), other * at(scale, column)];
                (value - other).abs() <= ROUNDING * other.abs()
            })
        })
    }

    fn scale_of(&self, column: usize) -> f64 {
        let on_diagonal = self.pairs(column).find(|(row, ..)| *row == column);
        if on_diagonal.is_some_and(|(_, value, _)| value != 0.0) {
            return 1.0;
        }
        let mut pairs = self.pairs(column);
        let pair = pairs.find(|&(_, value, other)| value != 0.0 && other != 0.0);
        pair.map_or(1.0, |(_, value, other)| value / other)
    }

    /// The rows of a column, with the numbers there and on the other side of the diagonal.
    fn pairs(&self, column: usize) -> impl Iterator<Item = (usize, f64, f64)> {
        let range = self.range(column);
        let [rows, others] =
            [&self.rows, &self.transposed].map(|all| all.get(range.clone()).unwrap_or_default());
        let values = self.values.get(range).unwrap_or_default();
        let pairs = rows.iter().zip(values).zip(others);
        pairs.map(|((&row, &value), &other)| (row, value, at(&self.values, other)))
    }

    /// The entries of a column.
    fn range(&self, column: usize) -> core::ops::Range<usize> {
        let range = self.starts.get(column).zip(self.starts.get(column + 1));
        range.map_or(0..0, |(&from, &to)| from..to)
    }

    /// The columns and the numbers of a row.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        self.pairs(row).map(|(column, _, value)| (column, value))
    }

    /// The largest |aᵢⱼ| uⱼ of a row, when the entries were measured last.
    pub(super) fn row_size(&self, row: usize) -> f64 {
        at(&self.sizes, row)
    }

    /// Measures rows by the largest |aᵢⱼ| uⱼ. Units u are one, but for columns without a number on the diagonal, those of
    /// multipliers, as [`lu::solve_with_multipliers`](crate::lu::solve_with_multipliers) chooses them.
    pub(super) fn measure(&mut self) {
        let mut units = core::mem::take(&mut self.units);
        let mut sizes = core::mem::take(&mut self.sizes);
        for (column, unit) in units.iter_mut().enumerate() {
            let diagonal = self.pairs(column).find(|(row, ..)| *row == column);
            *unit = f64::from(diagonal.is_some_and(|(_, value, _)| value != 0.0));
        }
        for (row, size) in sizes.iter_mut().enumerate() {
            let others = self.row(row).filter(|&(column, _)| at(&units, column) > 0.0);
            *size = others.fold(0.0, |size, (_, value)| size.max(value.abs()));
        }
        for (column, unit) in units.iter_mut().enumerate().filter(|(_, unit)| **unit == 0.0) {
            let parts = self
                .pairs(column)
                .map(|(row, value, _)| value.abs() / at(&sizes, row));
            let largest = parts.filter(|part| part.is_finite()).fold(0.0, f64::max);
            *unit = power_below(largest).recip();
        }
        for (row, size) in sizes.iter_mut().enumerate() {
            let parts = self
                .row(row)
                .map(|(column, value)| value.abs() * at(&units, column));
            *size = parts.fold(0.0, f64::max);
        }
        (self.units, self.sizes) = (units, sizes);
    }

    /// maxⱼ Cⱼ |xⱼ|, where Cⱼ is the largest number of column j in rows that are divided by their largest number.
    pub(super) fn largest_unknown(&self, x: &[f64]) -> f64 {
        let weight = |column: usize| {
            let numbers = self.pairs(column).filter(|(_, value, _)| *value != 0.0);
            numbers.fold(0.0_f64, |most, (row, value, _)| {
                most.max(value.abs() / self.row_size(row))
            })
        };
        let sizes = x.iter().enumerate();
        sizes.fold(0.0, |most, (column, x)| most.max(weight(column) * x.abs()))
    }

    /// R A C with powers of two for which the largest number of each row of R A, and then of each column, is 1 to 2 in size.
    pub(super) fn equilibrate(&self, rows: &mut [f64], columns: &mut [f64], scaled: &mut [f64]) {
        for (row, factor) in rows.iter_mut().enumerate() {
            *factor = power_below(self.row_size(row)).recip();
        }
        for (column, factor) in columns.iter_mut().enumerate() {
            let range = self.range(column);
            let places = self.rows.get(range.clone()).unwrap_or_default();
            let values = self.values.get(range.clone()).unwrap_or_default();
            let scaled = scaled.get_mut(range).unwrap_or_default();
            let mut size = 0.0_f64;
            for ((scaled, &row), value) in scaled.iter_mut().zip(places).zip(values) {
                *scaled = value * at(rows, row);
                size = size.max(scaled.abs());
            }
            *factor = power_below(size).recip();
            scaled.iter_mut().for_each(|scaled| *scaled *= *factor);
        }
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

/// The largest power of two that is not above a number, at least 2⁻¹⁰²² and at most 2¹⁰²², so that its reciprocal is a number
/// too; 1 for zero.
fn power_below(size: f64) -> f64 {
    const SIGNIFICAND: u64 = (1 << 52) - 1;
    if size > 0.0 {
        f64::from_bits(size.to_bits() & !SIGNIFICAND).clamp(f64::MIN_POSITIVE, f64::MIN_POSITIVE.recip())
    } else {
        1.0
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

#[cfg(test)]
mod tests {
    use super::Entries;
    use crate::matrix::Pattern;

    /// Two coordinates and a multiplier, whose equation is `unit` times as large as its forces.
    fn saddle(stiffness: [f64; 2], unit: f64) -> Entries {
        let pattern = Pattern::new(3, |visit| visit(&[0, 1, 2])).expect("rows below 3");
        let mut entries = Entries::new(pattern);
        let [a, b] = stiffness;
        #[rustfmt::skip]
        let block = [
            2.0, a, -0.3,
            b, 3.0, 0.7,
            -0.3 * unit, 0.7 * unit, 0.0,
        ];
        entries.add((&[0, 1, 2], &[0, 1, 2]), &block, |value| value);
        entries
    }

    #[test]
    fn constraints_may_have_other_units() {
        for unit in [1.0, -1.0, 0.01, -1e5] {
            let mut scale = [0.0; 3];
            assert!(saddle([0.1, 0.1], unit).is_symmetric_with(&mut scale));
            assert_eq!(scale[..2], [1.0; 2]);
            // A quotient of two roundings.
            assert!((scale[2] * unit - 1.0).abs() <= 4.0 * f64::EPSILON);
            assert!(!saddle([0.1, 0.11], unit).is_symmetric_with(&mut scale));
            assert!(!saddle([0.1, 0.0], unit).is_symmetric_with(&mut scale));
        }
    }
}
