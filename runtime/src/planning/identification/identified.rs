//! What an identification found, and how well it is known.

use core::fmt;
use std::vec::Vec;

use nalgebra::SVector;

use crate::Lagrangian;
use crate::planning::small::Matrix;

/// P parameters and the starts of all experiments, found by [`Identification`](super::Identification). A start has Z = 2n
/// numbers: coordinates, then velocities.
#[derive(Clone, PartialEq)]
pub struct Identified<S: Lagrangian, const P: usize, const Z: usize> {
    /// θ, in the order of `sensitivities(..)`.
    pub parameters: SVector<f64, P>,
    /// The system with these parameters.
    pub system: S,
    /// The start of each experiment.
    pub starts: Vec<IdentifiedStart<S, Z>>,
    /// The covariance of θ; `None` where [`Noise::Unknown`]. It contains what unknown starts leave open.
    pub covariance: Option<Matrix<f64, P, P>>,
    /// Where the covariance has its scale from.
    pub noise: Noise,
    /// Σ of squares of residuals, each over the standard deviation of its output: over one where nothing was said.
    pub sum_of_squares: f64,
    /// How many numbers were measured.
    pub measurements: usize,
    /// How many numbers were unknown.
    pub unknowns: usize,
    /// Iterations that were made, each of which makes all experiments once.
    pub iterations: usize,
    /// |r‖| / max(|r|, 10⁻⁴ |y|): how much of the residuals r a further step would take away, and of a part of the data y
    /// where residuals are nearly none. r‖ is the part of r along ∂r/∂(θ, z₀). It has no unit. D. M. Bates and D. G. Watts, A
    /// relative offset orthogonality convergence criterion for nonlinear least squares, Technometrics 23 (1981).
    pub optimality: f64,
}

/// The start of an experiment.
#[derive(Clone, PartialEq)]
pub struct IdentifiedStart<S: Lagrangian, const Z: usize> {
    /// q₀.
    pub q: S::Configuration,
    /// v₀.
    pub v: S::Velocity,
    /// The covariance of (q₀, v₀), zero for numbers that are known; `None` where [`Noise::Unknown`].
    pub covariance: Option<Matrix<f64, Z, Z>>,
}

/// What the scale of a covariance is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// The standard deviations that were given.
    Given,
    /// They are multiplied by this factor, √(Σ r²/ν) with ν more measurements than unknowns, which the residuals show.
    Estimated {
        /// √(Σ r²/ν).
        factor: f64,
        /// ν.
        freedom: usize,
    },
    /// There are as many measurements as unknowns, so that no residuals show it.
    Unknown,
}

impl<S: Lagrangian, const P: usize, const Z: usize> Identified<S, P, Z> {
    /// The standard deviation of each parameter; `None` where [`Noise::Unknown`].
    #[must_use]
    pub fn deviations(&self) -> Option<SVector<f64, P>> {
        self.covariance
            .map(|covariance| covariance.diagonal().map(f64::sqrt))
    }
}

impl Noise {
    /// Of given deviations, or of residuals.
    pub(super) fn of(is_given: bool, sum_of_squares: f64, freedom: usize) -> Self {
        match (is_given, freedom) {
            (true, _) => Self::Given,
            (false, 0) => Self::Unknown,
            (false, freedom) => Self::Estimated {
                factor: (sum_of_squares / freedom as f64).sqrt(),
                freedom,
            },
        }
    }

    /// What variances are multiplied by.
    pub(super) fn variance(self) -> Option<f64> {
        match self {
            Self::Given => Some(1.0),
            Self::Estimated { factor, .. } => Some(factor * factor),
            Self::Unknown => None,
        }
    }
}

/// Shows parameters, covariance and residuals.
impl<S: Lagrangian, const P: usize, const Z: usize> fmt::Debug for Identified<S, P, Z> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identified")
            .field("parameters", &self.parameters)
            .field("covariance", &self.covariance)
            .field("noise", &self.noise)
            .field("sum_of_squares", &self.sum_of_squares)
            .field("iterations", &self.iterations)
            .field("optimality", &self.optimality)
            .finish_non_exhaustive()
    }
}

/// Shows coordinates and velocities.
impl<S: Lagrangian, const Z: usize> fmt::Debug for IdentifiedStart<S, Z> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdentifiedStart")
            .field("q", &self.q)
            .field("v", &self.v)
            .finish_non_exhaustive()
    }
}
