//! Solvers of the local contact problem: the percussions of contacts that are closed.
//!
//! They know numbers and no mechanics.

mod alart_curnier;
mod gauss_seidel;
mod local;
mod newton;
mod problem;

use core::fmt::Debug;

use crate::{Block, ContactFailure, Failure, Size};
pub use gauss_seidel::GaussSeidel;
pub use newton::SemismoothNewton;
pub use problem::{ActiveContact, ContactProblem};

/// A method that solves [`ContactProblem`]s. Its value has the settings.
pub trait ContactSolver: Copy + Debug + Default + PartialEq + 'static {
    /// Finds percussions P that satisfy the contact laws.
    ///
    /// `percussions` has the rows of the problem at its beginning: a guess before, P after, such as the percussions of the
    /// step before. Any finite numbers are a guess; zeros start cold. Numbers after these rows are not used.
    /// After an error its content has no meaning.
    ///
    /// `V` has at least as many numbers as the problem has rows, and `D` at least the square of that: the blocks of all
    /// contacts of a system, closed or not. The memory of the solve is a few such blocks on the stack.
    ///
    /// # Errors
    ///
    /// [`Failure::Percussions`].
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, Failure>;
}

/// The report of a contact solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solved<T> {
    /// Newton iterations, or pivots of Lemke's method; of [`GaussSeidel`] zero.
    pub iterations: usize,
    /// Gauss–Seidel sweeps, of the solver or of its fallback.
    pub sweeps: usize,
    /// The error of the contact laws, relative to the summands of G P + c.
    pub residual: T,
}

/// The residual at which iterations end: some units in the last place for each row.
fn floor<T: Size>(problem: &ContactProblem<'_, T>) -> T {
    T::from_count(8 * problem.rows()) * T::from_f64(T::EPSILON)
}

/// The percussions of the rows of the problem.
fn fitting<'a, T: Size, V: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &'a mut V,
) -> Result<&'a mut [T], Failure> {
    let what = "the blocks have fewer rows than the problem";
    let numbers = percussions.as_mut_slice().get_mut(..problem.rows());
    numbers.ok_or(ContactFailure::Problem { what }.into())
}
