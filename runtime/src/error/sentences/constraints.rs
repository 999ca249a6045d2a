//! Sentences of constraints that a start violates, or that determine no reaction.

use core::fmt;

use crate::error::violation;

pub(super) fn violated(
    f: &mut fmt::Formatter<'_>,
    constraint: &str,
    violation: f64,
    is_rate: bool,
) -> fmt::Result {
    violation::write(f, constraint, violation, is_rate)?;
    match violation.is_finite() {
        true => f.write_str("; `project` looks for a start that satisfies it"),
        false => Ok(()),
    }
}

pub(super) fn redundant(f: &mut fmt::Formatter<'_>, constraint: &str) -> fmt::Result {
    write!(
        f,
        "the constraint `{constraint}` is redundant or contradicts an earlier one at these coordinates, so its multiplier is undetermined"
    )
}

pub(super) fn nearly_dependent(f: &mut fmt::Formatter<'_>, constraint: &str, part: f64) -> fmt::Result {
    write!(
        f,
        "the equations of the step are singular: the constraint `{constraint}` nearly depends on earlier ones, and only a part \
         of {part:.0e} of its gradient is its own; drop it, or start where they are independent"
    )
}

pub(super) fn uncertain_rank(f: &mut fmt::Formatter<'_>, constraint: &str, size: f64) -> fmt::Result {
    write!(
        f,
        "it is not certain whether the constraint `{constraint}` follows from the others: {size:.0e} of its gradient does not, \
         which is more than rounding and too little for a reaction; the mechanism is near a singular position"
    )
}

pub(super) fn no_gradient(f: &mut fmt::Formatter<'_>, constraint: &str) -> fmt::Result {
    write!(
        f,
        "the gradient of the constraint `{constraint}` vanishes at these coordinates, so no force along it can hold it"
    )
}
