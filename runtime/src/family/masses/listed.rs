//! Mass matrices of systems whose size only the program knows: a list of entries.
//!
//! Knows no system.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::{Adding, Entries, SummedMasses, solve_consistent};
use crate::system::Masses;
use extremal_numerics::Scalar;
use extremal_numerics::matrix::Storage;

/// The mass matrix of a system of any size: its entries, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct AssembledMasses<T> {
    size: usize,
    entries: Vec<(usize, usize, T)>,
}

/// Entries in the order in which they are added.
struct Listed<T>(Vec<(usize, usize, T)>);

impl<T> Entries<T> for Listed<T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.0.push((row, column, value));
    }
}

impl<T: Scalar> SummedMasses<T> for AssembledMasses<T> {
    fn summed(size: usize, entries: &impl Adding<T>) -> Self {
        let mut listed = Listed(Vec::new());
        entries.add_to(&mut listed);
        Self {
            size,
            entries: added_up(listed.0),
        }
    }
}

/// Entries by row and column, each of which stands once.
fn added_up<T: Scalar>(mut entries: Vec<(usize, usize, T)>) -> Vec<(usize, usize, T)> {
    entries.sort_by_key(|&(row, column, _)| (row, column));
    entries.dedup_by(|next, sum| {
        let is_same = (next.0, next.1) == (sum.0, sum.1);
        if is_same {
            sum.2 = sum.2 + next.2;
        }
        is_same
    });
    entries
}

impl<T: Scalar> AssembledMasses<T> {
    /// The number n of rows, which is that of columns.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// M(i, j).
    #[must_use]
    pub fn get(&self, i: usize, j: usize) -> T {
        let place = self
            .entries
            .binary_search_by_key(&(i, j), |&(row, column, _)| (row, column));
        let entry = place.ok().and_then(|k| self.entries.get(k));
        entry.map_or_else(|| T::from_f64(0.0), |&(_, _, value)| value)
    }

    /// Row, column and value of each entry, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, T)> + use<'_, T> {
        self.entries.iter().copied()
    }
}

impl<T: Scalar> Masses<T> for AssembledMasses<T> {
    fn diagonal(&self, k: usize) -> T {
        self.get(k, k)
    }

    fn each_entry(&self, visit: &mut dyn FnMut(usize, usize, T)) {
        self.iter().for_each(|(i, j, x)| visit(i, j, x));
    }

    fn solve_consistent(&mut self, b: &mut [T]) {
        solve_consistent::<T, Storage<T>, DVector<T>>(|visit| self.each_entry(visit), b);
    }
}
