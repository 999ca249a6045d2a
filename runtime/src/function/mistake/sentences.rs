//! The sentences of mistakes in a table.

use core::fmt;

use crate::error::Short;

/// x₁ or x₂.
pub(super) struct Name(pub(super) usize);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 == 0 { "x₁" } else { "x₂" })
    }
}

pub(super) fn too_few(f: &mut fmt::Formatter<'_>, axis: Name, knots: usize, least: usize) -> fmt::Result {
    let plural = if knots == 1 { "" } else { "s" };
    write!(f, "{axis} has {knots} knot{plural}; at least {least} are needed")
}

pub(super) fn knot(f: &mut fmt::Formatter<'_>, axis: Name, row: usize, knot: f64) -> fmt::Result {
    write!(f, "knot {row} of {axis} is {knot}, which is not a finite number")
}

pub(super) fn not_increasing(
    f: &mut fmt::Formatter<'_>,
    axis: Name,
    row: usize,
    [before, knot]: [f64; 2],
) -> fmt::Result {
    write!(
        f,
        "knot {row} of {axis} is {} after {}; knots have to increase",
        Short(knot),
        Short(before)
    )
}

pub(super) fn distance(
    f: &mut fmt::Formatter<'_>,
    axis: Name,
    row: usize,
    [before, knot]: [f64; 2],
) -> fmt::Result {
    write!(
        f,
        "knot {row} of {axis} is {} after {}, a distance that is too large or too small to compute with; use other units",
        Short(knot),
        Short(before)
    )
}

pub(super) fn lengths(f: &mut fmt::Formatter<'_>, axis: Name, knots: usize, values: usize) -> fmt::Result {
    write!(
        f,
        "{axis} has {knots} knots, and there are {values} values along it"
    )
}

pub(super) fn value(f: &mut fmt::Formatter<'_>, [row, column]: [usize; 2], value: f64) -> fmt::Result {
    write!(
        f,
        "the value in row {row}, column {column} is {value}, which is not a finite number"
    )
}

pub(super) fn slope(f: &mut fmt::Formatter<'_>, axis: Name, slope: f64) -> fmt::Result {
    write!(
        f,
        "a slope at the ends of {axis} is {slope}, which is not a finite number"
    )
}

pub(super) fn not_periodic(
    f: &mut fmt::Formatter<'_>,
    axis: usize,
    row: usize,
    [first, last]: [f64; 2],
) -> fmt::Result {
    write!(
        f,
        "{} is periodic, and the values at its ends differ: {} and {} in {} {row}",
        Name(axis),
        Short(first),
        Short(last),
        if axis == 0 { "column" } else { "row" },
    )
}

pub(super) fn too_steep(f: &mut fmt::Formatter<'_>, [row, column]: [usize; 2]) -> fmt::Result {
    write!(
        f,
        "a second derivative in row {row}, column {column} is too large for a number: knots are too close or values too far apart"
    )
}
