//! The failures of a projection that keeps some coordinates and velocities.

use core::fmt;

use super::Short;
use crate::coordinate::CoordinateName;

/// Why [`project_keeping`](crate::Lagrangian::project_keeping) cannot keep what it was asked to keep.
///
/// ```
/// use extremal::{Failure, error::KeepFailure};
///
/// let failure = Failure::from(KeepFailure::Index { index: 3, coordinates: 3 });
/// assert_eq!(failure.to_string(), "coordinate 3 cannot be kept: 3 coordinates are counted from 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum KeepFailure {
    /// An index is not that of a coordinate.
    Index {
        /// The index that was given, from 0.
        index: usize,
        /// The number of coordinates.
        coordinates: usize,
    },
    /// A coordinate or a velocity is named twice.
    Twice {
        /// The coordinate.
        coordinate: CoordinateName,
        /// Whether it is its velocity.
        is_velocity: bool,
    },
    /// No coordinates were found that satisfy a constraint together with those that are kept.
    Coordinates {
        /// The constraint with the largest violation.
        constraint: CoordinateName,
        /// g at the nearest coordinates that were found.
        violation: f64,
        /// The kept coordinate on which this constraint depends most.
        coordinate: CoordinateName,
    },
    /// No velocities satisfy the rate of a constraint together with those that are kept, as at a dead point.
    Velocities {
        /// The constraint with the largest violation.
        constraint: CoordinateName,
        /// dg/dt at the nearest velocity, or at the given one if only rounding could change it.
        violation: f64,
        /// The coordinate whose velocity is kept and has the largest part in the rate.
        coordinate: CoordinateName,
    },
}

impl fmt::Display for KeepFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeepFailure::Index { index, coordinates } => write!(
                f,
                "coordinate {index} cannot be kept: {coordinates} coordinates are counted from 0"
            ),
            KeepFailure::Twice {
                coordinate,
                is_velocity,
            } => {
                let what = if *is_velocity { "velocity of" } else { "coordinate" };
                write!(f, "the {what} `{coordinate}` is to be kept twice; name it once")
            }
            KeepFailure::Coordinates {
                constraint,
                violation,
                coordinate,
            } => write!(
                f,
                "the coordinate `{coordinate}` cannot be kept: the constraint `{constraint}` is {} instead of 0 at the nearest \
                 coordinates that were found; keep another value or fewer coordinates, or give a nearer guess of the others",
                Short(*violation)
            ),
            KeepFailure::Velocities {
                constraint,
                violation,
                coordinate,
            } => write!(
                f,
                "the velocity of `{coordinate}` cannot be kept: the rate of the constraint `{constraint}` is {} instead of 0, and no \
                 velocity that may change moves this constraint, as at a dead point; keep another value or fewer velocities",
                Short(*violation)
            ),
        }
    }
}

impl From<KeepFailure> for super::Failure {
    fn from(failure: KeepFailure) -> Self {
        super::Failure::CannotKeep(failure)
    }
}
