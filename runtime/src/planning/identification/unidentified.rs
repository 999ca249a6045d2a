//! The error of an identification: the reason, and the best unknowns.

use core::error::Error;
use core::fmt;
use std::boxed::Box;
use std::vec::Vec;

use nalgebra::SVector;

use crate::{Failure, Lagrangian};

/// Unknowns were not identified: the reason, and the best ones so far.
#[derive(Clone, PartialEq)]
pub struct Unidentified<S: Lagrangian, const P: usize> {
    /// The reason.
    pub why: Box<IdentificationFailure>,
    /// The parameters with the smallest sum of squares that was found; the guess, if there was no iteration.
    pub parameters: SVector<f64, P>,
    /// The start of each experiment beside them, coordinates and velocities.
    pub starts: Box<[(S::Configuration, S::Velocity)]>,
    /// The sum of squares there, of residuals over their standard deviations; infinite if none was computed.
    pub sum_of_squares: f64,
    /// Iterations that were made.
    pub iterations: usize,
}

/// An unknown of an identification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// A parameter, by its name in `sensitivities(..)`.
    Parameter(&'static str),
    /// A coordinate at the start of an experiment.
    Coordinate {
        /// The experiment, from 0.
        experiment: usize,
        /// The name of the coordinate.
        name: &'static str,
    },
    /// A velocity at the start of an experiment.
    Velocity {
        /// The experiment, from 0.
        experiment: usize,
        /// The name of the coordinate.
        name: &'static str,
    },
}

/// Why unknowns were not identified.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum IdentificationFailure {
    /// Nothing was measured.
    NoData,
    /// There are less measured numbers than unknowns.
    TooFewMeasurements {
        /// How many numbers were measured.
        measurements: usize,
        /// How many numbers are unknown.
        unknowns: usize,
    },
    /// A measured number is NaN or infinite.
    NotFinite {
        /// The experiment, from 0.
        experiment: usize,
        /// The node.
        node: usize,
        /// The name of the output.
        output: &'static str,
    },
    /// A standard deviation is not above zero, or is not finite.
    Deviation {
        /// The name of the output.
        output: &'static str,
        /// What was given.
        value: f64,
    },
    /// There are inputs for some steps of an experiment and not for all that are needed.
    MissingInputs {
        /// The experiment, from 0.
        experiment: usize,
        /// The first step, from 0, without inputs.
        step: usize,
    },
    /// The scheme carries a velocity beside coordinates and momenta, as `Livens` and the schemes for contacts do. Take one of
    /// coordinates and momenta.
    CarriesVelocity,
    /// A start is unknown in a system with constraints, whose numbers are not free. Take minimal coordinates.
    ConstrainedStart {
        /// The experiment, from 0.
        experiment: usize,
    },
    /// A step was not made, has no derivative, or its outputs are not finite: with the guess, or with all parameters
    /// that would bring residuals down.
    Step {
        /// The experiment, from 0.
        experiment: usize,
        /// The step, from 0.
        step: usize,
        /// The reason.
        failure: Failure,
    },
    /// The data do not determine the unknowns: a change of them changes no measured output.
    NotIdentifiable {
        /// Such a change: unknowns with the number that each changes by, if the first one changes by 1. That with the largest
        /// effect is the first, and those whose effect is below a hundredth of it are left out.
        direction: Vec<(Unknown, f64)>,
        /// How many independent changes there are.
        directions: usize,
        /// The effect of the change relative to that of the most visible one, for unknowns scaled by their effects.
        effect: f64,
    },
    /// The iteration came to its limit, or to a place from which no step leads on.
    NotConverged {
        /// As [`Identified::optimality`](super::Identified::optimality).
        optimality: f64,
    },
}

/// `m`, or `start of angle in experiment 2`.
impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(name) => f.write_str(name),
            Self::Coordinate { experiment, name } => write!(f, "start of {name} in experiment {experiment}"),
            Self::Velocity { experiment, name } => {
                write!(f, "start of dt({name}) in experiment {experiment}")
            }
        }
    }
}

impl fmt::Display for IdentificationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoData => f.write_str("nothing was measured"),
            Self::TooFewMeasurements {
                measurements,
                unknowns,
            } => {
                write!(
                    f,
                    "{measurements} measured numbers do not determine {unknowns} unknowns"
                )
            }
            Self::NotFinite {
                experiment,
                node,
                output,
            } => {
                write!(
                    f,
                    "`{output}` at node {node} of experiment {experiment} is not a finite number"
                )
            }
            Self::Deviation { output, value } => {
                write!(
                    f,
                    "the standard deviation of `{output}` is {value}; it must be positive and finite"
                )
            }
            Self::MissingInputs { experiment, step } => {
                write!(f, "experiment {experiment} has no inputs for step {step}")
            }
            Self::CarriesVelocity => {
                f.write_str("the scheme carries a velocity; expected one of coordinates and momenta")
            }
            Self::ConstrainedStart { experiment } => {
                write!(
                    f,
                    "the start of experiment {experiment} cannot be unknown in a system with constraints"
                )
            }
            Self::Step {
                experiment,
                step,
                failure,
            } => {
                write!(f, "step {step} of experiment {experiment}: {failure}")
            }
            Self::NotIdentifiable { direction, .. } => {
                f.write_str("not identifiable: no measured output changes with ")?;
                for (place, (unknown, change)) in direction.iter().enumerate() {
                    let before = if place == 0 { "" } else { " and " };
                    write!(f, "{before}{unknown} by {change:.3e}")?;
                }
                Ok(())
            }
            Self::NotConverged { optimality } => write!(f, "not converged: optimality {optimality:e}"),
        }
    }
}

impl<S: Lagrangian, const P: usize> fmt::Display for Unidentified<S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not identified after {} iterations: {}",
            self.iterations, self.why
        )
    }
}

/// As the message, with parameters.
impl<S: Lagrangian, const P: usize> fmt::Debug for Unidentified<S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unidentified")
            .field("why", &self.why)
            .field("parameters", &self.parameters)
            .field("iterations", &self.iterations)
            .finish_non_exhaustive()
    }
}

impl<S: Lagrangian, const P: usize> Error for Unidentified<S, P> {}
