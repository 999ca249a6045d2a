//! Keys that a system whose sums are loops cannot have, each with the reason.

use super::{mass_matrix, redundant};
use crate::declaration::Key;
use crate::model::Why;

/// Each message has two blanks. `{loops}` is filled with the reason why sums are loops, and `{otherwise}` with the way to
/// avoid that.
static REFUSED: [(&Key, &str); 2] = [
    (
        &mass_matrix::KEY,
        "a mass matrix has all masses at once, and {loops}: write their sum as `kinetic = sum(0..masses, |i| ..)`",
    ),
    (
        &redundant::KEY,
        "the rank of constraints that may follow from others is found with the largest of all entries as each pivot, and {loops}: \
         sparse factors take pivots that keep zeros, and small ones say nothing of the rank; drop those that follow, or {otherwise}",
    ),
];

/// The reason why such a system cannot have an entry of this key.
pub(super) fn refused(key: &Key, why: Why) -> Option<String> {
    let (_, reason) = REFUSED.iter().find(|(refused, _)| *refused == key)?;
    let reason = reason.replace("{loops}", &why.of_system());
    Some(reason.replace("{otherwise}", &why.way_out()))
}
