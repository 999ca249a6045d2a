//! Loops over items as data: a nest of ranges with statements, and what makes it faster, each a function from a nest to a nest.
//!
//! | file | idea |
//! | --- | --- |
//! | `nest` | ranges within each other, with statements before and after the loop of each |
//! | `places` | where numbers of an item are in vectors and matrices of the whole system |
//! | `item` | the loop of a pass: gather, call the kernel, add |
//! | `hoist` | what an inner loop does not change is gathered before it, and summed up within it |
//! | `windows` | items that follow each other in memory are read as windows |
//! | `carry` | what such items add to the same numbers is carried in registers |
//! | `whole` | all numbers of an item are read, and added to, at once |
//! | `parts` | a part of the items, for a thread |
//! | `checks` | tests of fields before a step reads them |
//! | `walk` | which tests the items of a marker need |

pub(crate) mod carry;
pub(crate) mod checks;
pub(crate) mod hoist;
pub(crate) mod item;
pub(crate) mod nest;
pub(crate) mod parts;
pub(crate) mod places;
pub(crate) mod walk;
pub(crate) mod whole;
pub(crate) mod windows;

use item::{Body, ItemLoop};

/// The fastest loop of a body.
pub(crate) fn optimized(body: &Body<'_>) -> ItemLoop {
    let hoisted = hoist::hoist(body, body.naive());
    let walked = windows::windows(body, &hoisted).and_then(|of| carry::carry(body, of));
    hoist::needed(whole::whole(body, walked.unwrap_or(hoisted)))
}

/// A loop without windows, in which something is done with each item besides.
pub(crate) fn visited(body: &Body<'_>) -> ItemLoop {
    hoist::needed(whole::whole(body, hoist::hoist(body, body.naive())))
}
