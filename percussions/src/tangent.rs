//! The matrix of a linear step of a solver, however G is stored.

use super::ContactProblem;
use extremal_numerics::{LinearFailure, Size, lu};

/// A square matrix with the rows of a problem P, made of rows of G and of single numbers. Both are added only where the problem
/// couples two contacts.
pub(super) trait Tangent<T: Size, P> {
    /// Every number becomes zero.
    fn clear(&mut self, problem: &P);

    /// Adds a number at a row and a column of one contact.
    fn add(&mut self, row: usize, column: usize, number: T);

    /// Adds numbers to `row`: at each column that made of the column and of the number of row `of` of G there. Both rows belong
    /// to one contact.
    fn add_row(&mut self, problem: &P, row: usize, of: usize, number: impl Fn(usize, T) -> T);

    /// `b` becomes the solution x of A x = b. The matrix has to be cleared afterwards.
    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure>;
}

/// All numbers, row by row, in the beginning of a block.
#[derive(Debug)]
pub(super) struct Dense<'a, T> {
    numbers: &'a mut [T],
    rows: usize,
}

impl<'a, T: Size> Dense<'a, T> {
    /// A block of at least R × R numbers is one of a matrix of R rows.
    pub(super) fn new(block: &'a mut [T], rows: usize) -> Self {
        let numbers = block.get_mut(..rows * rows).unwrap_or_default();
        Self { numbers, rows }
    }

    /// The memory of the matrix.
    pub(super) fn numbers(&mut self) -> &mut [T] {
        self.numbers
    }

    fn row(&mut self, row: usize) -> &mut [T] {
        let range = self.rows * row..self.rows * (row + 1);
        self.numbers.get_mut(range).unwrap_or_default()
    }
}

impl<T: Size> Tangent<T, ContactProblem<'_, T>> for Dense<'_, T> {
    fn clear(&mut self, _: &ContactProblem<'_, T>) {
        self.numbers.fill(T::from_f64(0.0));
    }

    fn add(&mut self, row: usize, column: usize, number: T) {
        if let Some(entry) = self.row(row).get_mut(column) {
            *entry = *entry + number;
        }
    }

    fn add_row(
        &mut self,
        problem: &ContactProblem<'_, T>,
        row: usize,
        of: usize,
        number: impl Fn(usize, T) -> T,
    ) {
        let entries = self.row(row).iter_mut().zip(problem.row(of));
        for (column, (entry, &g)) in entries.enumerate() {
            *entry = *entry + number(column, g);
        }
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        lu::solve(self.numbers, b)
    }
}
