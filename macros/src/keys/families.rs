//! Keys that a system with sums over ranges which only the program knows cannot have, each with the reason.
//!
//! It refuses to know what they are for.

use super::{mass_matrix, modified_energy, sensitivities, symmetry};
use crate::declaration::Key;

static REFUSED: [(&Key, &str); 4] = [
    (
        &mass_matrix::KEY,
        "a mass matrix has all masses at once, and only the program knows how many items this system has: write their sum as \
         `kinetic = sum(0..masses, |i| ..)`",
    ),
    (
        &symmetry::KEY,
        "a symmetry is proven for all coordinates at once, and only the program knows how many items this system has: record \
         what it conserves as an `output`, a sum over the items",
    ),
    (
        &sensitivities::KEY,
        "sensitivities are derived for a fixed number of coordinates, and only the program knows how many items this system \
         has: step two systems whose fields differ, or write the number of items as a literal",
    ),
    (
        &modified_energy::KEY,
        "a modified energy has products over neighbours of neighbours, and only the program knows how many items this system \
         has: drop this, or write the number of items as a literal",
    ),
];

/// The reason why such a system cannot have an entry of this key.
pub(super) fn refused(key: &Key) -> Option<&'static str> {
    let refused = REFUSED.iter().find(|(refused, _)| *refused == key);
    refused.map(|(_, reason)| *reason)
}
