//! Whether an interval can be solved at all, before anything is computed.

use super::Monolithic;
use super::conditions::Conditions;
use super::guess::Guess;
use super::unsolved::Why;
use crate::drive::Elementwise;
use crate::{Discretize, Lagrangian};
use extremal_numerics::block::is_finite;
use extremal_numerics::{Scalar, Size, SizeOf};

/// Whether scheme and conditions go together, and there are elements, of positive lengths, with finite inputs.
pub(super) fn check<S: Discretize<D>, D>(of: &Monolithic<'_, S, D>, inputs: &[S::Inputs]) -> Result<(), Why>
where
    S::Driver: Elementwise<S::System, D>,
{
    check_conditions(of)?;
    let failed = |failure| Why::Element { element: 0, failure };
    of.system.check_fields().map_err(failed)?;
    S::Driver::check(&of.scheme).map_err(failed)?;
    check_elements(of, inputs)?;
    check_guess(of)?;
    check_ends(&of.conditions)
}

/// Whether the scheme can be asked for these conditions.
fn check_conditions<S: Discretize<D>, D>(of: &Monolithic<'_, S, D>) -> Result<(), Why>
where
    S::Driver: Elementwise<S::System, D>,
{
    if S::Driver::LEAST_NORM {
        return Err(Why::Redundant);
    }
    if S::STRUCTURE.rolling > 0 && !of.conditions.are_at_start() {
        return Err(Why::Rolling);
    }
    let carries_velocity = S::Driver::sizes().carries_velocity;
    if matches!(of.conditions, Conditions::Velocity { .. })
        && S::STRUCTURE.constraints > 0
        && !carries_velocity
    {
        return Err(Why::ConstrainedVelocity);
    }
    if matches!(of.conditions, Conditions::Field { .. }) && S::Driver::sizes().fields == 0 {
        return Err(Why::NoFields);
    }
    // One condition for each number, and none for the duration.
    if of.has_free_duration && !matches!(of.conditions, Conditions::Between(_)) {
        // Constraints determine as many numbers of both ends, or of q and p.
        let free = of
            .system
            .coordinate_count()
            .saturating_sub(S::STRUCTURE.constraints);
        let given = 2 * free;
        return Err(Why::FewConditions {
            conditions: given,
            needed: given + 1,
        });
    }
    Ok(())
}

/// Whether there are elements, each of a positive length, with finite inputs and a finite time.
fn check_elements<S: Discretize<D>, D>(of: &Monolithic<'_, S, D>, inputs: &[S::Inputs]) -> Result<(), Why> {
    if of.lengths.is_empty() {
        return Err(Why::NoElements);
    }
    for (element, h) in of.lengths.iter().enumerate() {
        if !(h.real() > SizeOf::<S::Scalar>::from_f64(0.0) && h.magnitude().is_finite()) {
            return Err(Why::Length {
                element,
                h: h.real().to_f64(),
            });
        }
    }
    if inputs.len() != of.lengths.len() {
        return Err(Why::Count {
            what: "inputs",
            expected: of.lengths.len(),
            found: inputs.len(),
        });
    }
    finite("time at node", 0, of.t0.magnitude().is_finite())?;
    let mut inputs = inputs.iter().enumerate();
    inputs.try_for_each(|(k, inputs)| finite("inputs of element", k, is_finite(inputs)))
}

/// Whether a guess has as many states as there are nodes.
fn check_guess<S: Discretize<D>, D>(of: &Monolithic<'_, S, D>) -> Result<(), Why> {
    match &of.guess {
        Guess::States(states) if states.len() != of.lengths.len() + 1 => Err(Why::Count {
            what: "states of a guess",
            expected: of.lengths.len() + 1,
            found: states.len(),
        }),
        _ => Ok(()),
    }
}

/// Whether given coordinates are finite.
fn check_ends<S: Lagrangian>(conditions: &Conditions<'_, S>) -> Result<(), Why> {
    let is_finite_at = |end, q: &S::Configuration| finite("coordinates at end", end, is_finite(q));
    match conditions {
        Conditions::Ends { q0, q1 } => is_finite_at(0, q0).and_then(|()| is_finite_at(1, q1)),
        Conditions::First { q, .. } | Conditions::Velocity { q, .. } | Conditions::Field { q, .. } => {
            is_finite_at(0, q)
        }
        Conditions::Between(_) => Ok(()),
    }
}

fn finite(what: &'static str, index: usize, is_finite: bool) -> Result<(), Why> {
    if is_finite {
        Ok(())
    } else {
        Err(Why::NotFinite { what, index })
    }
}
