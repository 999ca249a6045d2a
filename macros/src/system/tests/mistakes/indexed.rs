//! Formulas over ranges, and functions of one's own.

use super::{check_entries, check_potentials};

#[test]
fn ranges_have_integers_and_a_closure_of_their_index() {
    check_potentials(&[
        (
            "sum(0«..»2)",
            "a range is that of an index, as in `sum(0..3, |i| ..)`; for components write `array(0..2, |i| r[i])`",
        ),
        (
            "«array»(0..2)",
            "`array` takes a range and a closure, as in `array(0..3, |i| m[i] * r[i])`",
        ),
        (
            "«scan»(0..2, |before, i| before)",
            "`scan` takes a range, a start and a closure, as in `scan(0..3, 0, |before, i| before + l[i])`",
        ),
        (
            "sum(0..2, «r»)",
            "`sum` takes a closure here, as in `sum(0..3, |i| m[i] * r[i])`",
        ),
        (
            "sum(0..2, |«i, j»| x)",
            "the closure of `sum` has one parameter, the index, not 2: `sum(0..3, |i| m[i] * r[i])`",
        ),
        (
            "scan(0..2, 0, |«i»| x)[0]",
            "the closure of `scan` has two parameters, what is before and the index, not 1: \
             `scan(0..3, 0, |before, i| before + l[i])`",
        ),
        (
            "sum(«r», |i| x)",
            "this takes a range, as in `0..3`, and a closure of its index",
        ),
        (
            "sum(«0..», |i| x)",
            "a range of a formula has two ends, as in `0..3`",
        ),
        ("sum(0..«m», |i| x)", BOUND),
        ("sum(0..«count», |i| x)", BOUND),
        ("sum(0..«LINKS», |i| x)", BOUND),
        ("sum(0..«2.5», |i| x)", BOUND),
        (
            "sum(«2..0», |i| x)",
            "this range ends before it begins, so that it has no items",
        ),
        (
            "«array»(0..0, |i| x)[0]",
            "this range has no items, and an array has some",
        ),
        (
            "x * x.«len»()",
            "`len` is of a vector or an array, this is a scalar",
        ),
    ]);
}

const BOUND: &str = "a range ends at an integer: a literal, an index, or `r.len()`; what is known only when the program \
                     runs, and constants, a macro cannot see: write the number";

#[test]
fn indices_are_in_range() {
    check_potentials(&[
        (
            "sum(0..3, |i| r[«i»])",
            "index 2 is out of range: the indices are 0 to 1, where `i` is 2",
        ),
        (
            "sum(0..2, |i| sum(0..2, |j| rows[«i + 2 * j»][0])) * x",
            "index 3 is out of range: the indices are 0 to 2, where `i` is 1 and `j` is 1",
        ),
        (
            "sum(0..2, |i| r[«i - 1»])",
            "index -1 is out of range: indices begin at 0, where `i` is 0",
        ),
        ("sum(0..2, |i| r[2 / «i»])", "division by zero, where `i` is 0"),
        (
            "r[«x»]",
            "an index is an integer: a literal or the index of a range, as in `r[0]`, `m[(1, 0)]` or `r[i + 1]`",
        ),
        ("r[«9223372036854775807 + 1»]", "this integer is too large"),
    ]);
}

#[test]
fn items_have_one_shape() {
    check_potentials(&[
        (
            "sum(0..3, |i| «if i == 2 { r } else { x }»)",
            "the item 2 is a vector of length 2, and the item 0 is a scalar",
        ),
        (
            "scan(0..3, [0, 0], |before, i| «before[0]»)[0][0]",
            "an item of `scan` has the shape of its start: this is a scalar, the start a vector of length 2",
        ),
        (
            "product(0..2, |i| «r»)",
            "two vectors have no product `*`; write `a.dot(b)` or `cross(a, b)`",
        ),
    ]);
}

