//! Errors, with the numbers that explain them.
//!
//! The numbers are `f64` for every scalar type, so that there is one error type. Errors of members in
//! lanes are those of the members.

mod any_size;
mod contact;
mod direction;
mod fields;
mod keep;
mod kink;
mod numbers;
mod sentences;
mod violation;
mod words;

use core::fmt;

use crate::coordinate::CoordinateName;
pub use any_size::AnySizeFailure;
pub use direction::Direction;
#[doc(inline)]
pub use extremal_numerics::LinearFailure;
#[doc(inline)]
pub use extremal_percussions::ContactFailure;
pub use fields::FieldFailure;
pub use keep::KeepFailure;
pub use kink::ContactKink;
pub(crate) use words::Short;

/// A step or the construction of an integrator failed: the time and the reason.
///
/// After a failed step the integrator is unchanged.
///
/// ```
/// use extremal::{Error, Failure};
///
/// let error = Error { t: 0.31, step: 310, failure: Failure::NotConverged { iterations: 30, residual: 2e-7 } };
/// assert_eq!(
///     error.to_string(),
///     "at t = 0.31 (step 310): Newton's method did not converge in 30 iterations: relative residual 2e-7"
/// );
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Error {
    /// Time at the beginning of the step.
    pub t: f64,
    /// The number of steps made before.
    pub step: usize,
    /// The reason.
    pub failure: Failure,
}

