//! Mistakes of constraints.

use super::{check, check_entries};
use crate::system::tests::with_entries;

#[test]
fn constraints_are_functions_of_the_coordinates() {
    check_entries(&[
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(roll = «dt(x)» - y)",
            "a constraint depends on coordinates and time only: one on velocities is nonholonomic, and there is no scheme for \
             those; where it is the time derivative of a function of coordinates, write that function",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x).powi(2), force(x = u), constraint(held = x - «u»)",
            "inputs act through forces: write `force(x = u)`, with your coordinate for `x`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(held = «m - t»)",
            "the constraint `held` contains no coordinate, so that nothing can hold it; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`",
        ),
        (
            "coordinates(r[2]), kinetic = dt(r).norm_squared(), constraint(held = «[[r[0], 0], [0, r[1]]]»)",
            "a constraint is a number or a vector, and this is a matrix; give its entries as a vector",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(a = x, «b» = x - t)",
            "2 constraints on 1 coordinate: they contradict each other, or some follow from the others; drop those",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint «=» x",
            "expected parentheses: write `constraint(length = ..)`",
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), «constraints»(a = x)",
            "unknown key `constraints`; did you mean `constraint`?",
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(«x» = y)",
            "`x` is a coordinate already; a name has one meaning: choose another",
        ),
    ]);
    check(
        &with_entries(
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(a = x, «a» = y)",
        ),
        &["the constraint `a` is there twice; choose another name"],
    );
}

#[test]
fn what_constraints_hold_is_no_symmetry() {
    check_entries(&[(
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(held = y - x.powi(2)), symmetry(«shift» = [1, 0])",
        "`shift` is no symmetry: a constraint changes along it by `−2 x`, which is not zero",
    )]);
}

/// What rests on a constraint that cannot be read is not reported.
#[test]
fn a_constraint_that_is_lost_is_missed_by_nobody() {
    check_entries(&[
        (
            "coordinates(x, y), kinetic = dt(x).powi(2), constraint(a «+» y)",
            "expected `=`: write `a = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(a «+» x), discretize(NullSpace<Verlet>)",
            "expected `=`: write `a = ..`",
        ),
    ]);
}
