//! Matrices of two parts, the first of which has no entries in the columns of the second.
//!
//! Knows no elimination: the blocks on the diagonal have storages of their own.

use alloc::vec::Vec;

use super::order::{Order, place_of};
use super::storage::renamed;
use super::{Matrix, Misplaced, Pattern, Storage, check_length, set};
use crate::block::at;
use crate::{LinearFailure, Scalar};

/// ```text
/// ⎡ A  0 ⎤
/// ⎣ C  B ⎦     A x = a,   B y = b − C x
/// ```
///
/// Equations of a step have this form where one coordinate has several unknowns that follow from each other: velocities at the
/// end from those before them.
#[derive(Clone, Debug)]
pub(super) struct Triangular<T: Scalar> {
    first: Storage<T>,
    second: Storage<T>,
    coupling: Coupling<T>,
    /// The place of each row: those of the first part, and then those of the second.
    places: Vec<usize>,
    moved: Vec<T>,
    misplaced: Misplaced,
}

/// C, row by row.
#[derive(Clone, Debug)]
struct Coupling<T> {
    /// Row r has the entries from `starts[r]` to `starts[r + 1]`.
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<T>,
    order: Order,
}

impl<T: Scalar> Triangular<T> {
    /// For these entries beside the diagonal, in ascending order; `None` unless both blocks on the diagonal have a mirror image
    /// of each of their entries, and the whole matrix has not.
    ///
    /// # Errors
    ///
    /// The errors of [`Storage::of`] for one of the blocks.
    pub(super) fn of(n: usize, entries: &[(usize, usize)]) -> Result<Option<Self>, LinearFailure> {
        let Some(is_first) = first_part(n, entries) else {
            return Ok(None);
        };
        let (mut places, mut count) = (Vec::new(), 0);
        places.resize(n, 0);
        for part in [true, false] {
            let rows = places.iter_mut().zip(&is_first);
            for (place, _) in rows.filter(|(_, is_first)| **is_first == part) {
                *place = count;
                count += 1;
            }
        }
        let size = is_first.iter().filter(|is_first| **is_first).count();
        let (mut above, mut below, mut coupled) = (Vec::new(), Vec::new(), Vec::new());
        for &(row, column) in entries {
            let [row, column] = [row, column].map(|k| places.get(k).copied().unwrap_or(k));
            match (row.checked_sub(size), column.checked_sub(size)) {
                (Some(row), Some(column)) => below.push((row, column)),
                (Some(row), None) => coupled.push((row, column)),
                _ => above.push((row, column)),
            }
        }
        Ok(Some(Self {
            first: Storage::of(&Pattern::of_entries(size, above)?)?,
            second: Storage::of(&Pattern::of_entries(n - size, below)?)?,
            coupling: Coupling::of(n - size, coupled),
            moved: places.iter().map(|_| T::from_f64(0.0)).collect(),
            places,
            misplaced: Misplaced::default(),
        }))
    }

    /// An error of one part, in the order of the caller.
    fn named(&self, failure: LinearFailure, before: usize) -> LinearFailure {
        renamed(failure, &self.places, before)
    }
}

/// Whether each row belongs to the first part: to the rows of those unknowns that stand in an entry without a mirror image, and
/// to all that these depend on. `None` if there is no such entry, or one in a part.
fn first_part(n: usize, entries: &[(usize, usize)]) -> Option<Vec<bool>> {
    let lone = || {
        let has_mirror = |&(row, column): &(usize, usize)| entries.binary_search(&(column, row)).is_ok();
        entries.iter().filter(move |entry| !has_mirror(entry))
    };
    let mut is_first = Vec::new();
    is_first.resize(n, false);
    let mut waiting: Vec<usize> = lone().map(|&(_, column)| column).collect();
    if waiting.is_empty() {
        return None;
    }
    while let Some(row) = waiting.pop() {
        if core::mem::replace(is_first.get_mut(row)?, true) {
            continue;
        }
        let from = entries.partition_point(|entry| entry.0 < row);
        let of_row = entries.iter().skip(from).take_while(|entry| entry.0 == row);
        waiting.extend(of_row.map(|&(_, column)| column));
    }
    let is_between = |&(row, column): &(usize, usize)| is_first.get(row) != is_first.get(column);
    lone().all(is_between).then_some(is_first)
}

impl<T: Scalar> Coupling<T> {
    fn of(rows: usize, mut entries: Vec<(usize, usize)>) -> Self {
        entries.sort_unstable();
        let starts = (0..=rows).map(|row| entries.partition_point(|entry| entry.0 < row));
        Self {
            starts: starts.collect(),
            values: entries.iter().map(|_| T::from_f64(0.0)).collect(),
            columns: entries.into_iter().map(|(_, column)| column).collect(),
            order: Order::default(),
        }
    }

    fn clear(&mut self) {
        self.values.fill(T::from_f64(0.0));
        self.order.restart();
    }

    /// Whether there is a place for the entry.
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: T) -> bool {
        let ends = self.starts.get(row..).and_then(|starts| starts.first_chunk());
        let &[from, to] = ends.unwrap_or(&[0, 0]);
        let columns = self.columns.get(from..to).unwrap_or_default();
        let expected = self.order.expected(1).first_mut();
        let place = expected.and_then(|expected| place_of(column, columns, expected));
        match place.and_then(|place| self.values.get_mut(from + place)) {
            Some(entry) => {
                *entry = *entry + value;
                true
            }
            None => false,
        }
    }

    /// b − C x becomes b.
    fn subtract(&self, x: &[T], b: &mut [T]) {
        let ends = self.starts.iter().zip(self.starts.iter().skip(1));
        let mut entries = self.values.iter().zip(&self.columns);
        for (b, (from, to)) in b.iter_mut().zip(ends) {
            let of_row = entries.by_ref().take(to - from);
            *b = of_row.fold(*b, |b, (&value, &column)| b - value * at(x, column));
        }
    }
}

impl<T: Scalar> Matrix<T> for Triangular<T> {
    fn size(&self) -> usize {
        self.places.len()
    }

    fn clear(&mut self) {
        self.first.clear();
        self.second.clear();
        self.coupling.clear();
        self.misplaced = Misplaced::default();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        let (Some(&r), Some(&c)) = (self.places.get(row), self.places.get(column)) else {
            return self.misplaced.note(row, column);
        };
        let size = self.first.size();
        match (r.checked_sub(size), c.checked_sub(size)) {
            (None, None) => self.first.add_entry(r, c, value),
            (Some(r), Some(c)) => self.second.add_entry(r, c, value),
            (Some(r), None) if self.coupling.add(r, c, value) => {}
            _ => self.misplaced.note(row, column),
        }
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.misplaced.check()?;
        let (first, second) = (self.first.factor(), self.second.factor());
        first.map_err(|failure| self.named(failure, 0))?;
        second.map_err(|failure| self.named(failure, self.first.size()))
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        check_length(self.places.len(), b.len())?;
        for (&place, &b) in self.places.iter().zip(&*b) {
            set(&mut self.moved, place, b);
        }
        let Some((x, y)) = self.moved.split_at_mut_checked(self.first.size()) else {
            return Ok(());
        };
        self.first.solve(x)?;
        self.coupling.subtract(x, y);
        self.second.solve(y)?;
        for (&place, b) in self.places.iter().zip(b) {
            *b = at(&self.moved, place);
        }
        Ok(())
    }
}
