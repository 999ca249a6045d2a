//! Whether numbers can be those of a motion: a step size, a state, a vector with one number for each coordinate.

use crate::coordinate::CoordinateName;
use crate::system::lengths::{check_input_count, check_length};
use crate::{Failure, Lagrangian, StateOf};
use extremal_numerics::block::is_finite;
use extremal_numerics::{Scalar, Size, Vector};

/// The largest number of steps that a clock counts exactly.
const STEPS: f64 = 9_007_199_254_740_992.0;

/// 0 < h in every lane, and the time of the last step that a clock counts is finite.
pub(in crate::integrator) fn check_step_size<T: Scalar>(h: T) -> Result<(), Failure> {
    let zero = T::from_f64(0.0);
    let positive = T::select_less(zero, h, zero, T::from_f64(1.0)) == zero;
    if positive && (h.magnitude() * T::Size::from_f64(2.0 * STEPS)).is_finite() {
        Ok(())
    } else {
        Err(Failure::StepSize { h: h.real().to_f64() })
    }
}

/// t < t + h in every lane. A time so far from zero is as it was after a step, and with it all forces of it.
pub(in crate::integrator) fn check_time_moves<T: Scalar>(t: T, h: T) -> Result<(), Failure> {
    let zero = T::from_f64(0.0);
    if T::select_less(t, t + h, zero, T::from_f64(1.0)) == zero {
        return Ok(());
    }
    Err(Failure::TimeStandsStill {
        t: t.real().to_f64(),
        h: h.real().to_f64(),
    })
}

/// From this number of coordinates on, the length of q is checked before the fields.
const WALKED: usize = 1 << 22;

/// Fields say more of a mistake than the number of coordinates does, and are looked at before: but no walk is made through
/// items that no memory holds.
#[inline]
pub(super) fn check_size<S, V>(system: &S, q: &V) -> Result<(), Failure>
where
    S: Lagrangian,
    V: Vector<S::Scalar>,
{
    // A number of items of which some calculation wrapped round is the mistake of a field.
    if V::LENGTH.is_some() || !(WALKED..=usize::MAX / 2).contains(&system.coordinate_count()) {
        return Ok(());
    }
    check_length(system, q, "initial coordinates")
}

pub(super) fn check_state<S: Lagrangian>(system: &S, state: &StateOf<S>) -> Result<(), Failure> {
    // Half of the largest time is left to steps.
    if !(state.t + state.t).magnitude().is_finite() {
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

/// Whether there is a finite number for each input. Where only the program knows how many there are, the input is named.
#[inline]
pub(super) fn check_inputs<S: Lagrangian>(system: &S, inputs: &S::Inputs) -> Result<(), Failure> {
    let what = "inputs";
    check_input_count(system, inputs)?;
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
