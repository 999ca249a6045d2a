//! The sentences of fields that do not fit each other.

use core::fmt;

pub(super) fn index(
    f: &mut fmt::Formatter<'_>,
    (field, row): (&str, usize),
    found: usize,
    range: usize,
) -> fmt::Result {
    // Indices are computed without signs.
    if found > usize::MAX / 2 {
        return write!(f, "the field `{field}` names an item below 0 in row {row}");
    }
    write!(
        f,
        "the field `{field}` names item {found} in row {row}; it must be below {range}"
    )
}

pub(super) fn before_first(f: &mut fmt::Formatter<'_>, field: &str) -> fmt::Result {
    write!(
        f,
        "formulas read `{field}` at an index below 0; begin the range at 1, or write `(i + n - 1) % n` in a ring of n items"
    )
}

pub(super) fn falls(
    f: &mut fmt::Formatter<'_>,
    range: &str,
    (field, row): (&str, usize),
    [first, beyond]: [usize; 2],
) -> fmt::Result {
    write!(
        f,
        "the range `{range}` begins at {first} in row {row} of `{field}` and ends at {beyond}, before that; one without \
         items ends where it begins"
    )
}

pub(super) fn length(
    f: &mut fmt::Formatter<'_>,
    field: &str,
    read: &str,
    [expected, found]: [usize; 2],
) -> fmt::Result {
    write!(f, "`{field}` has length {found}, ")?;
    match found.checked_sub(1) {
        Some(last) => write!(f, "so that its last item is {last}, ")?,
        None => f.write_str("no item, ")?,
    }
    write!(f, "and {read} reads item {}", expected.saturating_sub(1))
}

pub(super) fn longer(
    f: &mut fmt::Formatter<'_>,
    field: &str,
    read: &str,
    [expected, found]: [usize; 2],
) -> fmt::Result {
    write!(
        f,
        "`{field}` has length {found}, and formulas read at most {read} items of it, which is {expected}; drop the others"
    )
}

pub(super) fn row(
    f: &mut fmt::Formatter<'_>,
    (field, row): (&str, usize),
    [expected, found]: [usize; 2],
) -> fmt::Result {
    write!(
        f,
        "the field `{field}` has length {found} in row {row}, and formulas read {expected} items of it"
    )
}

pub(super) fn empty(f: &mut fmt::Formatter<'_>, range: &str) -> fmt::Result {
    write!(
        f,
        "`{range}` has to be above 0, and no more than memory holds: a system has at least one coordinate"
    )
}

pub(super) fn not_finite(f: &mut fmt::Formatter<'_>, field: &str, row: Option<usize>) -> fmt::Result {
    match row {
        None => write!(f, "the field `{field}` is not a finite number"),
        Some(row) => write!(
            f,
            "the field `{field}` has a number in row {row} that is not finite"
        ),
    }
}

pub(super) fn reach(f: &mut fmt::Formatter<'_>, contact: &str, point: usize) -> fmt::Result {
    write!(
        f,
        "the point {point} in `near` of the contact `{contact}` reaches less far than 0, or not by a finite number"
    )
}

pub(super) fn no_reach(f: &mut fmt::Formatter<'_>, contact: &str) -> fmt::Result {
    write!(
        f,
        "all points in `near` of the contact `{contact}` reach as far as 0, and no pair would be found; the reach of a \
         point is the largest distance from it at which it may touch, such as the radius of a disc"
    )
}
