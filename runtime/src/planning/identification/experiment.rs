//! An experiment: its start, its inputs and what was measured.
//!
//! Knows no unknown parameters and no search.

use core::fmt;
use std::vec::Vec;

use crate::Lagrangian;
use extremal_numerics::IntoBlock;

/// A motion that was made and measured, for [`Identification`](super::Identification). It has Y outputs.
///
/// ```
/// use extremal::planning::Experiment;
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), output(place = x, speed = dt(x)), discretize(Midpoint))]
/// struct Block;
///
/// // Released with a velocity that nobody measured; the speed was seen once, the place twice.
/// let pushed: Experiment<Block, 2> = Experiment::new([0.0], [1.0])
///     .unknown_velocities()
///     .measured([(10, [Some(0.52), None]), (20, [Some(0.99), Some(0.5)])]);
/// # let _ = pushed;
/// ```
#[derive(Clone, PartialEq)]
pub struct Experiment<S: Lagrangian, const Y: usize> {
    pub(super) t0: S::Scalar,
    pub(super) q: S::Configuration,
    pub(super) v: S::Velocity,
    pub(super) has_unknown_coordinates: bool,
    pub(super) has_unknown_velocities: bool,
    pub(super) inputs: Vec<S::Inputs>,
    /// By nodes; each may occur several times.
    pub(super) measured: Vec<(usize, [Option<S::Scalar>; Y])>,
}

impl<S: Lagrangian<Scalar = f64>, const Y: usize> Experiment<S, Y> {
    /// From the coordinates q₀ and the velocity v₀ at t = 0. Both are known, until something else is said.
    ///
    /// The start is a velocity and no momentum, so that it does not depend on masses.
    #[must_use]
    pub fn new(q0: impl IntoBlock<S::Configuration>, v0: impl IntoBlock<S::Velocity>) -> Self {
        Self {
            t0: 0.0,
            q: q0.into_block(),
            v: v0.into_block(),
            has_unknown_coordinates: false,
            has_unknown_velocities: false,
            inputs: Vec::new(),
            measured: Vec::new(),
        }
    }

    /// At the time t₀ in place of zero, for systems that depend on t.
    #[must_use]
    pub fn starting_at(mut self, t0: f64) -> Self {
        self.t0 = t0;
        self
    }

    /// The coordinates at the start are unknown. Those of [`new`](Self::new) are the first guess.
    #[must_use]
    pub fn unknown_coordinates(mut self) -> Self {
        self.has_unknown_coordinates = true;
        self
    }

    /// The velocities at the start are unknown. Those of [`new`](Self::new) are the first guess.
    #[must_use]
    pub fn unknown_velocities(mut self) -> Self {
        self.has_unknown_velocities = true;
        self
    }

    /// Coordinates and velocities at the start are unknown.
    #[must_use]
    pub fn unknown_start(self) -> Self {
        self.unknown_coordinates().unknown_velocities()
    }

    /// The inputs of the steps, one after the other, up to the last node that is measured.
    ///
    /// Outputs that contain inputs have those of the step that begins at their node: one more than there are steps, if such an
    /// output is measured at the end.
    #[must_use]
    pub fn inputs<U: IntoBlock<S::Inputs>>(mut self, inputs: impl IntoIterator<Item = U>) -> Self {
        self.inputs.extend(inputs.into_iter().map(IntoBlock::into_block));
        self
    }

    /// Measured outputs: the node, which is the number of steps before it, with a value of each output, or `None` where it was
    /// not measured. Nodes may be left out, and may be given several times.
    #[must_use]
    pub fn measured(mut self, outputs: impl IntoIterator<Item = (usize, [Option<f64>; Y])>) -> Self {
        self.measured.extend(outputs);
        self.measured.sort_by_key(|&(node, _)| node);
        self
    }

    /// The last node that is measured.
    pub(super) fn last(&self) -> usize {
        self.measured.last().map_or(0, |&(node, _)| node)
    }
}

/// Shows start and numbers of data.
impl<S: Lagrangian, const Y: usize> fmt::Debug for Experiment<S, Y> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Experiment")
            .field("q", &self.q)
            .field("v", &self.v)
            .field("measured", &self.measured.len())
            .finish_non_exhaustive()
    }
}
