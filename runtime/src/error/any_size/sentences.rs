//! The sentences of failures that name one of many coordinates, constraints or contacts.

use core::fmt;

use crate::coordinate::CoordinateName;
use crate::error::Short;

pub(super) fn singular_coordinate(
    f: &mut fmt::Formatter<'_>,
    coordinate: CoordinateName,
    size: f64,
) -> fmt::Result {
    write!(
        f,
        "the equations of the step do not determine the velocity of `{coordinate}`: it has no pivot larger than {} \
         relative to its row",
        Short(size)
    )
}

pub(super) fn corrected_together(f: &mut fmt::Formatter<'_>, contact: CoordinateName) -> fmt::Result {
    write!(
        f,
        "the step ends with the contact `{contact}` and others closed by a correction of coordinates, and their gaps depend on each \
         other; the derivative of such a step is not computed where sums are loops: linearize the scheme inside"
    )
}

pub(super) fn corrected_by_fields(f: &mut fmt::Formatter<'_>, contact: CoordinateName) -> fmt::Result {
    write!(
        f,
        "the step ends with the contact `{contact}` closed by a correction of coordinates, whose derivative by the fields in \
         `sensitivities(..)` is not computed where sums are loops; linearize the scheme inside, or drop `sensitivities(..)`"
    )
}

pub(super) fn singular_constraint(
    f: &mut fmt::Formatter<'_>,
    constraint: CoordinateName,
    size: f64,
) -> fmt::Result {
    write!(
        f,
        "the equations of the step do not determine the multiplier of the constraint `{constraint}`, which is redundant \
         or contradicts others: it has no pivot larger than {} relative to its row",
        Short(size)
    )
}

pub(super) fn singular_mass(
    f: &mut fmt::Formatter<'_>,
    coordinate: CoordinateName,
    size: f64,
) -> fmt::Result {
    write!(
        f,
        "the mass matrix is singular: `{coordinate}` has no pivot larger than {} relative to its row",
        Short(size)
    )
}

pub(super) fn no_kinetic_energy(f: &mut fmt::Formatter<'_>, coordinate: CoordinateName) -> fmt::Result {
    write!(
        f,
        "`{coordinate}` has no kinetic energy: no sum over items reaches it; let a range of `kinetic` end at the number \
         of items, or list the coordinate in `massless(..)` if this is meant"
    )
}

const NOT_FINITE: &str = "has no finite derivative where the step begins: two of its points are at one place, a divisor is zero, or \
                          a function is at the end of its domain";

pub(super) fn item(f: &mut fmt::Formatter<'_>, formula: &str, item: CoordinateName) -> fmt::Result {
    if item == "" {
        write!(f, "{formula} {NOT_FINITE}")
    } else {
        write!(f, "item {item} of {formula} {NOT_FINITE}")
    }
}

pub(super) fn out_of_reach(f: &mut fmt::Formatter<'_>, contact: CoordinateName, gap: f64) -> fmt::Result {
    write!(
        f,
        "the gap of the contact `{contact}` is {}, and its points are further apart than both reach; `near(..)` needs the \
         largest distances at which points touch",
        Short(gap)
    )
}

pub(super) fn short_reach(
    f: &mut fmt::Formatter<'_>,
    contact: CoordinateName,
    distance: f64,
    gap: f64,
) -> fmt::Result {
    write!(
        f,
        "the reaches of the contact `{contact}` are too short: where its points are {} apart, the sum of both, its gap is \
         {}, and pairs that are further apart are not looked at; `near(..)` needs the largest distances at which points \
         touch",
        Short(distance),
        Short(gap)
    )
}

pub(super) fn input_count(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    expected: usize,
    found: usize,
) -> fmt::Result {
    write!(
        f,
        "{what}: expected one number for each of the {expected} inputs, found {found}"
    )
}
