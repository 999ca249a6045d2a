//! Conditions at the end of a plan: numbers of z that are prescribed, and functions of z that are to be zero.
//!
//! Knows the last node, and no system. Each condition is a row of R: that of its number, or the next one that is free.

use std::boxed::Box;
use std::vec::Vec;

use nalgebra::SVector;

use super::bounds::Quantity;
use super::sweep::End;
use super::unplanned::Why;
use crate::Function;
use crate::planning::cost::add;
use crate::planning::small::{Matrix, matrix};
use extremal_numerics::block::zeros;

/// All conditions at the end.
pub(super) struct Conditions<'a, const R: usize> {
    /// The numbers that are prescribed.
    pub(super) goal: [Option<f64>; R],
    /// c(z) = 0.
    pub(super) functions: Vec<Box<dyn Function<R> + 'a>>,
}

impl<const R: usize> Conditions<'_, R> {
    pub(super) const NONE: Self = Self {
        goal: [None; R],
        functions: Vec::new(),
    };

    /// How many there are.
    fn count(&self) -> usize {
        self.goal.iter().flatten().count() + self.functions.len()
    }

    /// Whether z has room for all, and all are numbers at a first guess of it.
    pub(super) fn check(&self, z: &SVector<f64, R>) -> Result<(), Why> {
        let conditions = self.count();
        if conditions > R {
            return Err(Why::TooManyConditions {
                conditions,
                numbers: R,
            });
        }
        let second = self.curvature(z, &SVector::repeat(1.0));
        if second.iter().all(|entry| entry.is_finite()) {
            Ok(())
        } else {
            Err(Why::NotFinite)
        }
    }

    /// The functions with their rows.
    fn rows(&self) -> impl Iterator<Item = (usize, &dyn Function<R>)> {
        let free = (0..R).filter(|&row| self.goal[row].is_none());
        free.zip(
            self.functions
                .iter()
                .map(|function| &**function as &dyn Function<R>),
        )
    }

    /// What the condition of a row is about.
    pub(super) fn quantity(&self, row: usize) -> Quantity {
        let condition = self.rows().position(|(other, _)| other == row);
        condition.map_or(Quantity::State(row), Quantity::Condition)
    }

    /// Linearizes them: r − c′ δz with r = −c.
    pub(super) fn linearize<const F: usize>(&self, z: &SVector<f64, R>, end: &mut End<R, F>) {
        (end.misfit, end.rows) = ([None; R], zeros());
        for (row, goal) in self.goal.iter().enumerate() {
            if let Some(goal) = goal {
                end.misfit[row] = Some(goal - z[row]);
                end.rows[(row, row)] = 1.0;
            }
        }
        for (row, function) in self.rows() {
            let (value, gradient) = function.gradient(z.data.0[0]);
            end.misfit[row] = Some(-value);
            for (column, slope) in gradient.into_iter().enumerate() {
                end.rows[(row, column)] = slope;
            }
        }
    }

    /// ∂²(νᵀc)/∂z²
    pub(super) fn curvature(&self, z: &SVector<f64, R>, ending: &SVector<f64, R>) -> Matrix<f64, R, R> {
        let mut sum = zeros();
        for (row, function) in self.rows() {
            let (_, _, second) = function.hessian(z.data.0[0]);
            // The entries above the diagonal are those that a function has to give.
            let second = matrix(|i, j| second[i.min(j)][i.max(j)]);
            add(&mut sum, ending[row], &second);
        }
        sum
    }

    /// ν of the numbers, and of the functions.
    pub(super) fn parted(&self, ending: &SVector<f64, R>) -> (SVector<f64, R>, Vec<f64>) {
        let numbers = matrix(|row, _| self.goal[row].map_or(0.0, |_| ending[row]));
        (numbers, self.rows().map(|(row, _)| ending[row]).collect())
    }

    /// ν of all, from those of the numbers and of the functions.
    pub(super) fn joined(&self, mut ending: SVector<f64, R>, functions: &[f64]) -> SVector<f64, R> {
        for ((row, _), &multiplier) in self.rows().zip(functions) {
            ending[row] = multiplier;
        }
        ending
    }
}