/// Why a solve or a step failed.
///
/// The guide has a remedy for each: [failures and limits](crate::guide::ch07_failures).
///
/// ```
/// use extremal::prelude::*;
/// use extremal::Failure;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2))]
/// struct Oscillator;
///
/// let error = Integrator::new(Oscillator, Verlet, -0.1, [1.0], [0.0]).err().expect("a step size below zero");
/// assert_eq!(error.failure, Failure::StepSize { h: -0.1 });
/// assert_eq!(error.to_string(), "at t = 0 (step 0): the step size is -0.1; it must be positive and finite");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Failure {
    /// The step size is not a positive number, or it is so large that the time of a later step is not finite.
    StepSize {
        /// The step size that was given.
        h: f64,
    },
    /// The length of a frame of [`advance`](crate::Integrator::advance) is below zero, infinite or NaN, or the frame has more
    /// than 10⁹ steps.
    FrameLength {
        /// The length that was given.
        dt: f64,
        /// The step size.
        h: f64,
    },
    /// The monitor of [`ReversibleSteps`](crate::ReversibleSteps) is not a rate: zero, below zero, infinite or NaN.
    Monitor {
        /// Its value at the state of the error.
        value: f64,
    },
    /// The density of the steps of [`ReversibleSteps`](crate::ReversibleSteps) does not follow the monitor.
    StepDensity {
        /// ρ of the next step; NaN where the monitor is not a number at a place near by.
        density: f64,
        /// Q, which it should follow.
        monitor: f64,
    },
    /// The time is so far from zero that it is the same after a step: t + h = t in the numbers of the scalar.
    TimeStandsStill {
        /// The time.
        t: f64,
        /// The step size.
        h: f64,
    },
    /// A quantity is NaN or infinite: a start, an input, or the end state of a step.
    NotFinite {
        /// The name of the quantity.
        what: &'static str,
    },
    /// A number of a quantity is NaN or infinite, in a system whose size is known only when the program runs.
    NotFiniteCoordinate {
        /// The name of the quantity.
        what: &'static str,
        /// The coordinate to which the number belongs.
        coordinate: CoordinateName,
    },
    /// There is not one number for each coordinate, of a system whose size is known only when the program runs.
    Length {
        /// The name of the quantity.
        what: &'static str,
        /// The number of coordinates.
        expected: usize,
        /// The number of numbers.
        found: usize,
    },
    /// A [matrix](crate::matrix) needs sparse factors: a feature of this crate, and numbers of the type `f64` or `f32`.
    NeedsSparse {
        /// The half bandwidth in the best order that was found.
        half_bandwidth: usize,
    },
    /// There is no memory for the factors of a [matrix](crate::matrix).
    TooLarge {
        /// The number of its rows.
        size: usize,
    },
    /// A number was added to a [matrix](crate::matrix) at a place that its storage does not have.
    Misplaced {
        /// Its row, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
    },
    /// A start does not satisfy a constraint or its time derivative.
    /// [`Lagrangian::project`](crate::Lagrangian::project) computes a start that does.
    ConstraintViolated {
        /// The constraint, as it was declared.
        constraint: &'static str,
        /// g, or dg/dt.
        violation: f64,
        /// Whether it is dg/dt.
        is_rate: bool,
    },
    /// A constraint is redundant or contradicts an earlier one, so that its multiplier is undetermined.
    RedundantConstraint {
        /// The constraint, as it was declared.
        constraint: &'static str,
    },
    /// The equations of a step are singular, because a constraint nearly depends on earlier ones.
    NearlyDependent {
        /// The constraint, as it was declared.
        constraint: &'static str,
        /// The part of its gradient that is its own.
        part: f64,
    },
    /// The declaration says `redundant`, and it is not certain whether a constraint follows from others: more than rounding of
    /// its gradient is independent of theirs, and too little for a reaction. So it is near a singular position.
    UncertainRank {
        /// The constraint, as it was declared.
        constraint: &'static str,
        /// The independent part, relative to the gradient in units of the masses.
        size: f64,
    },
    /// The gradient of a constraint vanishes at a start, so that no force along it can hold the constraint.
    NoGradient {
        /// The constraint, as it was declared.
        constraint: &'static str,
    },
    /// A projection cannot keep the coordinates or velocities that it was asked to keep.
    CannotKeep(KeepFailure),
    /// A contact penetrates at a start: its gap is below zero.
    Penetration {
        /// The contact, as it was declared.
        contact: &'static str,
        /// Its gap.
        gap: f64,
    },
    /// A number of the laws of a contact is none that bodies have: a negative friction, or a restitution that is not between
    /// 0 and 1.
    ContactLaw {
        /// The contact, as it was declared.
        contact: &'static str,
        /// `friction`, `restitution` or `restitution_t`.
        law: &'static str,
        /// Its value.
        value: f64,
    },
    /// A step has no derivative, because a contact is between two states.
    ContactChanges {
        /// The contact, as it was declared.
        contact: &'static str,
        /// Between which.
        between: ContactKink,
    },
    /// The end of a step was moved out of penetration ([`ClosedGaps`](crate::schemes::ClosedGaps)), and the mass matrix depends
    /// on velocities; the derivative of such a step is not computed.
    ContactCorrected {
        /// The contact, as it was declared.
        contact: &'static str,
    },
    /// The derivative of a step with percussions at its end ([`NonsmoothMidpoint`](type@crate::schemes::NonsmoothMidpoint), and
    /// with dry friction `Midpoint` and `Livens`) is not computed with contacts that are closed at its start, restitutions that
    /// give way, dry friction that slides in a plane, or constraints; and not for `Livens`. In systems of any size it is not
    /// computed with any contact that is closed in the step.
    PercussionsAtEnd,
    /// A number of the scheme is one for which it has no meaning.
    SchemeNumber {
        /// The field of the scheme.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The numbers that it may be.
        range: &'static str,
    },
    /// A snapshot is corrupt: its step counter or its initial velocity is out of range.
    Snapshot,
    /// The linear equations A dx = −r of a step or of a Newton iteration have no unique solution.
    SingularTangent {
        /// The column, from 0, in which no pivot was found.
        pivot: usize,
        /// The largest candidate, relative to the entries of its row.
        size: f64,
    },
    /// M = ∂²L/∂v² is singular, so that the momentum does not determine the velocity, nor the forces the acceleration.
    SingularMassMatrix {
        /// The column, from 0, in which no pivot was found.
        pivot: usize,
        /// The largest candidate, relative to the entries of its row.
        size: f64,
    },
    /// With these parameters the equations of a step have no unique solution, whatever the state: a mass is zero, and the
    /// scheme sees nothing else that determines the velocity.
    Undetermined {
        /// The direction along which the velocity is not determined.
        direction: Direction,
    },
    /// With these parameters T is below zero along some velocity, although it is declared as a kinetic energy.
    NegativeMass {
        /// The direction of such a velocity.
        direction: Direction,
    },
    /// Newton's method did not converge. Often the step is too long.
    NotConverged {
        /// The number of iterations made.
        iterations: usize,
        /// The last residual relative to its summands, as
        /// [`Convergence::residual_norm`](crate::newton::Convergence::residual_norm).
        residual: f64,
    },
    /// Newton's method diverged: an iterate is not finite. Often the step is too long. Or a formula is not defined at the
    /// iterate, as the logarithm of a number below zero; or a table ends there ([`Outside`](crate::function::Outside)).
    Diverged {
        /// The number of iterations made.
        iterations: usize,
        /// The last finite residual relative to its summands; infinite if there was none.
        residual: f64,
    },
    /// The energy of a motion rose, though nothing in the system adds any: its steps are too long
    /// ([`Integrator::set_guard`](crate::Integrator::set_guard)).
    EnergyRises {
        /// E at the last start or intervention.
        from: f64,
        /// E at the present state.
        to: f64,
        /// The coordinate with the largest part of the kinetic energy.
        coordinate: CoordinateName,
    },
    /// A motion grows, and its steps do not resolve how: they are too long
    /// ([`Integrator::set_guard`](crate::Integrator::set_guard)).
    Unresolved {
        /// How many times the kinetic energy is that before these steps.
        times: f64,
        /// The coordinate with the largest part of it.
        coordinate: CoordinateName,
    },
    /// The eigenvalues of a step were not found ([`Amplification`](crate::stability::Amplification)).
    Eigenvalues {
        /// The number of iterations made.
        iterations: usize,
    },
    /// The percussions of the closed contacts of a step were not found. The laws of contact may have no solution.
    UnsolvedContact {
        /// The name of the contact whose law is least satisfied.
        contact: &'static str,
        /// The number of iterations made.
        iterations: usize,
        /// The error of the law, as [`Solved::residual`](crate::contact_solver::Solved::residual).
        residual: f64,
    },
    /// The force of a friction and the reactions of constraints on which it depends do not determine each other: a change of
    /// the force returns through the reactions as large or larger, as in a joint that locks itself; or they were not found.
    UndeterminedFriction {
        /// The name of the friction.
        friction: &'static str,
        /// The change of the force that the formula gives, by a change of the force that acts: below 1 where they determine
        /// each other. Of several frictions the largest of both changes.
        coupling: f64,
        /// The last change of the force, relative to it.
        change: f64,
        /// The number of contact problems that were solved.
        iterations: usize,
    },
    /// No percussion can satisfy the law of a contact: the bodies approach, and no percussion changes their velocity.
    ImmovableContact {
        /// The name of the contact.
        contact: &'static str,
    },
    /// The percussions of the closed contacts of a step were not found, for a reason without a name of a contact.
    Percussions(ContactFailure),
    /// The fields of a system whose size is known only when the program runs do not fit each other.
    Field(FieldFailure),
    /// A failure at one coordinate or constraint of such a system.
    AnySize(AnySizeFailure),
}

/// A failure of a function of the system, as [`Lagrangian::project`](crate::Lagrangian::project): it belongs to no step, and
/// `t` and `step` are zero.
impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self {
            t: 0.0,
            step: 0,
            failure,
        }
    }
}

impl Failure {
    /// This failure, of a solve of ∂L/∂v = p or M a = .., where a singular tangent is a singular mass matrix.
    #[must_use]
    pub fn of_mass_matrix(self) -> Self {
        match self {
            Failure::SingularTangent { pivot, size } => Failure::SingularMassMatrix { pivot, size },
            other => other,
        }
    }

    /// Whether there are as many numbers as expected.
    #[inline]
    pub(crate) fn unless_equal(what: &'static str, expected: usize, found: usize) -> Result<(), Self> {
        if expected == found {
            Ok(())
        } else {
            Err(Failure::Length {
                what,
                expected,
                found,
            })
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at t = {} (step {}): {}",
            Short(self.t),
            self.step,
            self.failure
        )
    }
}

/// The sentence of `Display`, because a program prints `Debug` if its `main` returns the error or if `unwrap` fails.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Failure {}

/// The failure is not a source of the error, because the sentence of the error contains it already.
impl core::error::Error for Error {}

#[cfg(test)]
mod tests;
