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
        (
            "sum(0..«m», |i| x)",
            "lengths are of type `usize`, and `m` is of `f64`: make it `usize`",
        ),
        // What is no integer is reported once.
        (
            "sum(0..«links», |i| x) + sum(0..2, |i| sum(i..links, |j| x))",
            "unknown length `links`; a range ends at a number, at an index, at `r.len()`, or at a field of type `usize`",
        ),
        ("sum(0..«m * 2», |i| x)", BOUND),
        (
            "«sum»(|i| r[i], 0..2)",
            "the range comes first, and the closure last, as in `sum(0..3, |i| m[i] * r[i])`",
        ),
        (
            "«sum»(|i| r[i])",
            "`sum` takes a range and a closure, as in `sum(0..3, |i| m[i] * r[i])`",
        ),
        (
            "scan(0..2, 0, |«i, before»| before + r[i])[1]",
            "the first parameter of a scan is what is before, the second is the index: write `|before, i|`",
        ),
        (
            "scan(0..2, [0, 0], |«i, a»| a + [sin(r[i]), r[(1 + i) / 2]])[1][0]",
            "the first parameter of a scan is what is before, the second is the index: write `|a, i|`",
        ),
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
            "r[«anchors[0][0]»]",
            "the numbers of a field are known when the program runs, and an index before: write the table as a `let`, as in \
             `let ends = [[0, 1], [1, 2]]`",
        ),
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
            "norm(array(0..2, |i| «product»(0..257, |j| x)))",
            "a product over a range of more than 256 items contains all its items at once, and equations are of a few: write a sum, for \
             positive factors that of their logarithms",
        ),
        (
            "«scan»(0..1000000, 0, |before, i| before + x)[3]",
            "a scan over a range of more than 256 items lets each item depend on all before it, and equations are of a few: make what it \
             accumulates a coordinate, with a constraint for each item",
        ),
        (
            "sum(0..256, |i| sum(0..256, |j| «sum»(0..256, |c| 0)))",
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
            "constraint(rods = array(0..2, |i| r[i] «==» l))",
            "an equation stands alone in a constraint; in an array write what is zero, `a - b` for `a == b`",
        ),
        (
            "potential = x + «rows».norm_squared()",
            "`norm_squared` takes a vector, this is a 3 × 2 matrix; that of all rows is `sum(0..3, |i| r[i].norm_squared())`",
        ),
        (
            "force(r[«i»] = m * r[i])",
            "an index in front of `=` is made of integers, as in `r[0] = ..` and `r[r.len() - 1] = ..`; write all components as \
             `r = array(0..3, |i| ..)`",
        ),
        (
            "let e = |i| m * r[i + 1], potential = sum(0..2, |i| «e»(i))",
            "`e` of a scalar: index 2 is out of range: the indices are 0 to 1, where `i` is 1",
        ),
        (
            "potential = «(|a| a * a)»(x)",
            "a function is called by its name: give it one, as in `let f = |x| ..`",
        ),
        // A definition that is refused has no other message where it is called.
        (
            "let «sin» = |a| 2 * a, potential = sin(x)",
            "`sin` is a function of formulas already; choose another name",
        ),
        (
            "let «sum» = |a| 2 * a, potential = sum(x)",
            "`sum` is a function of formulas already; choose another name",
        ),
        (
            "let «dt» = |a| 2 * a, potential = dt(x)",
            "`dt` is the time derivative in every formula; choose another name",
        ),
        (
            "let «m» = |a| 2 * a, potential = m(x)",
            "`m` is a field already; a name has one meaning: choose another",
        ),
        (
            "let f = |a| r[2] * a, let g = |a| 2 * f(a), let h = |a| 2 * g(a), potential = «h»(x)",
            "`h` of a scalar: `f` of a scalar: index 2 is out of range: the indices are 0 to 1",
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

/// Functions that call others twice are called 2ⁿ times, and those that call one another are nested.
#[test]
fn calls_have_limits() {
    let functions = |formula: &dyn Fn(usize) -> String, n: usize| {
        let lets: Vec<String> = (1..n)
            .map(|k| format!("let f{k} = |a| {}", formula(k - 1)))
            .collect();
        format!(
            "coordinates(x), kinetic = dt(x).powi(2), let f0 = |a| m * a, {}, potential = «f{}»(x)",
            lets.join(", "),
            n - 1
        )
    };
    check_entries(&[
        (
            &functions(&|k| format!("f{k}(a) + f{k}(a)"), 40),
            "`f39` of a scalar: `f2` of a scalar: the functions of this declaration are called more than 50000 times by here",
        ),
        (
            &functions(&|k| format!("f{k}(a) + 1"), 1000),
            "`f999` of a scalar: `f900` of a scalar: this is nested more than 200 operations deep; split it with `let name = ..`",
        ),
    ]);
}

/// A length that a macro cannot see has one message, and ranges over it have none.
#[test]
fn constants_are_told_once() {
    check_entries(&[
        (
            "coordinates(q[«n»]), let v = dt(q), kinetic = sum(0..n, |i| v[i].powi(2)), potential = sum(1..n, |i| q[i] * open[i])",
            "unknown length `n`; write the number, as in `r[3]`, or make it a field of type `usize`, or the length of a field, `m.len()`",
        ),
        (
            "coordinates(q[2]), inputs(u[«n»]), kinetic = dt(q).norm_squared(), force(q[0] = sum(0..n, |i| u[i]))",
            "unknown length `n`; write the number, as in `r[3]`, or make it a field of type `usize`, or the length of a field, `m.len()`",
        ),
    ]);
}
