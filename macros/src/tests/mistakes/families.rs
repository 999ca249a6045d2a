//! Sums over ranges that only the program knows: what they cannot be.

mod contacts;
mod energies;
mod inputs;
mod literals;
mod outputs;
mod rolling;
mod sensitivities;
mod symmetries;
mod twice;

use super::check;

const FIELDS: &str = "n: usize, count: f64, m: Vec<f64>, at: Vec<[f64; 3]>, edges: Vec<[usize; 2]>, pairs: Vec<[i32; 2]>, rest: &'static [f64], \
                      k: f64, w: [f64; 4], groups: Vec<Vec<f64>>";

fn check_all(cases: &[(&str, &[&str])]) {
    for (entries, messages) in cases {
        check(
            &format!("#[lagrangian({entries})] struct S {{ {FIELDS} }}"),
            messages,
        );
    }
}

/// Formulas of a potential over `q[n]` and `r[n][3]`.
fn check_potentials(cases: &[(&str, &str)]) {
    for (potential, message) in cases {
        let kinetic = "sum(0..n, |i| dt(q[i]).powi(2) + dt(r[i]).norm_squared()) + dt(x).powi(2) + dt(y).norm_squared()";
        let entries =
            format!("coordinates(q[n], r[n][3], x, y[2]), kinetic = {kinetic}, potential = {potential}");
        check_all(&[(&entries, &[message])]);
    }
}

