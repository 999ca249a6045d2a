//! Whether vectors have a number for each coordinate or input.

use crate::error::AnySizeFailure;
use crate::{Failure, Lagrangian};
use extremal_numerics::Vector;

/// A number for each coordinate.
#[inline]
pub(crate) fn check_length<S, V>(system: &S, numbers: &V, what: &'static str) -> Result<(), Failure>
where
    S: Lagrangian + ?Sized,
    V: Vector<S::Scalar>,
{
    if V::LENGTH.is_some() {
        return Ok(());
    }
    Failure::unless_equal(what, system.coordinate_count(), numbers.as_slice().len())
}

/// A number for each input.
#[inline]
pub(crate) fn check_input_count<S: Lagrangian + ?Sized>(
    system: &S,
    inputs: &S::Inputs,
) -> Result<(), Failure> {
    if S::Inputs::LENGTH.is_some() {
        return Ok(());
    }
    let (expected, found) = (system.input_count(), inputs.as_slice().len());
    if expected == found {
        Ok(())
    } else {
        Err(AnySizeFailure::InputCount { expected, found }.into())
    }
}

/// A number for each coordinate, each velocity and each input.
#[inline]
pub(crate) fn check_lengths<S: Lagrangian + ?Sized>(
    system: &S,
    q: &S::Configuration,
    v: &S::Velocity,
    inputs: &S::Inputs,
) -> Result<(), Failure> {
    check_length(system, q, "coordinates")?;
    check_length(system, v, "velocity")?;
    check_input_count(system, inputs)
}
