//! The matrix of velocities and accelerations, M with Gᵀ beside it and G below it, and products with its parts.
//!
//! Knows no solution.

use super::{Adding, Entries, Family, Into};
use crate::Lagrangian;
use extremal_numerics::Scalar;
use extremal_numerics::matrix::{Assembling, Matrix};

/// M and, with constraints, Gᵀ beside it and G below it.
pub(crate) struct Saddle<'a, S: Lagrangian> {
    pub(crate) system: &'a S,
    /// t, q and v.
    pub(crate) place: (S::Scalar, &'a [S::Scalar], &'a [S::Scalar]),
    pub(crate) constraints: usize,
}

impl<'a, S: Lagrangian> Saddle<'a, S> {
    /// M alone.
    pub(crate) fn masses(system: &'a S, place: (S::Scalar, &'a [S::Scalar], &'a [S::Scalar])) -> Self {
        Self {
            system,
            place,
            constraints: 0,
        }
    }
}

impl<S: Family> Adding<S::Scalar> for Saddle<'_, S> {
    fn add_to(&self, entries: &mut impl Entries<S::Scalar>) {
        let (t, q, v) = self.place;
        self.system.add_masses(t, q, v, entries);
        if self.constraints > 0 {
            let mut bordered = Bordered { n: q.len(), entries };
            self.system.add_constraint_jacobian(t, q, &mut bordered);
        }
    }
}

impl<S: Family> Assembling<S::Scalar> for Saddle<'_, S> {
    fn add_to(self, matrix: impl Matrix<S::Scalar>) {
        Adding::add_to(&self, &mut Into(matrix));
    }
}

/// Adds a matrix times a vector.
pub(crate) struct Product<'a, T: Scalar> {
    pub(crate) factor: &'a [T],
    pub(crate) sum: &'a mut [T],
}

impl<T: Scalar> Entries<T> for Product<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        if let (Some(sum), Some(&x)) = (self.sum.get_mut(row), self.factor.get(column)) {
            *sum = *sum + value * x;
        }
    }
}

/// The entries of the transposed matrix.
pub(crate) struct Transposed<'a, E>(pub(crate) &'a mut E);

impl<T, E: Entries<T>> Entries<T> for Transposed<'_, E> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.0.add(column, row, value);
    }
}

/// G and Gᵀ beside M.
struct Bordered<'a, E> {
    n: usize,
    entries: &'a mut E,
}

impl<T: Copy, E: Entries<T>> Entries<T> for Bordered<'_, E> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.entries.add(self.n + row, column, value);
        self.entries.add(column, self.n + row, value);
    }
}
