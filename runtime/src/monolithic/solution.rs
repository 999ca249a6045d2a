//! A solved interval.

use core::fmt;
use std::vec::Vec;

use crate::{Discretize, Lagrangian, StateOf, Trajectory};

/// Fields of their own at a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeFields<V, P> {
    /// The field of velocities.
    pub u: V,
    /// The field of momenta.
    pub p: P,
}

/// Fields at a node of the system `S`.
pub type FieldsOf<S> = NodeFields<<S as Lagrangian>::Velocity, <S as Lagrangian>::Momentum>;

/// A motion that satisfies all elements and all conditions.
pub struct Solution<S: Discretize<D>, D> {
    pub(super) trajectory: Trajectory<S, D>,
    pub(super) fields: Vec<FieldsOf<S>>,
    pub(super) condition: Option<f64>,
    pub(super) iterations: usize,
    pub(super) residual: f64,
    pub(super) duration: S::Scalar,
}

impl<S: Discretize<D>, D> Solution<S, D> {
    /// States and elements, as an integrator records them.
    pub fn trajectory(&self) -> &Trajectory<S, D> {
        &self.trajectory
    }

    /// The trajectory alone, by value.
    pub fn into_trajectory(self) -> Trajectory<S, D> {
        self.trajectory
    }

    /// The states at the nodes.
    pub fn states(&self) -> &[StateOf<S>] {
        self.trajectory.states()
    }

    /// u and p at the nodes, where the scheme has fields of its own ([`MultiField`](crate::schemes::MultiField)); none for
    /// other schemes. The momenta of [`states`](Self::states) are those that elements hand on, and not the field p.
    pub fn fields(&self) -> &[FieldsOf<S>] {
        &self.fields
    }

    /// How many corrections Newton's method made.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// The largest residual of an element, a node or a condition, relative to its terms. It may be of the size of one where all
    /// terms cancel to rounding, as at rest in a stiff spring: there corrections below 10⁶ ε are taken for the end.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// κ = ‖A‖ ‖A⁻¹‖ in Frobenius' norm, if it was [asked for](super::Monolithic::with_condition): A is the matrix of Newton's
    /// method for all nodes and the duration, the unknowns inside the elements eliminated, each number divided by its size, and
    /// the factor τ of a free duration as it is.
    ///
    /// Estimated from four solutions with random right-hand sides (Kenney and Laub's small-sample statistical estimate), right
    /// within a factor of five in all but 3 of 1000 cases. Infinite where A is singular.
    pub fn condition(&self) -> Option<f64> {
        self.condition
    }

    /// The sum of all lengths, τ included.
    pub fn duration(&self) -> S::Scalar {
        self.duration
    }
}

/// Shows how it was found, and the trajectory.
impl<S: Discretize<D>, D> fmt::Debug for Solution<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("duration", &self.duration)
            .field("iterations", &self.iterations)
            .field("residual", &self.residual)
            .field("trajectory", &self.trajectory)
            .finish()
    }
}
