//! The sentences of failures of contacts.

use core::fmt;

use super::{ContactKink, Failure, Short};

pub(super) fn penetration(f: &mut fmt::Formatter<'_>, contact: impl fmt::Display, gap: f64) -> fmt::Result {
    write!(
        f,
        "the contact `{contact}` penetrates: its gap is {} at these coordinates; start with gaps of at least 0",
        Short(gap)
    )
}

pub(super) fn law(
    f: &mut fmt::Formatter<'_>,
    contact: impl fmt::Display,
    law: &str,
    value: f64,
) -> fmt::Result {
    let (kind, range) = match law {
        "force" => ("friction", "at least 0 and finite"),
        "friction" => ("contact", "at least 0 and finite"),
        _ => ("contact", "between 0 and 1"),
    };
    write!(
        f,
        "the {law} of the {kind} `{contact}` is {}; it must be {range}",
        Short(value)
    )
}

pub(super) fn changes(
    f: &mut fmt::Formatter<'_>,
    contact: impl fmt::Display,
    between: ContactKink,
) -> fmt::Result {
    let (what, change, way_out) = match between {
        ContactKink::Gap => (
            "has a gap of 0 to rounding",
            "closes or opens it",
            "begin with a gap clearly below 0, by `from_state`, for the derivative of the closed contact, or above 0 for that of \
             the open one",
        ),
        ContactKink::End => (
            "has a gap of 0 to rounding at the end of the step, and nothing presses on it",
            "would have it corrected",
            "differentiate a step that ends with a gap clearly above or below 0",
        ),
        ContactKink::Percussion => (
            "is closed, and neither presses nor opens",
            "presses or opens it",
            "differentiate a step in which it carries, or one in which it is open",
        ),
        ContactKink::Friction => (
            "sticks with the largest friction that it has",
            "lets it slide",
            "differentiate a step before or after this one",
        ),
        ContactKink::Redundant => (
            "is one of several that share their load in more than one way",
            "opens one of them",
            "differentiate with fewer contacts",
        ),
    };
    write!(
        f,
        "the contact `{contact}` {what}: a change of the start {change}, so that the step has no derivative; {way_out}"
    )
}

pub(super) fn corrected(f: &mut fmt::Formatter<'_>, contact: impl fmt::Display) -> fmt::Result {
    write!(
        f,
        "the step ends with the contact `{contact}` closed by a correction of coordinates, whose derivative is not computed for a \
         mass matrix that depends on velocities; linearize the scheme inside"
    )
}

pub(super) fn percussions_at_end(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(
        "contacts are held in the step, restitutions give way, constraints have impulses at its end, or a contact of a system \
         of any size closes: its derivative is not computed; linearize a scheme with percussions at the start of a step",
    )
}

pub(super) fn unsolved(
    f: &mut fmt::Formatter<'_>,
    contact: impl fmt::Display,
    iterations: usize,
    residual: f64,
) -> fmt::Result {
    let plural = if iterations == 1 { "" } else { "s" };
    write!(
        f,
        "the percussions of the contacts were not found: no convergence in {iterations} iteration{plural}, relative residual \
         {residual:e} at the contact `{contact}`"
    )
}

/// Of [`Failure::UndeterminedFriction`]; nothing of others.
pub(super) fn undetermined_friction(f: &mut fmt::Formatter<'_>, failure: Failure) -> fmt::Result {
    let Failure::UndeterminedFriction {
        friction,
        coupling,
        change,
        iterations,
    } = failure
    else {
        return Ok(());
    };
    let plural = if iterations == 1 { "" } else { "s" };
    write!(
        f,
        "the force of the friction `{friction}` and the reactions on which it depends do not determine each other: a change of the \
         force returns as {} of itself, which must be below 1, and the force changed by {} of itself after {iterations} \
         iteration{plural}; the joint may lock itself: take less friction, or shorter levers",
        Short(coupling),
        Short(change)
    )
}

pub(super) fn immovable(f: &mut fmt::Formatter<'_>, contact: impl fmt::Display) -> fmt::Result {
    write!(
        f,
        "the percussions of the contacts were not found: the bodies of the contact `{contact}` approach, and no \
         percussion changes their velocity"
    )
}
