//! The sentence of each failure.

use core::fmt;

use super::words::{Iterations, Short};
use super::{Failure, LinearFailure, contact, violation};
use extremal_numerics::Pivot;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::StepSize { h } => {
                let what = if h.is_finite() && *h > 0.0 {
                    "; with it the time of later steps is not finite"
                } else {
                    "; it must be positive and finite"
                };
                write!(f, "the step size is {h:?}{what}")
            }
            Failure::Monitor { value } => write!(
                f,
                "the monitor of reversible steps is {}; it is a rate of the motion, 1/time, and must be positive and finite",
                Short(*value)
            ),
            Failure::StepDensity { density, monitor } => write!(
                f,
                "the density of reversible steps is {} where the monitor is {}, of which it must be at least an eighth: the \
                 tolerance is too large, or the monitor is no smooth function near this state",
                Short(*density),
                Short(*monitor)
            ),
            Failure::TimeStandsStill { t, h } => write!(
                f,
                "the step size {} is too small for the time {}, which is the same after a step, t + h = t; count the time from \
                 nearer by, or take longer steps",
                Short(*h),
                Short(*t)
            ),
            Failure::Snapshot => {
                f.write_str("the snapshot is corrupt: step counter or initial velocity out of range")
            }
            Failure::ConstraintViolated {
                constraint,
                violation,
                is_rate,
            } => {
                violation::write(f, constraint, *violation, *is_rate)?;
                match violation.is_finite() {
                    true => f.write_str("; `project` looks for a start that satisfies it"),
                    false => Ok(()),
                }
            }
            Failure::RedundantConstraint { constraint } => write!(
                f,
                "the constraint `{constraint}` is redundant or contradicts an earlier one at these coordinates, so its multiplier is undetermined"
            ),
            Failure::NearlyDependent { constraint, part } => write!(
                f,
                "the equations of the step are singular: the constraint `{constraint}` nearly depends on earlier ones, and only a part \
                 of {part:.0e} of its gradient is its own; drop it, or start where they are independent"
            ),
            Failure::UncertainRank { constraint, size } => write!(
                f,
                "it is not certain whether the constraint `{constraint}` follows from the others: {size:.0e} of its gradient does not, \
                 which is more than rounding and too little for a reaction; the mechanism is near a singular position"
            ),
            Failure::NoGradient { constraint } => write!(
                f,
                "the gradient of the constraint `{constraint}` vanishes at these coordinates, so no force along it can hold it"
            ),
            Failure::CannotKeep(failure) => write!(f, "{failure}"),
            Failure::Percussions(failure) => write!(f, "{failure}"),
            Failure::Field(failure) => write!(f, "{failure}"),
            Failure::AnySize(failure) => write!(f, "{failure}"),
            Failure::Penetration { contact, gap } => contact::penetration(f, contact, *gap),
            Failure::ContactLaw { contact, law, value } => contact::law(f, contact, law, *value),
            Failure::SchemeNumber { name, value, range } => write!(
                f,
                "the number `{name}` of the scheme is {}; it must be {range}",
                Short(*value)
            ),
            Failure::ContactChanges { contact, between } => contact::changes(f, contact, *between),
            Failure::ContactCorrected { contact } => contact::corrected(f, contact),
            Failure::NotFinite { what } => write!(f, "{what}: not a finite number"),
            Failure::NotFiniteCoordinate { what, coordinate } => {
                write!(f, "{what}: that of `{coordinate}` is not a finite number")
            }
            Failure::Length {
                what,
                expected,
                found,
            } => write!(
                f,
                "{what}: expected one number for each of the {expected} coordinates, found {found}"
            ),
            Failure::NeedsSparse { half_bandwidth } => {
                let half_bandwidth = *half_bandwidth;
                write!(f, "{}", LinearFailure::NeedsSparse { half_bandwidth })
            }
            Failure::TooLarge { size } => write!(f, "{}", LinearFailure::TooLarge { size: *size }),
            Failure::Misplaced { row, column } => {
                let (row, column) = (*row, *column);
                write!(f, "{}", LinearFailure::Misplaced { row, column })
            }
            Failure::SingularTangent { pivot, size } => {
                write!(
                    f,
                    "the equations of the step are singular: column {pivot} {}",
                    Pivot(*size)
                )
            }
            Failure::SingularMassMatrix { pivot, size } => {
                write!(f, "the mass matrix is singular: column {pivot} {}", Pivot(*size))
            }
            Failure::Undetermined { direction } => write!(
                f,
                "with these parameters a step does not determine the velocity along `{direction}`: M is singular there; give it a mass"
            ),
            Failure::NegativeMass { direction } => write!(
                f,
                "with these parameters the kinetic energy is below zero along `{direction}`; masses and moments of inertia are \
                 above zero, and an energy that may be negative is declared by `lagrangian = ..`"
            ),
            Failure::NotConverged { iterations, residual } => write!(
                f,
                "Newton's method did not converge in {}: relative residual {residual:e}",
                Iterations(*iterations)
            ),
            Failure::EnergyRises { from, to, coordinate } => write!(
                f,
                "the energy rose from {} to {}, most of it in `{coordinate}`, and nothing in the system adds any: the step is too \
                 long for this motion; take half of what `largest_stable_step` finds, or less",
                Short(*from),
                Short(*to)
            ),
            Failure::Unresolved { times, coordinate } => write!(
                f,
                "the kinetic energy grew by {times:.0e}, most of it in `{coordinate}`, in steps that do not resolve how: they are too \
                 long for this motion; take half of what `largest_stable_step` finds, or less"
            ),
            Failure::Eigenvalues { iterations } => write!(
                f,
                "the eigenvalues of the step were not found in {}",
                Iterations(*iterations)
            ),
            Failure::Diverged { iterations, residual } => {
                write!(f, "Newton's method diverged after {}", Iterations(*iterations))?;
                if residual.is_finite() {
                    write!(f, " (last finite relative residual: {residual:e})")?;
                }
                f.write_str(
                    ": the step is too long, or a formula is not defined at an iterate, or a table ends before it",
                )
            }
        }
    }
}
