//! Sentences of equations of a step that determine no motion, or that were not solved.

use core::fmt;

use extremal_numerics::{LinearFailure, Pivot};

use crate::error::Direction;
use crate::error::words::Iterations;

/// A relative residual from which on it is not rounding that Newton's method left.
const FAR: f64 = 1e-4;

/// Writes the failure in the words of matrices.
pub(super) fn linear(f: &mut fmt::Formatter<'_>, failure: LinearFailure) -> fmt::Result {
    write!(f, "{failure}")
}

pub(super) fn singular_tangent(f: &mut fmt::Formatter<'_>, pivot: usize, size: f64) -> fmt::Result {
    write!(
        f,
        "the equations of the step are singular: column {pivot} {}",
        Pivot(size)
    )
}

pub(super) fn singular_masses(f: &mut fmt::Formatter<'_>, pivot: usize, size: f64) -> fmt::Result {
    write!(f, "the mass matrix is singular: column {pivot} {}", Pivot(size))
}

pub(super) fn undetermined(f: &mut fmt::Formatter<'_>, direction: Direction) -> fmt::Result {
    write!(
        f,
        "with these parameters a step does not determine the velocity along `{direction}`: M is singular there; give it a mass"
    )
}

pub(super) fn negative_mass(f: &mut fmt::Formatter<'_>, direction: Direction) -> fmt::Result {
    write!(
        f,
        "with these parameters the kinetic energy is below zero along `{direction}`; masses and moments of inertia are \
         above zero, and an energy that may be negative is declared by `lagrangian = ..`"
    )
}

pub(super) fn not_converged(f: &mut fmt::Formatter<'_>, iterations: usize, residual: f64) -> fmt::Result {
    write!(
        f,
        "Newton's method did not converge in {}: relative residual {residual:e}",
        Iterations(iterations)
    )?;
    if residual >= FAR {
        f.write_str("; there may be no solution: take a shorter step, or begin nearer to one")?;
    }
    Ok(())
}

pub(super) fn diverged(f: &mut fmt::Formatter<'_>, iterations: usize, residual: f64) -> fmt::Result {
    write!(f, "Newton's method diverged after {}", Iterations(iterations))?;
    if residual.is_finite() {
        write!(f, " (last finite relative residual: {residual:e})")?;
    }
    f.write_str(
        ": the step is too long, or a formula is not defined at an iterate, or a table ends before it",
    )
}

pub(super) fn no_eigenvalues(f: &mut fmt::Formatter<'_>, iterations: usize) -> fmt::Result {
    write!(
        f,
        "the eigenvalues of the step were not found in {}",
        Iterations(iterations)
    )
}
