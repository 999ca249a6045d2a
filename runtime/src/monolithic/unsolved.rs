//! The error of an interval that was not solved: the reason, and the states that came nearest.

use core::error::Error;
use core::fmt;
use std::vec::Vec;

use crate::system::CoordinateName;
use crate::{Failure, Lagrangian, StateOf};

/// The whole interval was not solved: the reason, and where Newton's method was nearest to a solution.
#[derive(Clone, PartialEq)]
pub struct Unsolved<S: Lagrangian> {
    /// The reason.
    pub why: Why,
    /// Iterations that were made.
    pub iterations: usize,
    /// The states at the nodes of the last iterate that was nearer to a solution than the one before; empty if there was none.
    pub states: Vec<StateOf<S>>,
}

/// Why the whole interval was not solved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// The declaration says `redundant`: elements have no single solution.
    Redundant,
    /// Conditions at the end of a system with constraints on velocities: a motion has as many free numbers at its start as free
    /// velocities, fewer than coordinates at its end.
    Rolling,
    /// `Start::FieldVelocity` with a scheme that has no fields of its own.
    NoFields,
    /// `Start::Velocity` with constraints, and a scheme that carries no velocity: q̇ inside an element satisfies no rates.
    ConstrainedVelocity,
    /// The free duration went to zero, where every motion returns to its start.
    Collapsed {
        /// The factor of all lengths at the end.
        factor: f64,
    },
    /// The interval has no elements.
    NoElements,
    /// An element has a length that is not a positive number.
    Length {
        /// The element, from 0.
        element: usize,
        /// Its length.
        h: f64,
    },
    /// There are not as many of something as there have to be.
    Count {
        /// Their name: "inputs" or "states of a guess".
        what: &'static str,
        /// How many there have to be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// There are fewer conditions than numbers that they have to determine.
    FewConditions {
        /// How many conditions there are.
        conditions: usize,
        /// How many are needed.
        needed: usize,
    },
    /// A guess, a start or a condition is NaN or infinite.
    NotFinite {
        /// Its name, such as "condition".
        what: &'static str,
        /// The node, or the condition, from 0.
        index: usize,
    },
    /// The start is none, or an element cannot be linearized.
    Element {
        /// The element, from 0.
        element: usize,
        /// The reason.
        failure: Failure,
    },
    /// The conditions leave a motion open: at a conjugate point, or because some of them say the same.
    Undetermined {
        /// The number that takes the greatest part in it.
        component: Component,
    },
    /// Newton's method did not converge. Conditions that contradict one another end here.
    NotConverged {
        /// The largest residual, relative to its terms; that of a condition, if one is missed.
        residual: f64,
        /// Where it is.
        place: Place,
    },
}

/// A number of the first or the last node.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Component {
    /// A coordinate at the start.
    Coordinate(CoordinateName),
    /// Its momentum at the start.
    Momentum(CoordinateName),
    /// Its velocity at the start, which the scheme carries.
    Velocity(CoordinateName),
    /// Another field of its own at the start.
    Field(CoordinateName),
    /// The duration.
    Duration,
}

/// Where a residual is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Place {
    /// An element, from 0.
    Element(usize),
    /// Between the end of an element, from 0, and the next node.
    Node(usize),
    /// In a condition, from 0: those of the ends in their order, then those that the scheme adds.
    Condition {
        /// Its number.
        index: usize,
        /// Its value.
        value: f64,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rolling => f.write_str(
                "with constraints on velocities (`rolling`) only conditions at the start determine a motion: it has fewer free \
                 velocities than coordinates",
            ),
            Self::Redundant => f.write_str(
                "constraints that follow from others (`redundant`) have no whole interval; drop those that follow, and the word",
            ),
            Self::ConstrainedVelocity => f.write_str(
                "with constraints the velocity inside the first element cannot be prescribed; take `Start::Impulse`",
            ),
            Self::Collapsed { factor } => write!(
                f,
                "the free duration went to zero, to {factor:e} of what was given: a guess nearer to the solution is needed"
            ),
            Self::NoElements => f.write_str("the interval has no elements; there must be one at least"),
            Self::Length { element, h } => write!(
                f,
                "the length of element {element} is {h:?}; all must be positive and finite"
            ),
            Self::NoFields => f.write_str(
                "the scheme has no field of velocities that could be prescribed; take `Start::Impulse` or `Start::Velocity`",
            ),
            Self::Count {
                what,
                expected,
                found,
            } => write!(f, "{found} {what}, but there must be {expected}"),
            Self::FewConditions { conditions, needed } => write!(
                f,
                "{conditions} conditions do not determine a motion: {needed} are needed, one for each number at a node that no \
                 constraint determines, and one for a free duration"
            ),
            Self::NotFinite { what, index } => write!(f, "the {what} {index} is NaN or infinite"),
            Self::Element { element, failure } => write!(f, "in element {element}: {failure}"),
            Self::Undetermined { component } => write!(
                f,
                "the conditions do not determine {component}: the ends may be conjugate points, or conditions say the same"
            ),
            Self::NotConverged { residual, place } => {
                write!(
                    f,
                    "Newton's method did not converge: relative residual {residual:e} "
                )?;
                match place {
                    Place::Element(element) => write!(f, "in element {element}"),
                    Place::Node(node) => write!(f, "between elements {node} and {}", node + 1),
                    Place::Condition { index, value } => write!(
                        f,
                        "of condition {index}, which is {value:?} and not zero; another guess may help, or conditions contradict"
                    ),
                }
            }
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinate(name) => write!(f, "`{name}` at the start"),
            Self::Momentum(name) => write!(f, "the momentum of `{name}` at the start"),
            Self::Velocity(name) => write!(f, "the velocity of `{name}` at the start"),
            Self::Field(name) => write!(f, "the field of momenta of `{name}` at the start"),
            Self::Duration => f.write_str("the duration"),
        }
    }
}

impl<S: Lagrangian> fmt::Display for Unsolved<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} iterations: {}", self.iterations, self.why)
    }
}

/// Shows the reason.
impl<S: Lagrangian> fmt::Debug for Unsolved<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<S: Lagrangian> Error for Unsolved<S> {}