#[test]
fn parameters_are_new_names() {
    check_potentials(&[
        (
            "sum(0..2, |«m»| x)",
            "`m` is a field already; choose another name",
        ),
        (
            "sum(0..2, |«x»| x)",
            "`x` is a coordinate already; choose another name",
        ),
        (
            "scan(0..2, 0, |a, «a»| a)[1]",
            "`a` is a parameter already; choose another name",
        ),
        (
            "sum(0..2, |«[a, b]»| x)",
            "a parameter of a closure in a formula is a plain name, as in `|i|`",
        ),
        (
            "sum(0..2, |i: «usize»| x)",
            "a formula needs no types: all its numbers are of one; drop this",
        ),
        (
            "sum(0..2, «move» |i| x)",
            "a closure of a formula is `|i| ..`; drop this word",
        ),
    ]);
}

#[test]
fn ranges_have_limits() {
    check_potentials(&[
        (
            "«sum»(0..10001, |i| x)",
            "a range in a formula has at most 10000 items",
        ),
        (
            "sum(0..5000, |i| «sum»(0..5000, |j| 0))",
            "the ranges of this declaration have more than 200000 items by here",
        ),
    ]);
}

#[test]
fn functions_are_called_with_what_they_take() {
    let of = |rest: &str| {
        format!(
            "coordinates(x, r[2]), let energy = |a, b| m * a.dot(b), kinetic = dt(x).powi(2) + dt(r).norm_squared(), {rest}"
        )
    };
    for (rest, message) in [
        (
            "potential = «energy»(r)",
            "`energy` takes 2 arguments, `a` and `b`, not 1",
        ),
        (
            "potential = «energy»(r, x)",
            "`energy` of a vector of length 2 and a scalar: `dot` takes two vectors of equal length, not a vector of length 2 \
             and a scalar",
        ),
        (
            "potential = x * «energy»",
            "`energy` is a function; write what it is of, as in `energy(..)`",
        ),
        (
            "let f = |a| 2 * «f»(a), potential = f(x)",
            "a function of a formula cannot call itself: write `scan(..)` for what is found step by step",
        ),
        (
            "let f = |a| «unknown_number» * a, potential = f(x)",
            "unknown symbol `unknown_number`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the \
             declaration",
        ),
        (
            "let f = |a| a * a, potential = x.«f»()",
            "functions of a declaration are no methods: write `f(x)`",
        ),
        (
            "let f«(»a) = a * a, potential = f(x)",
            "the parameters of a function stand between bars: write `let f = |x| ..`",
        ),
        (
            "let f = (a) «-»> a * a, potential = f(x)",
            "the parameters of a function stand between bars: write `|x| ..`",
        ),
        (
            "potential = sum(0..2, i «=»> r[i])",
            "the parameters of a function stand between bars: write `|x| ..`",
        ),
        (
            "potential = sum(0..2, |i| sum(0..2, |j| m / «(r[i] - r[j]).abs()»))",
            "this divisor is zero, where `i` is 0 and `j` is 0; leave this item out, by `if i == j { 0 } else { .. }`, or by \
             `sum(0..i, |j| ..)` for pairs",
        ),
        (
            "force(r[«i»] = m * r[i])",
            "an index in front of `=` is an integer literal, as in `r[0] = ..`; write all components as `r = array(0..3, |i| ..)`",
        ),
        (
            "let e = |i| m * r[i + 1], potential = sum(0..2, |i| «e»(i))",
            "`e` of a scalar: index 2 is out of range: the indices are 0 to 1, where `i` is 1",
        ),
        (
            "potential = «(|a| a * a)»(x)",
            "a function is called by its name: give it one, as in `let f = |x| ..`",
        ),
        (
            "let «sin» = |a| 2 * a, potential = x",
            "`sin` is a function of formulas already; choose another name",
        ),
        (
            "let f = |«m»| 2 * m, potential = f(x)",
            "`m` is a field already; choose another name",
        ),
        (
            "let f = |a| dt(a), potential = «f»(x)",
            "`f` of a scalar: a potential depends on positions and time only; with velocities in it, give all of L as `lagrangian = ..`",
        ),
    ] {
        check_entries(&[(&of(rest), message)]);
    }
}
