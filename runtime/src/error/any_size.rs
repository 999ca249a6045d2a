//! Failures that name one of many coordinates or constraints, of systems whose size is known only when the program runs.

use core::fmt;

use super::{ContactKink, Short, contact, violation};
use crate::coordinate::CoordinateName;

/// A failure at one of the coordinates or constraints of a system whose size is known only when the program runs.
///
/// ```
/// use extremal::{Failure, error::AnySizeFailure, system::CoordinateName};
///
/// let coordinate = CoordinateName::new("q", &[17]);
/// let failure = Failure::from(AnySizeFailure::SingularCoordinate { coordinate, size: 0.0 });
/// let sentence = failure.to_string();
/// assert!(sentence.starts_with("the equations of the step do not determine the velocity of `q[17]`: it has no pivot"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnySizeFailure {
    /// The linear equations of a step do not determine the velocity of a coordinate.
    SingularCoordinate {
        /// Its name.
        coordinate: CoordinateName,
        /// The largest candidate for its pivot, relative to the entries of its row.
        size: f64,
    },
    /// The linear equations of a step do not determine the multiplier of a constraint: it is redundant, or contradicts others.
    SingularConstraint {
        /// Its name.
        constraint: CoordinateName,
        /// The largest candidate for its pivot, relative to the entries of its row.
        size: f64,
    },
    /// M = ∂²L/∂v² is singular, so that the momentum does not determine the velocity, nor the forces the acceleration.
    SingularMass {
        /// The coordinate that it does not determine.
        coordinate: CoordinateName,
        /// The largest candidate for its pivot, relative to the entries of its row.
        size: f64,
    },
    /// No summand of the kinetic energy reaches a coordinate, as where its range is too short.
    NoKineticEnergy {
        /// Its name.
        coordinate: CoordinateName,
    },
    /// An item of a sum has no finite value or derivative where a step that failed began.
    Item {
        /// The sum, and the keys of its formulas.
        formula: &'static str,
        /// The values of the running indices: `[17]`; empty outside of sums.
        item: CoordinateName,
    },
    /// A start does not satisfy a constraint or its time derivative.
    ConstraintViolated {
        /// The name of the constraint.
        constraint: CoordinateName,
        /// g, or dg/dt.
        violation: f64,
        /// Whether it is dg/dt.
        is_rate: bool,
    },
    /// A contact penetrates at a start.
    Penetration {
        /// The name of the contact.
        contact: CoordinateName,
        /// Its gap, below zero.
        gap: f64,
    },
    /// A friction below zero, or a restitution that is not between 0 and 1.
    ContactLaw {
        /// The name of the contact.
        contact: CoordinateName,
        /// `friction`, `restitution` or `restitution_t`.
        law: &'static str,
        /// The number.
        value: f64,
    },
    /// The gap of a contact is not a finite number.
    Gap {
        /// The name of the contact.
        contact: CoordinateName,
    },
    /// A contact penetrates, and its points are further apart than both reach, so that `near(..)` hides it.
    OutOfReach {
        /// The name of the contact.
        contact: CoordinateName,
        /// Its gap, below zero.
        gap: f64,
    },
    /// Two bodies overlap where their points are further apart than both reach in `near(..)`, so that they would pass through
    /// each other.
    ShortReach {
        /// The name of the contact.
        contact: CoordinateName,
        /// The distance of the points, the sum of both reaches.
        distance: f64,
        /// The gap there, below zero.
        gap: f64,
    },
    /// No percussion can satisfy the law of a contact: the bodies approach, and no percussion changes their velocity.
    ImmovableContact {
        /// The name of the contact.
        contact: CoordinateName,
    },
    /// There is not one number for each input.
    InputCount {
        /// The number of inputs.
        expected: usize,
        /// The number of numbers.
        found: usize,
    },
    /// A trajectory has the inputs of a system that has more or fewer.
    RecordedInputCount {
        /// The number of inputs of this system.
        expected: usize,
        /// The number of inputs of each recorded step.
        found: usize,
    },
    /// A step has no derivative, because a contact is between two states.
    ContactChanges {
        /// The name of the contact.
        contact: CoordinateName,
        /// Between which.
        between: ContactKink,
    },
}

const NOT_FINITE: &str = "has no finite derivative where the step begins: two of its points are at one place, a divisor is zero, or \
                          a function is at the end of its domain";

impl fmt::Display for AnySizeFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnySizeFailure::SingularCoordinate { coordinate, size } => write!(
                f,
                "the equations of the step do not determine the velocity of `{coordinate}`: it has no pivot larger than {} \
                 relative to its row",
                Short(*size)
            ),
            AnySizeFailure::SingularConstraint { constraint, size } => write!(
                f,
                "the equations of the step do not determine the multiplier of the constraint `{constraint}`, which is redundant \
                 or contradicts others: it has no pivot larger than {} relative to its row",
                Short(*size)
            ),
            AnySizeFailure::SingularMass { coordinate, size } => write!(
                f,
                "the mass matrix is singular: `{coordinate}` has no pivot larger than {} relative to its row",
                Short(*size)
            ),
            AnySizeFailure::NoKineticEnergy { coordinate } => write!(
                f,
                "`{coordinate}` has no kinetic energy: no sum over items reaches it; let a range of `kinetic` end at the number \
                 of items, or list the coordinate in `massless(..)` if this is meant"
            ),
            AnySizeFailure::Item { formula, item } if *item == "" => {
                write!(f, "{formula} {NOT_FINITE}")
            }
            AnySizeFailure::Item { formula, item } => write!(f, "item {item} of {formula} {NOT_FINITE}"),
            AnySizeFailure::Penetration { contact, gap } => contact::penetration(f, contact, *gap),
            AnySizeFailure::ContactLaw { contact, law, value } => contact::law(f, contact, law, *value),
            AnySizeFailure::Gap { contact } => write!(f, "the gap of the contact `{contact}` is not finite"),
            AnySizeFailure::OutOfReach { contact, gap } => write!(
                f,
                "the gap of the contact `{contact}` is {}, and its points are further apart than both reach; `near(..)` needs the \
                 largest distances at which points touch",
                Short(*gap)
            ),
            AnySizeFailure::ShortReach {
                contact,
                distance,
                gap,
            } => write!(
                f,
                "the reaches of the contact `{contact}` are too short: where its points are {} apart, the sum of both, its gap is \
                 {}, and pairs that are further apart are not looked at; `near(..)` needs the largest distances at which points \
                 touch",
                Short(*distance),
                Short(*gap)
            ),
            AnySizeFailure::ImmovableContact { contact } => write!(
                f,
                "the percussions of the contacts were not found: the bodies of the contact `{contact}` approach, and no \
                 percussion changes their velocity"
            ),
            AnySizeFailure::InputCount { expected, found } => {
                write!(
                    f,
                    "inputs: expected one number for each of the {expected} inputs, found {found}"
                )
            }
            AnySizeFailure::RecordedInputCount { expected, found } => {
                write!(
                    f,
                    "inputs of the trajectory: expected one number for each of the {expected} inputs, found {found}"
                )
            }
            AnySizeFailure::ContactChanges { contact, between } => contact::changes(f, contact, *between),
            AnySizeFailure::ConstraintViolated {
                constraint,
                violation,
                is_rate,
            } => violation::write(f, constraint, *violation, *is_rate),
        }
    }
}

impl From<AnySizeFailure> for super::Failure {
    fn from(failure: AnySizeFailure) -> Self {
        super::Failure::AnySize(failure)
    }
}
