//! Mass matrices of systems of any size: the entries that are not zero.
//!
//! Knows no system.

use alloc::vec::Vec;

use super::Entries;
use crate::block::at;
use crate::matrix::{Matrix, Pattern, Storage};
use crate::{Failure, Masses, Scalar};

/// The mass matrix of a system of any size: its entries, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct AssembledMasses<T> {
    size: usize,
    entries: Vec<(usize, usize, T)>,
}

/// Entries in the order in which they are added.
#[derive(Debug)]
pub(super) struct Listed<T>(pub(super) Vec<(usize, usize, T)>);

impl<T> Entries<T> for Listed<T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.0.push((row, column, value));
    }
}

impl<T: Scalar> AssembledMasses<T> {
    pub(super) fn new(size: usize, Listed(mut entries): Listed<T>) -> Self {
        entries.sort_by_key(|&(row, column, _)| (row, column));
        entries.dedup_by(|next, sum| {
            let is_same = (next.0, next.1) == (sum.0, sum.1);
            if is_same {
                sum.2 = sum.2 + next.2;
            }
            is_same
        });
        Self { size, entries }
    }

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

    /// Overwrites `b` by x with M x = b, where the coordinates in `fixed` have x = 0 instead of their equation.
    fn solve_fixed(&self, fixed: &[bool], b: &mut [T]) -> Result<(), Failure> {
        let mut m = storage(self.size, &self.entries)?;
        let is_fixed = |k: usize| fixed.get(k).copied().unwrap_or(false);
        for &(row, column, value) in &self.entries {
            if !(is_fixed(row) || is_fixed(column)) {
                m.add_entry(row, column, value);
            }
        }
        for (k, b) in b.iter_mut().enumerate().filter(|(k, _)| is_fixed(*k)) {
            m.add_entry(k, k, T::from_f64(1.0));
            *b = T::from_f64(0.0);
        }
        m.factor()?;
        m.solve(b)
    }
}

/// A matrix with these places, and zeros there.
pub(super) fn storage<T: Scalar>(size: usize, entries: &[(usize, usize, T)]) -> Result<Storage<T>, Failure> {
    let pattern = Pattern::new(size, |visit| {
        let off_diagonal = entries.iter().filter(|(row, column, _)| row != column);
        off_diagonal.for_each(|&(row, column, _)| visit(&[row, column]));
    })?;
    Storage::of(&pattern)
}

impl<T: Scalar> Masses<T> for AssembledMasses<T> {
    fn diagonal(&self, k: usize) -> T {
        self.get(k, k)
    }

    /// A coordinate at which the elimination finds no pivot gets zero, and the others are solved for again. Where there is no
    /// storage for M, all are zero.
    fn solve_consistent(&mut self, b: &mut [T]) {
        let right: Vec<T> = b.to_vec();
        let zero = T::from_f64(0.0);
        let mut fixed: Vec<bool> = right.iter().map(|_| true).collect();
        let mut see = |row: usize, value: T| {
            if let (Some(fixed), true) = (fixed.get_mut(row), value.real() != zero.real()) {
                *fixed = false;
            }
        };
        self.entries.iter().for_each(|&(row, _, value)| see(row, value));
        for _ in 0..=right.len() {
            b.iter_mut().enumerate().for_each(|(k, b)| *b = at(&right, k));
            match self.solve_fixed(&fixed, b) {
                Ok(()) => return,
                Err(Failure::SingularTangent { pivot, .. }) => match fixed.get_mut(pivot) {
                    Some(fixed) if !*fixed => *fixed = true,
                    _ => break,
                },
                Err(_) => break,
            }
        }
        b.fill(zero);
    }
}
