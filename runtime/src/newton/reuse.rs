//! The factors of an earlier tangent, for iterations that need none of their own.
//!
//! Knows residuals and corrections; when to stop, Newton's method says.

use super::floor::{largest, tolerance};
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

#[cfg(test)]
mod tests {
    use super::super::iterate;
    use super::*;

    /// x² = 2, with the factors of its tangent; knows whether the last correction had one of its own.
    struct Kept {
        is_fresh: core::cell::Cell<bool>,
    }

    impl Equations<()> for Kept {
        type Scalar = f64;
        type Known = ();
        type Unknown = [f64; 1];
        type Tangent = [[f64; 1]; 1];

        const LINEAR: bool = false;
        const KEEPS_FACTORS: bool = true;

        fn residual(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]) {
            (*r, *scale) = ([x[0] * x[0] - 2.0], [4.0]);
        }

        fn tangent(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], a: &mut [[f64; 1]; 1]) {
            (*r, *a) = ([x[0] * x[0] - 2.0], [[2.0 * x[0]]]);
        }

        fn correction(&self, (): &(), x: &[f64; 1], dx: &mut [f64; 1], factors: &mut [[f64; 1]; 1]) -> f64 {
            self.is_fresh.set(true);
            *factors = [[0.5 / x[0]]];
            *dx = [(2.0 - x[0] * x[0]) * factors[0][0]];
            1.0
        }
    }

    /// Above the tolerance, and less than half of it with a new tangent: the two must not take turns.
    #[test]
    fn noise_that_old_factors_amplify_is_a_floor() {
        let kept = Kept {
            is_fresh: core::cell::Cell::new(false),
        };
        let mut x = [1.4];
        let convergence = iterate::<_, ()>(&kept, &(), &mut x, |x, r, scale| {
            let noise = if kept.is_fresh.take() { 1.6e-15 } else { 4e-15 };
            *scale = [4.0];
            r[0] = if (x[0] - core::f64::consts::SQRT_2).abs() < 1e-14 {
                noise
            } else {
                x[0] * x[0] - 2.0
            };
        });
        assert!(convergence.is_ok_and(|c| c.iterations <= 8), "{convergence:?}");
    }
}
