//! The memory of islands with many contacts: what was analysed is kept while their patterns are the same.

use alloc::vec::Vec;

use super::search::SLICES;
use super::sparse::SparseContactProblem;
use super::sparse_tangent::SparseTangent;
use extremal_numerics::{LinearFailure, Size};

/// One matrix for each large island of the last problem, and numbers for the largest one.
#[derive(Clone, Debug)]
pub(super) struct Large<T: Size> {
    tangents: Vec<SparseTangent<T>>,
    /// How many of them the islands so far have taken.
    taken: usize,
    numbers: Vec<T>,
}

impl<T: Size> Large<T> {
    pub(super) const fn new() -> Self {
        Self {
            tangents: Vec::new(),
            taken: 0,
            numbers: Vec::new(),
        }
    }

    /// Begins another problem. Matrices that the last one did not take are forgotten.
    pub(super) fn restart(&mut self) {
        self.tangents.truncate(self.taken);
        self.taken = 0;
    }

    /// The matrix and the numbers of an island.
    pub(super) fn of(
        &mut self,
        problem: &SparseContactProblem<T>,
    ) -> Result<(&mut SparseTangent<T>, [&mut [T]; SLICES]), LinearFailure> {
        let mut known = self.tangents.iter().enumerate().skip(self.taken);
        let known = known.find_map(|(k, tangent)| tangent.is_of(problem).then_some(k));
        let place = match known {
            Some(place) => place,
            None => {
                self.tangents.push(SparseTangent::new(problem)?);
                self.tangents.len() - 1
            }
        };
        if place != self.taken {
            self.tangents.swap(place, self.taken);
        }
        self.taken += 1;
        let rows = problem.rows();
        self.numbers.clear();
        self.numbers.resize(SLICES * rows, T::from_f64(0.0));
        let mut slices = self.numbers.chunks_exact_mut(rows.max(1));
        let slices = core::array::from_fn(|_| slices.next().unwrap_or_default());
        match self.tangents.get_mut(self.taken - 1) {
            Some(tangent) => Ok((tangent, slices)),
            None => Err(LinearFailure::TooLarge { size: rows }),
        }
    }
}