#[test]
fn indices_are_integers_in_range() {
    let empty = "this range has no items, whatever the lengths are; a range runs upwards, as in `0..masses`";
    check_potentials(&[
        (
            "sum(0..m[0].«len»(), |i| q[i].powi(2))",
            "`len` is of a vector or an array, this is a scalar",
        ),
        (
            // Two items, whatever the list is.
            "q[0].powi(2) * «lost» + sum(0..at[0].len(), |j| q[j].powi(2))",
            "unknown symbol `lost`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the declaration",
        ),
        (
            "sum(0..edges.len(), |e| norm(r[edges[e][«2»]]))",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        (
            "sum(0..pairs.len(), |e| norm(r[«pairs»[e][0]] - r[pairs[e][1]]))",
            "indices and lengths are of type `usize`, and `pairs` is of `i32`: make it `usize`",
        ),
        (
            "sum(0..n, |i| q[«m[i]»])",
            "an index is an integer, and `m` has other numbers: make it `usize`",
        ),
        // A field of the wrong type is told once.
        (
            "sum(1..n, |i| q[«m[i]»] * q[m[i - 1]])",
            "an index is an integer, and `m` has other numbers: make it `usize`",
        ),
        (
            "sum(0..n, |i| q[«m[i].0»])",
            "the integers of a list are in arrays: make each `[usize; 2]`, and write `m[i][0]`",
        ),
        (
            "sum(0..n, |i| q[i] - q[«j» - 1])",
            "unknown index `j`; that of a range is known within its closure, as in `sum(0..3, |j| ..)`",
        ),
        (
            "sum(0..n, |i| k[«i»] * q[i])",
            "`k` is one number: write `k`, or make it a `Vec`",
        ),
        (
            "sum(0..n, |i| q[«edges[i]»])",
            "`edges` has 2 indices, which select one `usize` of it",
        ),
        (
            "sum(0..n, |i| q[«sin(x)»])",
            "an index is an integer: a literal, the index of a range, or a `usize` of a field, as in `r[edges[e][0]]`",
        ),
        ("q[«-1»]", "index -1 is out of range: indices begin at 0"),
        (
            "sum(0..n, |i| r[i][«3»])",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "sum(0..n, |i| r[i][«i»])",
            "an index is an integer: a literal or the index of a range, as in `r[0]`, `m[(1, 0)]` or `r[i + 1]`",
        ),
        (
            "sum(0..n, |i| at[i][«3»] * q[i])",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "sum(0..n, |i| m[i][«0»] * q[i])",
            "this is a scalar and has no components",
        ),
        (
            "sum(0..n, |i| y[«i»])",
            "this index is known only when the program runs, and what it is of has a length that is known here: declare a \
             coordinate or an input with a length of the program, as in `q[masses]`, or make it a field",
        ),
        ("sum(0..n, |i| q[i % «0»])", "division by zero"),
        ("sum(«n..0», |i| q[i])", empty),
        ("sum(0..n, |i| sum(«i + 1..i», |j| q[j]))", empty),
        ("sum(«n..=n - 1», |i| q[i])", empty),
    ]);
}

#[test]
fn a_formula_is_of_a_few_items() {
    let whole = |name: &str| {
        format!(
            "only the program knows how many items `{name}` has, and a formula is of a few: select one, `{name}[i]`, within \
             `sum(0..{name}.len(), |i| ..)`"
        )
    };
    check_potentials(&[
        ("norm(«r»)", &whole("r")),
        ("sum(«q»)", &whole("q")),
        (
            "sum(0..n, |i| q[i]) * dot(«m», m)",
            "only the program knows how many items `m` has, and a formula is of a few: select one, as in `m[i]`",
        ),
        (
            "sum(0..n, |i| q[i] * sum(at[«1..2»]))",
            "an index is an integer: a literal, the index of a range, or a `usize` of a field, as in `r[edges[e][0]]`",
        ),
        (
            "sum(«array»(0..n, |i| q[i]))",
            "only the program knows how many items this array has, so that it is no value: give it a name with `let` and use \
             its items, `d[i]`, or write it as all of a `constraint(name = array(..))`, a `force(q = array(..))` or an \
             `output(name = array(..))`",
        ),
        (
            "{ let d = array(0..n, |i| q[i]); norm(«d») }",
            "only the program knows how many items `d` has, and a formula is of a few: select one, `d[i]`, or write `d` as all of \
             a `constraint` or `force`",
        ),
        (
            "«product»(0..n, |i| q[i])",
            "a product over a range that only the program knows contains all its items at once, and equations are of a few: write \
             a sum, for positive factors that of their logarithms",
        ),
        (
            "norm(«scan»(0..n, 0, |before, i| before + q[i]))",
            "a scan over a range that only the program knows lets each item depend on all before it, and equations are of a few: \
             make what it accumulates a coordinate, with a constraint for each item",
        ),
    ]);
}

#[test]
fn formulas_are_affine_in_sums() {
    let product = "this is a product of two sums over ranges that only the program knows: write it as one within the other, \
                   `sum(.., |i| sum(.., |j| ..))`, or make one of them a coordinate with a constraint, \
                   or a field if it is one of fields alone";
    let function = "this is a function of a sum over a range that only the program knows, and equations are of a few items: write the \
                    function of each item, within the sum, or make the sum a coordinate with a constraint, or a field if it is one of fields \
                    alone; only an `output(..)` is a \
                    function of sums";
    check_potentials(&[
        ("1 + «sum(0..n, |i| q[i]) * sum(0..n, |i| m[i] * q[i])»", product),
        ("x + «sum(0..n, |i| q[i]).powi(2)»", product),
        ("«sin(sum(0..n, |i| q[i]))» + x", function),
        ("x + «(x / sum(0..n, |i| q[i]))»", function),
        (
            "{ let total = sum(0..n, |i| q[i]); sum(0..n, |i| «total» * q[i]) }",
            "`total` contains a sum over a range that only the program knows, and this is within another one, a product of two \
             sums: write the sum out here, or make it a field if it is one of fields alone",
        ),
        (
            "sum(0..n, |i| if «i == 0» { x } else { q[i] })",
            "all items of a range that only the program knows have one formula, and this depends on the item: write the ends as \
             terms of their own, as in `sum(1..n, |i| ..) + 0.5 * k * q[0].powi(2)`",
        ),
        (
            "sum(0..n, |i| sum(0..n, |j| if «i != j» { q[i] * q[j] } else { 0 }))",
            "all items of a range that only the program knows have one formula, and this depends on the item: write each pair of items \
             once, as in `sum(0..n, |i| sum(0..i, |j| ..))`",
        ),
    ]);
}

#[test]
fn lengths_are_integers_of_the_program() {
    let length =
        "a length is a field of type `usize`, the `.len()` of a field, or a constant, as in `q[masses]`";
    let float = "lengths are of type `usize`, and `count` is of `f64`: make it `usize`";
    let inner = "the numbers of one item are a literal, as in `r[points][3]`: only the first length may be known to the program \
                 alone; the points of a grid are items with the index `i * columns + j`";
    check_all(&[
        (
            "coordinates(q[«n.min(3)»]), kinetic = sum(0..q.len(), |i| dt(q[i]).powi(2))",
            &[length],
        ),
        // Ranges that end there have no message of their own.
        (
            "coordinates(q[«count»]), kinetic = sum(0..count, |i| dt(q[i]).powi(2)), potential = sum(1..count, |i| q[i])",
            &[float],
        ),
        (
            "coordinates(q[«m»]), kinetic = sum(0..m, |i| m[i] * dt(q[i]).powi(2))",
            &["`m` is a list, whose length is `m.len()`"],
        ),
        (
            "coordinates(q[«lost»]), kinetic = sum(0..n, |i| dt(q[i]).powi(2))",
            &[
                "unknown length `lost`; write the number, as in `r[3]`, or make it a field of type `usize`, or the length of a field, \
               `m.len()`",
            ],
        ),
        (
            "coordinates(q[3][«n»]), kinetic = sum(0..3, |i| dt(q[i]).powi(2))",
            &[inner],
        ),
        (
            "coordinates(q[n][«n»]), kinetic = sum(0..n, |i| dt(q[i]).powi(2))",
            &[inner],
        ),
        (
            "coordinates(q[n]), kinetic = sum(0..«count», |i| dt(q[i]).powi(2))",
            &[float],
        ),
    ]);
}

#[test]
fn keys_that_need_all_coordinates_are_refused() {
    check_all(&[
        (
            "coordinates(q[n]), «mass_matrix» = [[1]]",
            &[
                "a mass matrix has all masses at once, and only the program knows how many items this system has: write their sum as \
               `kinetic = sum(0..masses, |i| ..)`",
            ],
        ),
        (
            "coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), constraint(rods = array(1..n, |i| q[i] - q[i - 1])),
             output(s = «multiplier(rods)»)",
            &["`rods` has a multiplier for each item: select one, as in `multiplier(rods)[i]`"],
        ),
        (
            "coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), constraint(both = array(0..n, |i| array(0..i, |j| q[i] - q[j]))),
             output(s = «multiplier(both)»[1][0])",
            &[
                "the items of `both` are no rectangle, and its multipliers have no numbers that follow from i and j: \
                 `Lagrangian::constraint_reactions` writes all of them",
            ],
        ),
        (
            "coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), constraint(both = array(0..n, |i| array(0..n, |j| q[i] - q[j]))),
             output(s = «multiplier(both)»[1])",
            &["an item of `both` has 2 indices"],
        ),
    ]);
}

#[test]
fn rows_are_of_one_item() {
    let rest = "coordinates(q[n], r[n][3], x), kinetic = sum(0..n, |i| dt(q[i]).powi(2) + dt(r[i]).norm_squared()) + dt(x).powi(2)";
    let whole = "the force on `q` is an array of all its items: write `force(q = array(0..q.len(), |i| ..))`";
    for (entry, message) in [
        ("force(q = «x»)", whole),
        ("force(q = «array(1..n, |i| x)»)", whole),
        (
            "force(r = «array(0..n, |i| q[i])»)",
            "an item of the force on `r` is a vector of length 3, this is a scalar",
        ),
        (
            "force(r[0] = «x»)",
            "the force on `r[0]` is a vector of length 3, this is a scalar",
        ),
        (
            "force(r[0][«3»] = x)",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "force(q[«lost»] = x)",
            "an index in front of `=` is made of numbers and lengths, as in `q[0] = ..` and `q[q.len() - 1] = ..`; write all items as \
             `q = array(0..q.len(), |lost| ..)`",
        ),
        (
            "force(q[«i»] = -t * q[i])",
            "an index in front of `=` is made of numbers and lengths, as in `q[0] = ..` and `q[q.len() - 1] = ..`; write all items as \
             `q = array(0..q.len(), |i| ..)`",
        ),
        (
            "force(r[n - 1][«3»] = x)",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "force(q[n - 1] = x, «q»[n - 1] = t)",
            "there is a force on `q` already; add this one to it",
        ),
        (
            "force(q = array(0..n, |i| x), «q» = array(0..n, |i| t))",
            "there is a force on `q` already; add this one to it",
        ),
        (
            "constraint(pair = «array(0..n, |i| q[i]) == array(1..n, |i| q[i])»)",
            "both sides of an equation are arrays over one range; these are over 0..n and 1..n",
        ),
        (
            "constraint(pins = «array(0..n, |i| m[i])»)",
            "the constraint `pins[i]` contains no coordinate, so that nothing can hold it; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`",
        ),
        (
            "constraint(pins = «array(0..n, |i| (q[i] - m[i]).powi(2))»)",
            "the gradient of this constraint vanishes or jumps wherever the constraint holds, because its left side has one sign: no force along it \
             can hold it; write what is squared, as in `x - y` for `(x - y).powi(2)`, and one constraint for each term of a sum of squares",
        ),
    ] {
        check_all(&[(&format!("{rest}, {entry}"), &[message])]);
    }
}

#[test]
fn each_quantity_has_a_kinetic_energy_above_zero() {
    check_all(&[
        (
            "coordinates(q[n], «s»[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), potential = sum(0..n, |i| (s[i] - q[i]).powi(2))",
            &["`s[i]` has no kinetic energy; write `dt(s[i])` in it, or add `massless(s)` if this is meant"],
        ),
        (
            "coordinates(«r»[n][2]), kinetic = sum(0..n, |i| dt(r[i][0]).powi(2)), potential = sum(0..n, |i| r[i][1].powi(2))",
            &[
                "`r[i][1]` has no kinetic energy; write `dt(r[i][1])` in it, or add `massless(r)` if this is meant",
            ],
        ),
        (
            "coordinates(q[n], «s»[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2))",
            &[
                "the coordinate `s[i]` is in no formula, so nothing determines its motion; write `dt(s[i])` in the kinetic energy, or drop it",
            ],
        ),
        (
            "coordinates(q[n]), massless(«q»), kinetic = sum(0..n, |i| dt(q[i]).powi(2))",
            &["`q` has a kinetic energy, so that it is not massless; drop it here"],
        ),
        (
            "coordinates(q[n]), kinetic = «sum(0..n, |i| -0.5 * m[i] * dt(q[i]).powi(2))»",
            &[
                "the kinetic energy is below zero if all `q[i]` move alike and parameters are above zero; change the sign, or give \
               all of L as `lagrangian = ..` if this is meant",
            ],
        ),
        (
            "coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), dissipation = «sum(0..n, |i| k * dt(q[i]))»",
            &[
                "this dissipation is of first degree in `dt(q[i])`, so that its force −∂R/∂v is a constant push; write `0.5 * c * \
               dt(q[i]).powi(2)` for R = ½ c v², or `mu * sqrt(dt(q[i]).powi(2) + eps.powi(2))` for dry friction",
            ],
        ),
    ]);
}

#[test]
fn only_loops_of_the_program_run_on_threads() {
    check_all(&[
        (
            "coordinates(q[4]), kinetic = sum(0..4, |i| 0.5 * dt(q[i]).powi(2)), «parallel»",
            &["only sums whose number of items the program knows run on several threads; drop this"],
        ),
        (
            "coordinates(q[n]), kinetic = sum(0..n, |i| 0.5 * dt(q[i]).powi(2)), parallel, «threads»",
            &["unknown key `threads`; did you mean `parallel`?"],
        ),
    ]);
}
