//! Several mistakes at once, and what rests on one.

use super::{check, check_entries};
use crate::tests::with_entries;

#[test]
fn all_mistakes_come_at_once_each_by_itself() {
    check(
        &with_entries(
            "coordinates(x), kinetic = «mm» * dt(x) «^» 2, potential = «sine»(«xx») + [1, 2] «*» [3, 4], \
             force(«y» = «q»), discretize(«Verlett»)",
        ),
        &[
            "unknown symbol `mm`; did you mean the field `m`?",
            "`^` is an exclusive or in Rust; for a power write `.powi(2)`",
            "unknown function `sine`; did you mean `sin`?",
            "unknown symbol `xx`; did you mean the coordinate `x`?",
            "two vectors have no product `*`; write `a.dot(b)` or `cross(a, b)`",
            "a force acts on a coordinate, and `y` is none; there are `x`",
            "unknown symbol `q`; the coordinates have the names of `coordinates(..)`; for a vector of all declare \
             `coordinates(q[3])`",
            "unknown scheme `Verlett`; did you mean `Verlet`?",
        ],
    );
}

#[test]
fn what_rests_on_a_mistake_is_not_another_one() {
    check_entries(&[
        (
            "coordinates(x), let c = «nothing», kinetic = c * dt(x).powi(2), potential = c[7] + [c, [c]]",
            "unknown symbol `nothing`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the \
             declaration",
        ),
        (
            "coordinates(x), kinetic = dt(x), potential = { let «(a, b)» = x; a + b }",
            "a `let` of a formula has a plain name",
        ),
        (
            "coordinates(x, «1»), kinetic = m * dt(y).powi(2), force(y = z)",
            "expected identifier",
        ),
        (
            "«cordinates»(x, y), kinetic = m * dt(y).powi(2) + dt(x)",
            "unknown key `cordinates`; did you mean `coordinates`?",
        ),
        (
            "coordinates(x), kinetic = «flag» * dt(x), potential = flag",
            "a formula needs numbers, but the field `flag` is a `bool`",
        ),
    ]);
}
