//! The sentence of each failure.

mod constraints;
mod equations;
mod numbers;
mod steps;

use core::fmt;

use super::{Failure, LinearFailure as Linear, contact};
use equations::linear;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Failure::StepSize { h } => steps::step_size(f, h),
            Failure::Monitor { value } => steps::monitor(f, value),
            Failure::StepDensity { density, monitor } => steps::density(f, density, monitor),
            Failure::FrameLength { dt, h } => steps::frame_length(f, dt, h),
            Failure::TimeStandsStill { t, h } => steps::time_stands_still(f, t, h),
            Failure::EnergyRises { from, to, coordinate } => steps::energy_rises(f, [from, to], coordinate),
            Failure::Unresolved { times, coordinate } => steps::unresolved(f, times, coordinate),
            Failure::Snapshot => numbers::snapshot(f),
            Failure::NotFinite { what } => write!(f, "{what}: not a finite number"),
            Failure::NotFiniteCoordinate { what, coordinate } => numbers::not_finite(f, what, coordinate),
            Failure::Length {
                what,
                expected,
                found,
            } => numbers::length(f, what, expected, found),
            Failure::SchemeNumber { name, value, range } => numbers::of_scheme(f, name, value, range),
            Failure::ConstraintViolated {
                constraint,
                violation,
                is_rate,
            } => constraints::violated(f, constraint, violation, is_rate),
            Failure::RedundantConstraint { constraint } => constraints::redundant(f, constraint),
            Failure::NearlyDependent { constraint, part } => {
                constraints::nearly_dependent(f, constraint, part)
            }
            Failure::UncertainRank { constraint, size } => constraints::uncertain_rank(f, constraint, size),
            Failure::NoGradient { constraint } => constraints::no_gradient(f, constraint),
            Failure::Penetration { contact, gap } => contact::penetration(f, contact, gap),
            Failure::ContactLaw { contact, law, value } => contact::law(f, contact, law, value),
            Failure::ContactChanges { contact, between } => contact::changes(f, contact, between),
            Failure::ContactCorrected { contact } => contact::corrected(f, contact),
            Failure::PercussionsAtEnd => contact::percussions_at_end(f),
            Failure::NeedsSparse { half_bandwidth } => linear(f, Linear::NeedsSparse { half_bandwidth }),
            Failure::TooLarge { size } => linear(f, Linear::TooLarge { size }),
            Failure::Misplaced { row, column } => linear(f, Linear::Misplaced { row, column }),
            Failure::SingularTangent { pivot, size } => equations::singular_tangent(f, pivot, size),
            Failure::SingularMassMatrix { pivot, size } => equations::singular_masses(f, pivot, size),
            Failure::Undetermined { direction } => equations::undetermined(f, direction),
            Failure::NegativeMass { direction } => equations::negative_mass(f, direction),
            Failure::NotConverged { iterations, residual } => {
                equations::not_converged(f, iterations, residual)
            }
            Failure::Diverged { iterations, residual } => equations::diverged(f, iterations, residual),
            Failure::Eigenvalues { iterations } => equations::no_eigenvalues(f, iterations),
            Failure::CannotKeep(failure) => write!(f, "{failure}"),
            Failure::UnsolvedContact {
                contact,
                iterations,
                residual,
            } => contact::unsolved(f, contact, iterations, residual),
            failure @ Failure::UndeterminedFriction { .. } => contact::undetermined_friction(f, failure),
            Failure::ImmovableContact { contact } => contact::immovable(f, contact),
            Failure::Percussions(failure) => write!(f, "{failure}"),
            Failure::Field(failure) => write!(f, "{failure}"),
            Failure::AnySize(failure) => write!(f, "{failure}"),
        }
    }
}
