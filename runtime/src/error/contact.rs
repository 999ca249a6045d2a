//! The sentences of failures of contacts.

use core::fmt;

use super::Short;

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
    let range = if law == "friction" {
        "at least 0 and finite"
    } else {
        "between 0 and 1"
    };
    write!(
        f,
        "the {law} of the contact `{contact}` is {}; it must be {range}",
        Short(value)
    )
}

pub(super) fn changes(f: &mut fmt::Formatter<'_>, contact: impl fmt::Display) -> fmt::Result {
    write!(
        f,
        "the contact `{contact}` is between two states, open or closed, stick or slip: the step has no derivative here; \
         differentiate before or after it"
    )
}

pub(super) fn corrected(f: &mut fmt::Formatter<'_>, contact: &str) -> fmt::Result {
    write!(
        f,
        "the step ends with the contact `{contact}` closed by a correction of coordinates, whose derivative is not computed for a \
         mass matrix that depends on velocities; linearize the scheme inside"
    )
}
