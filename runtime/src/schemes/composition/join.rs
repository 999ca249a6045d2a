//! The report of several steps as one.

use core::cmp::Ordering;

use crate::drive::{ConstrainedStep, EnergyStep};
use crate::newton::Convergence;
use extremal_numerics::block::sum;
use extremal_numerics::{Block, Scalar};

/// A report that can be joined with that of the next step.
pub trait Join<T>: Copy {
    /// This report with impulses in place of forces, for a step of length `h`.
    #[must_use]
    fn into_impulses(self, _h: T) -> Self {
        self
    }

    /// The report of this step and the one that follows it: impulses add up, and what belongs to the end is the later one's.
    #[must_use]
    fn join(self, later: Self) -> Self;

    /// This report with mean forces in place of impulses, over a step of length `h`.
    #[must_use]
    fn into_means(self, _h: T) -> Self {
        self
    }
}

/// Iterations add up; of the residuals the larger one is reported.
impl<T> Join<T> for Convergence {
    fn join(self, later: Self) -> Self {
        Self {
            iterations: self.iterations + later.iterations,
            residual_norm: match self.residual_norm.total_cmp(&later.residual_norm) {
                // Compared as integers, so that no double precision is emulated.
                Ordering::Greater => self.residual_norm,
                _ => later.residual_norm,
            },
        }
    }
}

/// Estimates of errors add up.
impl Join<f64> for f64 {
    fn join(self, later: Self) -> Self {
        self + later
    }
}

impl<T: Scalar, V: Block<T>, C: Block<T>> Join<T> for EnergyStep<T, V, C> {
    fn into_impulses(self, h: T) -> Self {
        Self {
            multipliers: C::from_fn(|j| self.multipliers.as_slice()[j] * h),
            ..self
        }
    }

    fn join(self, later: Self) -> Self {
        Self {
            convergence: Join::<T>::join(self.convergence, later.convergence),
            multipliers: sum(&self.multipliers, &later.multipliers),
            ..later
        }
    }

    fn into_means(self, h: T) -> Self {
        Self {
            multipliers: C::from_fn(|j| self.multipliers.as_slice()[j] / h),
            ..self
        }
    }
}

/// Reactions belong to the start of the first step.
impl<T: Scalar, N: Block<T>, C: Block<T>> Join<T> for ConstrainedStep<N, C> {
    fn join(self, later: Self) -> Self {
        Self {
            convergence: Join::<T>::join(self.convergence, later.convergence),
            impulses: sum(&self.impulses, &later.impulses),
            end_impulses: sum(&self.end_impulses, &later.end_impulses),
            reactions: self.reactions,
        }
    }
}
