//! The sentence of a start that violates a constraint.

use core::fmt;

use super::Short;

/// The constraint, by its name, with its value or its rate.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    constraint: impl fmt::Display,
    violation: f64,
    is_rate: bool,
) -> fmt::Result {
    if !violation.is_finite() {
        let what = if is_rate {
            "gradient at these coordinates, as a distance between points at one place"
        } else {
            "value at these coordinates"
        };
        return write!(f, "the constraint `{constraint}` has no finite {what}");
    }
    let (rate, level) = if is_rate {
        ("the rate of ", "this velocity")
    } else {
        ("", "these coordinates")
    };
    write!(
        f,
        "{rate}the constraint `{constraint}` is {} instead of 0 at {level}",
        Short(violation)
    )
}
