//! An optimal motion, and what is known about it.

use core::fmt;
use std::vec::Vec;

use nalgebra::SVector;

use super::bounds::Bound;
use super::unplanned::{Unplanned, Why};
use crate::planning::small::Matrix;
use crate::{Lagrangian, StateOf};

/// An optimal motion of R numbers z and I inputs, found by [`OptimalControl`](super::OptimalControl).
#[derive(Clone, PartialEq)]
pub struct Plan<S: Lagrangian, const R: usize, const I: usize> {
    /// J.
    pub cost: f64,
    /// The states at all nodes, one more than steps.
    pub states: Vec<StateOf<S>>,
    /// The inputs of all steps.
    pub inputs: Vec<SVector<f64, I>>,
    /// θ, if parameters are free; empty otherwise.
    pub parameters: Vec<f64>,
    /// λ of each step k: J changes by λᵀδ if the end of the step is moved by δ before the next one begins.
    pub multipliers: Vec<SVector<f64, R>>,
    /// ν: J changes by −νᵀδ if what is prescribed at the end is moved by δ. Zero for numbers that are not prescribed.
    pub ending: SVector<f64, R>,
    /// ν of each function in [`ending_where`](super::OptimalControl::ending_where), in their order: J changes by −ν δ if the
    /// function is to be δ instead of zero.
    pub conditions: Vec<f64>,
    /// The bounds that decide something, with their multipliers.
    pub active: Vec<Bound>,
    /// K of each step: u = u* − K (z − z*) holds the motion, and is the best reply to small deviations if a deviation of the
    /// prescribed end costs what its multipliers say. Zero along inputs at their bounds. Empty where the cost is not convex
    /// in the inputs, as at a maximum.
    pub gains: Vec<Matrix<f64, I, R>>,
    /// Iterations that were made.
    pub iterations: usize,
    /// The violation of the first-order conditions, without a unit: by how much misfits may change the numbers of z, and slopes
    /// of the Lagrange function and products s ζ the cost, relative to their sizes along the motion. Sums over all steps, so
    /// that it means the same for any number of them.
    pub optimality: f64,
    /// The largest difference of the end from what is prescribed, and of a function there from zero.
    pub misfit: f64,
    /// Whether the second-order conditions hold as well, so that it is a strict local minimum of the motions that the scheme
    /// makes.
    pub is_minimum: bool,
}

/// Shows cost, iterations and optimality.
impl<S: Lagrangian, const R: usize, const I: usize> fmt::Debug for Plan<S, R, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("cost", &self.cost)
            .field("iterations", &self.iterations)
            .field("optimality", &self.optimality)
            .field("is_minimum", &self.is_minimum)
            .field("active", &self.active.len())
            .finish_non_exhaustive()
    }
}

impl<S: Lagrangian, const I: usize> Unplanned<S, I> {
    /// Before any iteration.
    pub(super) fn at_once(why: Why) -> Self {
        Self {
            why,
            iterations: 0,
            states: [].into(),
            inputs: [].into(),
        }
    }
}
