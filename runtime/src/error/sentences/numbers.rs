//! Sentences of numbers that are given: counts, numbers of a scheme, a snapshot.

use core::fmt;

use crate::error::words::Short;

pub(super) fn snapshot(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("the snapshot is corrupt: step counter or initial velocity out of range")
}

pub(super) fn not_finite(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    coordinate: impl fmt::Display,
) -> fmt::Result {
    write!(f, "{what}: that of `{coordinate}` is not a finite number")
}

pub(super) fn length(f: &mut fmt::Formatter<'_>, what: &str, expected: usize, found: usize) -> fmt::Result {
    write!(
        f,
        "{what}: expected one number for each of the {expected} coordinates, found {found}"
    )
}

pub(super) fn of_scheme(f: &mut fmt::Formatter<'_>, name: &str, value: f64, range: &str) -> fmt::Result {
    write!(
        f,
        "the number `{name}` of the scheme is {}; it must be {range}",
        Short(value)
    )
}
