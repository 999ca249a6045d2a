//! Whether numbers can be those of a motion: a step size, a state, a vector with one number for each coordinate.

use crate::block::is_finite;
use crate::{AnySizeFailure, CoordinateName, Failure, Lagrangian, Scalar, Size, StateOf, Vector};

/// 0 < h < ∞ in every lane.
pub(in crate::integrator) fn check_step_size<T: Scalar>(h: T) -> Result<(), Failure> {
    let zero = T::from_f64(0.0);
    let positive = T::select_less(zero, h, zero, T::from_f64(1.0)) == zero;
    if positive && h.magnitude() < T::Size::INFINITY {
        Ok(())
    } else {
        Err(Failure::StepSize { h: h.real().to_f64() })
    }
}

pub(super) fn check_state<S: Lagrangian>(system: &S, state: &StateOf<S>) -> Result<(), Failure> {
    if !state.t.magnitude().is_finite() {
        return Err(Failure::NotFinite { what: "time" });
    }
    check_start(system, &state.q, "coordinates")?;
    check_start(system, &state.p, "momentum")
}

/// Whether coordinates are those of items, which only [`Lagrangian::coordinate_name`] names. Steps of such systems keep a room,
/// which a copy does not have.
pub(super) const fn has_items<S: Lagrangian>() -> bool {
    match S::Configuration::LENGTH {
        Some(n) => S::COORDINATES.len() != n,
        None => true,
    }
}

/// Whether there is a finite number for each coordinate. Where there are items, the coordinate is named.
#[inline]
pub(super) fn check_start<S, V>(system: &S, numbers: &V, what: &'static str) -> Result<(), Failure>
where
    S: Lagrangian,
    V: Vector<S::Scalar>,
{
    check_length(system, numbers, what)?;
    if has_items::<S>() {
        return check_by_name(|k| system.coordinate_name(k), numbers.as_slice(), what);
    }
    if is_finite(numbers) {
        Ok(())
    } else {
        Err(Failure::NotFinite { what })
    }
}

/// Whether there is a number for each coordinate.
#[inline]
pub(super) fn check_length<S, V>(system: &S, numbers: &V, what: &'static str) -> Result<(), Failure>
where
    S: Lagrangian,
    V: Vector<S::Scalar>,
{
    if V::LENGTH.is_some() {
        return Ok(());
    }
    let (expected, found) = (system.coordinate_count(), numbers.as_slice().len());
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

/// Whether there is a finite number for each input. Where only the program knows how many there are, the input is named.
#[inline]
pub(super) fn check_inputs<S: Lagrangian>(system: &S, inputs: &S::Inputs) -> Result<(), Failure> {
    let what = "inputs";
    if S::Inputs::LENGTH.is_none() {
        let (expected, found) = (system.input_count(), inputs.as_slice().len());
        if expected != found {
            return Err(AnySizeFailure::InputCount { expected, found }.into());
        }
    }
    if is_finite(inputs) {
        return Ok(());
    }
    if S::INPUTS.is_empty() {
        return check_by_name(|k| system.input_name(k), inputs.as_slice(), what);
    }
    Err(Failure::NotFinite { what })
}

#[cold]
fn check_by_name<T: Scalar>(
    name: impl FnOnce(usize) -> CoordinateName,
    numbers: &[T],
    what: &'static str,
) -> Result<(), Failure> {
    match numbers.iter().position(|x| !x.magnitude().is_finite()) {
        None => Ok(()),
        Some(k) => Err(Failure::NotFiniteCoordinate {
            what,
            coordinate: name(k),
        }),
    }
}
