//! Units of multipliers in a band, as [`lu::solve_with_multipliers`](crate::lu::solve_with_multipliers) chooses them.
//!
//! Columns are not multiplied by them: sizes of rows and pivots are.

use super::{Banded, HEAD, UNIT, is_of_second_end, is_zero, place_of};
use crate::block::at;
use crate::lu::reciprocal_power;
use crate::matrix::set;
use crate::{Scalar, Size, SizeOf, Vector};

impl<T: Scalar, V: Vector<T>> Banded<T, V> {
    /// Writes the unit of each column, and the size of each row with it.
    #[cold]
    pub(super) fn choose_units(&mut self) {
        let (n, zero) = (self.size, SizeOf::<T>::from_f64(0.0));
        for column in 0..n {
            let start = self.start_of(column);
            let diagonal = at(self.rows.as_slice(), start + HEAD + self.half);
            let unit = T::from_f64(if is_zero(diagonal) { 0.0 } else { 1.0 });
            set(self.rows.as_mut_slice(), start + UNIT, unit);
        }
        // The largest entry of each column of a multiplier, negative so that it is told from a unit.
        for row in 0..n {
            let others = self
                .entries_of(row)
                .filter(|&(column, _)| self.unit(column).real() > zero);
            let size = others.fold(zero, |sum, (_, a)| sum + a.magnitude());
            if !(size > zero && size < SizeOf::<T>::INFINITY) {
                continue;
            }
            for k in 0..=2 * self.half {
                let Some((column, a)) = self.entry(row, k) else {
                    continue;
                };
                let (unit, part) = (self.unit(column), a.magnitude() / size);
                if unit.real() <= zero && part > unit.magnitude() {
                    let at = self.start_of(column) + UNIT;
                    set(self.rows.as_mut_slice(), at, T::from_size(zero - part));
                }
            }
        }
        for column in 0..n {
            let unit = self.unit(column);
            if unit.real() <= zero {
                let unit = T::from_size(reciprocal_power(unit.magnitude()));
                let at = self.start_of(column) + UNIT;
                set(self.rows.as_mut_slice(), at, unit);
            }
        }
        for row in 0..n {
            let sizes = self
                .entries_of(row)
                .map(|(column, a)| a.magnitude() * self.unit(column).magnitude());
            let size = sizes.fold(zero, |sum, size| sum + size);
            let at = self.start_of(row);
            set(self.rows.as_mut_slice(), at, T::from_size(size));
        }
    }

    /// Where the numbers of a row begin.
    fn start_of(&self, row: usize) -> usize {
        self.width() * place_of(row, self.size, self.ends > 0)
    }

    fn unit(&self, column: usize) -> T {
        at(self.rows.as_slice(), self.start_of(column) + UNIT)
    }

    /// Entry k of a row and its column.
    fn entry(&self, row: usize, k: usize) -> Option<(usize, T)> {
        let is_reversed = self.ends > 0 && is_of_second_end(row, self.size);
        let column = if is_reversed {
            (row + self.half).checked_sub(k)
        } else {
            (row + k).checked_sub(self.half)
        };
        let column = column.filter(|&column| column < self.size)?;
        Some((column, at(self.rows.as_slice(), self.start_of(row) + HEAD + k)))
    }

    fn entries_of(&self, row: usize) -> impl Iterator<Item = (usize, T)> {
        (0..=2 * self.half).filter_map(move |k| self.entry(row, k))
    }
}
