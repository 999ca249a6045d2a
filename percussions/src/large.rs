//! The memory of islands with many contacts: what was analysed is kept while their patterns are the same.

use alloc::vec::Vec;

use super::accelerated;
use super::blocks::Blocks;
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
    blocks: Blocks<T>,
    numbers: Vec<T>,
}

/// The memory of one island. The blocks are those of another one.
type Memory<'a, T> = (&'a mut SparseTangent<T>, &'a mut Blocks<T>, [&'a mut [T]; SLICES]);

impl<T: Size> Large<T> {
    pub(super) const fn new() -> Self {
        Self {
            tangents: Vec::new(),
            taken: 0,
            blocks: Blocks::new(),
            numbers: Vec::new(),
        }
    }

    /// Begins another problem. Matrices that the last one did not take are forgotten.
    pub(super) fn restart(&mut self) {
        self.tangents.truncate(self.taken);
        self.taken = 0;
    }

    /// The matrix, the blocks and the numbers of an island.
    pub(super) fn of(&mut self, problem: &SparseContactProblem<T>) -> Result<Memory<'_, T>, LinearFailure> {
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
        let slices = slices(&mut self.numbers, rows);
        match self.tangents.get_mut(self.taken - 1) {
            Some(tangent) => Ok((tangent, &mut self.blocks, slices)),
            None => Err(LinearFailure::TooLarge { size: rows }),
        }
    }

    /// So many zeros.
    pub(super) fn numbers(&mut self, count: usize) -> &mut [T] {
        self.numbers.clear();
        self.numbers.resize(count, T::from_f64(0.0));
        &mut self.numbers
    }

    /// The blocks and the numbers of an island for sweeps alone.
    pub(super) fn of_sweeps(
        &mut self,
        problem: &SparseContactProblem<T>,
    ) -> (&Blocks<T>, [&mut [T]; accelerated::SLICES]) {
        self.blocks.set(problem);
        (&self.blocks, slices(&mut self.numbers, problem.rows()))
    }
}

/// Slices of `rows` zeros each.
fn slices<T: Size, const N: usize>(numbers: &mut Vec<T>, rows: usize) -> [&mut [T]; N] {
    numbers.clear();
    numbers.resize(N * rows, T::from_f64(0.0));
    let mut slices = numbers.chunks_exact_mut(rows.max(1));
    core::array::from_fn(|_| slices.next().unwrap_or_default())
}
