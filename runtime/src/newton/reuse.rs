//! The factors of a tangent that serve for another iteration of the same solve.
//!
//! Knows how iterations contract, not what they solve.

use super::{largest, tolerance};
use crate::block::zeros;
use crate::{Block, Equations, lu};

/// The factors of a tangent, and whether they serve for another iteration.
///
/// ```text
/// θ = |dx| / |dx of the iteration before|,   reused if R (2θ)³ ≤ N ε
/// ```
///
/// The tangent at the iterate before the last is off by about 2θ at the solution, so that three residuals with it reach
/// the end. They cost less than a new tangent, after which there is a residual to check, too.
pub(super) struct Reuse<E: Equations<D> + ?Sized, D> {
    pub(super) factors: E::Tangent,
    /// Whether there are factors.
    pub(super) are_known: bool,
    /// Whether they have led to the floor once: from there on new tangents alone, or else the two take turns for ever.
    are_spent: bool,
    /// |dx| of the last iteration.
    length: f64,
    /// R there.
    residual_norm: f64,
}

impl<E: Equations<D> + ?Sized, D> Reuse<E, D> {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            factors: zeros(),
            are_known: false,
            are_spent: false,
            length: 0.0,
            residual_norm: f64::INFINITY,
        }
    }

    /// dx = −A⁻¹r with the old A, if that is good enough.
    #[inline]
    pub(super) fn correction(&self, r: &E::Unknown) -> Option<E::Unknown> {
        if !(E::KEEPS_FACTORS && self.are_known) || self.are_spent {
            return None;
        }
        let mut dx = E::Unknown::from_fn(|i| -r.as_slice()[i]);
        lu::substitute(self.factors.as_slice(), dx.as_mut_slice());
        let contraction = 2.0 * largest(&dx) / self.length;
        let expected = self.residual_norm * contraction * contraction * contraction;
        (expected <= tolerance::<E::Scalar, E::Unknown>()).then_some(dx)
    }

    /// After an iteration by `dx`: factors that made no progress are no use.
    #[inline]
    pub(super) fn judge(&mut self, dx: &E::Unknown, residual_norm: f64, is_floor: bool) {
        if E::KEEPS_FACTORS {
            self.length = largest(dx);
            self.residual_norm = residual_norm;
            self.are_spent |= is_floor;
        }
    }
}
