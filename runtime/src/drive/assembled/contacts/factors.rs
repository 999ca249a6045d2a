//! Sparse equations that may be redundant, as those of percussions are where contacts share a load in more than one way.
//!
//! Knows no contacts.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::branch::ListOf;
use crate::Failure;
use crate::drive::contact::is_solution;
use extremal_numerics::block::at;
use extremal_numerics::matrix::{Matrix, Pattern, Storage};
use extremal_numerics::{LinearFailure, Scalar, lu};

/// The factors of a sparse matrix; or, where it has none, the matrices of its independent groups of rows.
#[derive(Clone, Debug)]
pub(super) enum Factors<T: Scalar> {
    Regular(Box<Storage<T>>),
    Redundant(Vec<Group<T>>),
}

/// Rows that share no column with others.
#[derive(Clone, Debug)]
pub(super) struct Group<T> {
    members: Vec<usize>,
    /// Row by row.
    matrix: Vec<T>,
}

impl<T: Scalar> Factors<T> {
    pub(super) fn of(size: usize, entries: ListOf<T>) -> Result<Self, Failure> {
        let beside = entries.iter().filter(|(row, column, _)| row != column);
        let beside = beside.map(|&(row, column, _)| (row, column)).collect();
        let mut matrix = Storage::of_any(&Pattern::of_entries(size, beside)?)?;
        matrix.clear();
        for &(row, column, value) in &entries {
            matrix.add_entry(row, column, value);
        }
        match matrix.factor() {
            Ok(()) => Ok(Self::Regular(Box::new(matrix))),
            Err(LinearFailure::Singular { .. }) => Ok(Self::Redundant(groups(size, &entries))),
            Err(failure) => Err(failure.into()),
        }
    }

    /// Solves the equations. Where they are redundant, the solution is one of many. `false` if they contradict each other: `b`
    /// has no meaning then.
    pub(super) fn solve(&mut self, b: &mut [T]) -> Result<bool, Failure> {
        match self {
            Self::Regular(matrix) => Ok(matrix.solve(b).map(|()| true)?),
            Self::Redundant(groups) => Ok(groups.iter().all(|group| group.solve(b))),
        }
    }
}

/// The groups of rows that are linked by entries.
fn groups<T: Scalar>(size: usize, entries: &ListOf<T>) -> Vec<Group<T>> {
    let mut leaders: Vec<usize> = (0..size).collect();
    for &(row, column, _) in entries {
        let [one, other] = [row, column].map(|k| leader(&leaders, k));
        if let Some(place) = leaders.get_mut(one.max(other)) {
            *place = one.min(other);
        }
    }
    let leaders: Vec<usize> = (0..size).map(|k| leader(&leaders, k)).collect();
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (k, &leader) in leaders.iter().enumerate() {
        members.entry(leader).or_default().push(k);
    }
    let group = |(leader, members): (usize, Vec<usize>)| {
        let matrix = (0..members.len().pow(2)).map(|_| T::from_f64(0.0)).collect();
        (leader, Group { members, matrix })
    };
    let mut groups: BTreeMap<usize, Group<T>> = members.into_iter().map(group).collect();
    for &(row, column, value) in entries {
        let group = leaders.get(row).and_then(|leader| groups.get_mut(leader));
        if let Some(group) = group {
            group.add(row, column, value);
        }
    }
    groups.into_values().collect()
}

/// The least of the rows with which one is linked.
fn leader(leaders: &[usize], mut k: usize) -> usize {
    while let Some(&next) = leaders.get(k).filter(|&&next| next < k) {
        k = next;
    }
    k
}

impl<T: Scalar> Group<T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        let [row, column] = [row, column].map(|k| self.members.binary_search(&k));
        if let (Ok(row), Ok(column)) = (row, column)
            && let Some(sum) = self.matrix.get_mut(self.members.len() * row + column)
        {
            *sum = *sum + value;
        }
    }

    /// Whether the equations of the group have a solution, which is written.
    fn solve(&self, b: &mut [T]) -> bool {
        let right: Vec<T> = self.members.iter().map(|&k| at(b, k)).collect();
        let (mut factors, mut x) = (self.matrix.clone(), right.clone());
        lu::solve_consistent(&mut factors, &mut x);
        for (&k, &x) in self.members.iter().zip(&x) {
            if let Some(place) = b.get_mut(k) {
                *place = x;
            }
        }
        is_solution(&self.matrix, &right, &x)
    }
}
