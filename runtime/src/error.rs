//! What can go wrong, with the numbers in it.
//!
//! Numbers are `f64` whatever the scalar is, so that errors are one type; of lanes the first is reported.

use core::fmt;

/// A step that could not be made, or an integrator that could not be: when and why.
///
/// The integrator is as it was before the step.
///
/// ```
/// use extremal::{Error, Failure};
///
/// let error = Error { t: 0.31, step: 310, failure: Failure::NotConverged { iterations: 30, residual: 2e-3 } };
/// assert_eq!(
///     error.to_string(),
///     "at t = 0.31 (step 310): Newton's method did not converge in 30 iterations: relative residual 2e-3"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// Time at the beginning of the step.
    pub t: f64,
    /// How many steps had been made.
    pub step: usize,
    /// What happened.
    pub failure: Failure,
}

/// Why a solve or a step failed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Failure {
    /// The step size is not a positive, finite number.
    StepSize {
        /// The step size that was given.
        h: f64,
    },
    /// A quantity is NaN or infinite.
    NotFinite {
        /// Which one.
        what: &'static str,
    },
    /// The linear equations of a Newton iteration have no unique solution.
    SingularTangent {
        /// The column, from 0, in which no pivot was found.
        pivot: usize,
        /// The largest candidate, relative to the entries of its row.
        size: f64,
    },
    /// The mass matrix is singular, so that the momentum does not determine the velocity.
    SingularMassMatrix {
        /// The column, from 0, in which no pivot was found.
        pivot: usize,
        /// The largest candidate, relative to the entries of its row.
        size: f64,
    },
    /// Newton's method used up its iterations.
    NotConverged {
        /// How many were made.
        iterations: usize,
        /// The last residual, relative to its terms.
        residual: f64,
    },
    /// The iterates of Newton's method ceased to be finite.
    Diverged {
        /// How many were made.
        iterations: usize,
        /// The last finite residual, relative to its terms; infinite if there was none.
        residual: f64,
    },
}

impl Failure {
    /// The same failure, met while solving ∂L/∂v = p or M a = …: there a singular tangent is a singular
    /// mass matrix.
    #[must_use]
    pub fn of_mass_matrix(self) -> Self {
        match self {
            Failure::SingularTangent { pivot, size } => Failure::SingularMassMatrix { pivot, size },
            other => other,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at t = {} (step {}): {}", self.t, self.step, self.failure)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::StepSize { h } => {
                write!(f, "the step size is {h:?}, but has to be positive and finite")
            }
            Failure::NotFinite { what } => write!(f, "{what}: not a finite number"),
            Failure::SingularTangent { pivot, size } => write!(
                f,
                "the equations of the step are singular: column {pivot} has no pivot larger than {size:e} of its row"
            ),
            Failure::SingularMassMatrix { pivot, size } => write!(
                f,
                "the mass matrix is singular: column {pivot} has no pivot larger than {size:e} of its row"
            ),
            Failure::NotConverged { iterations, residual } => write!(
                f,
                "Newton's method did not converge in {iterations} iterations: relative residual {residual:e}"
            ),
            Failure::Diverged { iterations, residual } => write!(
                f,
                "Newton's method left the finite numbers after {iterations} iterations: relative residual {residual:e} before"
            ),
        }
    }
}

impl core::error::Error for Failure {}

/// The sentence of [`Error`] contains its failure, which therefore is not given as its source again.
impl core::error::Error for Error {}
