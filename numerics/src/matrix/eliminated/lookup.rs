//! Where each entry is kept: in the order in which entries are added, so that no assembly searches.

use alloc::vec::Vec;
use core::slice::IterMut;

use super::structure::Structure;
use crate::matrix::{Matrix, Misplaced};
use crate::{LinearFailure, Scalar};

/// The slots of entries.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    sorted: Sorted,
    /// The slots on the diagonal.
    diagonal: Vec<usize>,
    /// The entries beside it in the order in which they are added, each with its slot.
    order: Vec<(u64, usize)>,
    next: usize,
}

/// Row r has the entries from `starts[r]` to `starts[r + 1]`.
#[derive(Clone, Debug)]
struct Sorted {
    starts: Vec<usize>,
    columns: Vec<usize>,
    slots: Vec<usize>,
}

/// An entry that has no slot.
const NONE: usize = usize::MAX;

#[inline]
fn key(row: usize, column: usize) -> u64 {
    ((row as u64) << 32) | (column as u64 & u64::from(u32::MAX))
}

impl Lookup {
    /// For the entries beside the diagonal in the order in which they are added.
    pub(super) fn of(beside: &[(usize, usize)], structure: &Structure) -> Self {
        let n = structure.size;
        let places = structure.places.as_slice();
        let starts = (0..=n).map(|row| places.partition_point(|(entry, _)| entry.0 < row));
        let sorted = Sorted {
            starts: starts.collect(),
            columns: places.iter().map(|((_, column), _)| *column).collect(),
            slots: places.iter().map(|(_, slot)| *slot).collect(),
        };
        let order = beside
            .iter()
            .map(|&(row, column)| (key(row, column), sorted.search(row, column)));
        Self {
            order: order.collect(),
            diagonal: (0..n).map(|row| sorted.search(row, row)).collect(),
            sorted,
            next: 0,
        }
    }

    /// An assembly begins.
    pub(super) fn restart(&mut self) {
        self.next = 0;
    }

    /// Adds to these values.
    #[inline]
    pub(super) fn adding<'a, T: Scalar>(
        &'a mut self,
        values: &'a mut [T],
        misplaced: &'a mut Misplaced,
    ) -> Adding<'a, T> {
        let count = self.order.len();
        let from = self.next.min(count);
        Adding {
            values,
            order: self.order.get_mut(from..).unwrap_or_default().iter_mut(),
            count,
            diagonal: &self.diagonal,
            sorted: &self.sorted,
            next: &mut self.next,
            misplaced,
        }
    }

    /// All places, with their slots.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let rows = self.rows().enumerate();
        rows.flat_map(|(row, (columns, slots))| {
            let entries = columns.iter().zip(slots);
            entries.map(move |(&column, &slot)| (row, column, slot))
        })
    }

    /// The columns and the slots of the entries of each row.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&[usize], &[usize])> {
        let Sorted {
            starts,
            columns,
            slots,
        } = &self.sorted;
        let ends = starts.iter().zip(starts.iter().skip(1));
        ends.map(|(&from, &to)| {
            let of_row = |numbers| <[usize]>::get(numbers, from..to).unwrap_or_default();
            (of_row(columns), of_row(slots))
        })
    }

    /// The slot of the number on the diagonal of a row that has one.
    #[inline]
    pub(super) fn diagonal(&self, row: usize) -> Option<usize> {
        self.diagonal.get(row).copied().filter(|&slot| slot != NONE)
    }
}

impl Sorted {
    #[cold]
    #[inline(never)]
    fn search(&self, row: usize, column: usize) -> usize {
        let ends = self.starts.get(row..).and_then(|starts| starts.first_chunk());
        let &[from, to] = ends.unwrap_or(&[0, 0]);
        let columns = self.columns.get(from..to).unwrap_or_default();
        let found = columns.binary_search(&column).ok();
        found
            .and_then(|place| self.slots.get(from + place).copied())
            .unwrap_or(NONE)
    }
}

/// The entries that are added next. All numbers that an entry needs are its own, so that they stay in registers.
pub(in crate::matrix) struct Adding<'a, T> {
    values: &'a mut [T],
    order: IterMut<'a, (u64, usize)>,
    count: usize,
    diagonal: &'a [usize],
    sorted: &'a Sorted,
    next: &'a mut usize,
    misplaced: &'a mut Misplaced,
}

impl<T> Adding<'_, T> {
    /// The slot of an entry beside the diagonal.
    #[inline]
    fn beside(&mut self, row: usize, column: usize) -> usize {
        let key = key(row, column);
        match self.order.next() {
            Some((expected, slot)) if *expected == key => *slot,
            Some(entry) => {
                *entry = (key, self.sorted.search(row, column));
                entry.1
            }
            None => self.sorted.search(row, column),
        }
    }
}

impl<T> Drop for Adding<'_, T> {
    #[inline]
    fn drop(&mut self) {
        *self.next = self.count - self.order.len();
    }
}

impl<T: Scalar> Matrix<T> for Adding<'_, T> {
    fn size(&self) -> usize {
        self.sorted.starts.len().saturating_sub(1)
    }

    fn clear(&mut self) {
        self.values.fill(T::from_f64(0.0));
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        let slot = match row == column {
            true => self.diagonal.get(row).copied().unwrap_or(NONE),
            false => self.beside(row, column),
        };
        match self.values.get_mut(slot) {
            Some(entry) => *entry = *entry + value,
            None => self.misplaced.note(row, column),
        }
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.misplaced.check()
    }

    fn solve(&mut self, _: &mut [T]) -> Result<(), LinearFailure> {
        self.misplaced.check()
    }
}
