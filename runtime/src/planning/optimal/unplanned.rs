//! The error of a motion that was not planned: the reason, and the best iterate.

use core::error::Error;
use core::fmt;
use std::boxed::Box;

use nalgebra::SVector;

use super::bounds::{Bound, Quantity};
use crate::{Failure, Lagrangian, StateOf};

/// No optimal motion was found: the reason, and the iterate that came nearest.
#[derive(Clone, PartialEq)]
pub struct Unplanned<S: Lagrangian, const I: usize> {
    /// The reason.
    pub why: Why,
    /// Iterations that were made.
    pub iterations: usize,
    /// The states at the nodes of the iterate with the smallest largest misfit; empty if there was none.
    pub states: Box<[StateOf<S>]>,
    /// Its inputs.
    pub inputs: Box<[SVector<f64, I>]>,
}

/// Why no optimal motion was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// There are no steps.
    NoSteps,
    /// The scheme carries a velocity beside q and p, which a node of a plan does not have.
    CarriesVelocity,
    /// The cost, a condition at the end, or a derivative of one of them is NaN or infinite at the first guess.
    NotFinite,
    /// There are more conditions at the end than numbers of z.
    TooManyConditions {
        /// Those of numbers and functions together.
        conditions: usize,
        /// R.
        numbers: usize,
    },
    /// The limits of a number leave no room between them.
    NoRoom {
        /// What they are limits of.
        quantity: Quantity,
    },
    /// What is prescribed at the end is outside of the limits there, or is not finite.
    EndOutside {
        /// The number of z.
        quantity: Quantity,
        /// What is prescribed.
        value: f64,
    },
    /// A step of the first guess was not made, or has no derivative.
    Step {
        /// The step, from 0.
        step: usize,
        /// The reason.
        failure: Failure,
    },
    /// No input moves a number or a function that is prescribed at the end, or it follows from the others.
    Unreachable {
        /// The number of z, or the function.
        quantity: Quantity,
    },
    /// The cost does not grow along some change of the inputs or parameters, and there is no least one near by.
    NotConvex,
    /// The steps or the end could not be satisfied: with these limits, or from this guess, there is no such motion.
    Infeasible {
        /// The largest difference of a step from the next node, or of the end from what is prescribed.
        misfit: f64,
        /// The bound that resists the most, if there are bounds.
        bound: Option<Bound>,
    },
    /// The iteration came to its limit, or to a place from which no direction leads on.
    NotConverged {
        /// The violation of the first-order conditions, as [`Plan::optimality`](super::Plan::optimality).
        optimality: f64,
        /// The largest misfit of a step or of the end.
        misfit: f64,
    },
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(place) => write!(f, "number {place} of the state"),
            Self::Input(place) => write!(f, "input {place}"),
            Self::Parameter(place) => write!(f, "parameter {place}"),
            Self::Condition(place) => write!(f, "condition {place}"),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.is_upper { "at most" } else { "at least" };
        write!(f, "{} {side} {}", self.quantity, self.limit)?;
        match self.quantity {
            Quantity::Parameter(_) => Ok(()),
            _ => write!(f, " at step {}", self.step),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSteps => f.write_str("a motion without steps"),
            Self::CarriesVelocity => {
                f.write_str("the scheme carries a velocity; expected one of coordinates and momenta")
            }
            Self::NotFinite => {
                f.write_str("the cost or a condition at the end is not finite at the first guess")
            }
            Self::TooManyConditions { conditions, numbers } => {
                write!(
                    f,
                    "{conditions} conditions at the end, and {numbers} numbers to satisfy them"
                )
            }
            Self::NoRoom { quantity } => write!(f, "the limits of {quantity} leave no room"),
            Self::EndOutside { quantity, value } => {
                write!(
                    f,
                    "{quantity} cannot be {value} at the end: this is outside of its limits"
                )
            }
            Self::Step { step, failure } => write!(f, "step {step} of the first guess: {failure}"),
            Self::Unreachable { quantity } => write!(
                f,
                "no input moves {quantity} to where it is prescribed at the end"
            ),
            Self::NotConvex => {
                f.write_str("the cost does not grow along some change of the inputs or parameters")
            }
            Self::Infeasible { misfit, bound } => {
                write!(f, "no motion satisfies the conditions: {misfit:e} is missing")?;
                bound.map_or(Ok(()), |bound| write!(f, "; most resists {bound}"))
            }
            Self::NotConverged { optimality, misfit } => {
                write!(f, "not converged: optimality {optimality:e}, misfit {misfit:e}")
            }
        }
    }
}

impl<S: Lagrangian, const I: usize> fmt::Display for Unplanned<S, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no optimal motion after {} iterations: {}",
            self.iterations, self.why
        )
    }
}

/// As the message, without the iterate.
impl<S: Lagrangian, const I: usize> fmt::Debug for Unplanned<S, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unplanned")
            .field("why", &self.why)
            .field("iterations", &self.iterations)
            .finish_non_exhaustive()
    }
}

impl<S: Lagrangian, const I: usize> Error for Unplanned<S, I> {}
