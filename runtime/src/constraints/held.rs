//! The mass matrix and constraints of a system, however its numbers are stored: with fixed sizes, or as sums over items.
//!
//! ```text
//! M d + Gᵀ ν = right,   G d = −g
//! ```
//!
//! Knows no equations of motion. Projections, impacts and checks of a start need no more than this.

use crate::{Failure, Lagrangian};
use extremal_numerics::Vector;

/// The system of `H`, its numbers and vectors.
pub(crate) type SystemOf<H> = <H as Held>::System;
pub(crate) type ScalarOf<H> = <SystemOf<H> as Lagrangian>::Scalar;
pub(crate) type ConfigurationOf<H> = <SystemOf<H> as Lagrangian>::Configuration;
pub(crate) type VelocityOf<H> = <SystemOf<H> as Lagrangian>::Velocity;
pub(crate) type MomentumOf<H> = <SystemOf<H> as Lagrangian>::Momentum;

/// t, q and v.
pub(crate) type Place<'a, S> = (
    <S as Lagrangian>::Scalar,
    &'a <S as Lagrangian>::Configuration,
    &'a <S as Lagrangian>::Velocity,
);

pub(crate) type PlaceOf<'a, H> = Place<'a, SystemOf<H>>;

/// Unknowns that are zero: a one for each coordinate that is kept, and for each constraint that is left out.
#[derive(Debug)]
pub struct Zeros<V, C> {
    pub(crate) coordinates: V,
    pub(crate) constraints: C,
}

/// The constraints of a system.
pub trait Held {
    /// The system.
    type System: Lagrangian + ?Sized;
    /// g, its rates, multipliers.
    type Constraints: Vector<ScalarOf<Self>>;

    /// The system.
    fn system(&self) -> &Self::System;

    /// m, the number of constraints.
    fn count(&self) -> usize;

    /// How many of them, the last ones, are on velocities: they have rates and gradients, and no values.
    fn rolling(&self) -> usize {
        0
    }

    /// How many of them, the first ones, are on coordinates.
    fn holonomic(&self) -> usize {
        self.count().saturating_sub(self.rolling())
    }

    /// g, and the sizes of its summands.
    fn values(&self, t: ScalarOf<Self>, q: &ConfigurationOf<Self>) -> [Self::Constraints; 2];

    /// G v + ∂g/∂t
    fn rates(&self, place: PlaceOf<'_, Self>) -> Self::Constraints;

    /// Calls its argument with row, column and value of each entry of G.
    fn each_gradient(
        &self,
        t: ScalarOf<Self>,
        q: &ConfigurationOf<Self>,
        visit: &mut dyn FnMut(usize, usize, ScalarOf<Self>),
    );

    /// A start that violates a constraint, or its rate.
    fn violated(&self, j: usize, violation: f64, is_rate: bool) -> Failure;
}

/// Constraints beside a mass matrix.
pub trait Solves: Held {
    /// Whether velocities of a quadratic L get a second correction, which confirms the first.
    const CONFIRMS: bool;

    /// −Gᵀ ν
    fn force(
        &self,
        t: ScalarOf<Self>,
        q: &ConfigurationOf<Self>,
        multipliers: &Self::Constraints,
    ) -> MomentumOf<Self>;

    /// λ of the continuous motion.
    ///
    /// # Errors
    ///
    /// A singular matrix in the words of the system.
    fn multipliers(
        &self,
        place: PlaceOf<'_, Self>,
        inputs: &<Self::System as Lagrangian>::Inputs,
    ) -> Result<Self::Constraints, Failure>;

    /// The d and ν with M d + Gᵀ ν = right and G d = −g. With `zeros` some of both are zero, and their equations are left out.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularTangent`] with a column of M or, after the coordinates, of a constraint.
    fn solve(
        &self,
        place: PlaceOf<'_, Self>,
        right: &MomentumOf<Self>,
        g: &Self::Constraints,
        zeros: Option<&Zeros<VelocityOf<Self>, Self::Constraints>>,
    ) -> Result<(VelocityOf<Self>, Self::Constraints), Failure>;

    /// A failure of [`solve`](Self::solve) in the words of the system.
    fn named(&self, place: PlaceOf<'_, Self>, failure: Failure) -> Failure;
}
