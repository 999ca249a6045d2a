//! Failures that name one of many coordinates or constraints, of systems whose size is known only when the program runs.

mod sentences;

use core::fmt;

use super::{ContactKink, contact, violation};
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
    /// The percussions of the closed contacts of a step were not found. The laws of contact may have no solution.
    UnsolvedContact {
        /// The name of the contact whose law is least satisfied.
        contact: CoordinateName,
        /// The number of iterations made.
        iterations: usize,
        /// The error of the law, as [`Solved::residual`](crate::contact_solver::Solved::residual).
        residual: f64,
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
    /// The end of a step was moved out of penetration ([`ClosedGaps`](crate::schemes::ClosedGaps)), and the mass matrix depends
    /// on velocities; the derivative of such a step is not computed.
    ContactCorrected {
        /// The name of the contact.
        contact: CoordinateName,
    },
    /// The end of a step was moved out of penetration, and gaps that were closed so depend on each other; the derivative of
    /// such a step is not computed for systems of any size.
    ContactsCorrectedTogether {
        /// The name of the first such contact.
        contact: CoordinateName,
    },
    /// The end of a step was moved out of penetration, and the declaration has `sensitivities(..)`: ∂g/∂θ of the gaps is not
    /// derived for systems of any size.
    ContactCorrectedByFields {
        /// The name of the contact.
        contact: CoordinateName,
    },
}

impl fmt::Display for AnySizeFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AnySizeFailure::SingularCoordinate { coordinate, size } => {
                sentences::singular_coordinate(f, coordinate, size)
            }
            AnySizeFailure::SingularConstraint { constraint, size } => {
                sentences::singular_constraint(f, constraint, size)
            }
            AnySizeFailure::SingularMass { coordinate, size } => {
                sentences::singular_mass(f, coordinate, size)
            }
            AnySizeFailure::NoKineticEnergy { coordinate } => sentences::no_kinetic_energy(f, coordinate),
            AnySizeFailure::Item { formula, item } => sentences::item(f, formula, item),
            AnySizeFailure::ConstraintViolated {
                constraint,
                violation,
                is_rate,
            } => violation::write(f, constraint, violation, is_rate),
            AnySizeFailure::Penetration { contact, gap } => contact::penetration(f, contact, gap),
            AnySizeFailure::ContactLaw { contact, law, value } => contact::law(f, contact, law, value),
            AnySizeFailure::ContactChanges { contact, between } => contact::changes(f, contact, between),
            AnySizeFailure::ContactCorrected { contact } => contact::corrected(f, contact),
            AnySizeFailure::ContactsCorrectedTogether { contact } => {
                sentences::corrected_together(f, contact)
            }
            AnySizeFailure::ContactCorrectedByFields { contact } => {
                sentences::corrected_by_fields(f, contact)
            }
            AnySizeFailure::Gap { contact } => write!(f, "the gap of the contact `{contact}` is not finite"),
            AnySizeFailure::OutOfReach { contact, gap } => sentences::out_of_reach(f, contact, gap),
            AnySizeFailure::ShortReach {
                contact,
                distance,
                gap,
            } => sentences::short_reach(f, contact, distance, gap),
            AnySizeFailure::UnsolvedContact {
                contact,
                iterations,
                residual,
            } => contact::unsolved(f, contact, iterations, residual),
            AnySizeFailure::ImmovableContact { contact } => contact::immovable(f, contact),
            AnySizeFailure::InputCount { expected, found } => {
                sentences::input_count(f, "inputs", expected, found)
            }
            AnySizeFailure::RecordedInputCount { expected, found } => {
                sentences::input_count(f, "inputs of the trajectory", expected, found)
            }
        }
    }
}

impl From<AnySizeFailure> for super::Failure {
    fn from(failure: AnySizeFailure) -> Self {
        super::Failure::AnySize(failure)
    }
}
