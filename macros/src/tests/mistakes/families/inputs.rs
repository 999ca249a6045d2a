//! Inputs whose number only the program knows: what they cannot be.

use super::check_all;

/// Inputs and entries beside masses `q[n]`.
fn check_inputs(cases: &[(&str, &str, &[&str])]) {
    for (inputs, entries, messages) in cases {
        let kinetic = "sum(0..n, |i| dt(q[i]).powi(2))";
        let entries = format!("coordinates(q[n]), inputs({inputs}), kinetic = {kinetic}, {entries}");
        check_all(&[(&entries, messages)]);
    }
}

#[test]
fn lengths_of_inputs_are_those_of_coordinates() {
    check_inputs(&[
        (
            "u[«lost»]",
            "force(q = array(0..n, |i| u[i]))",
            &[
                "unknown length `lost`; write the number, as in `r[3]`, or make it a field of type `usize`, or the length of a field, \
               `m.len()`",
            ],
        ),
        (
            "u[«count»]",
            "force(q = array(0..n, |i| u[i]))",
            &["lengths are of type `usize`, and `count` is of `f64`: make it `usize`"],
        ),
        (
            "u[n][«n»]",
            "force(q = array(0..n, |i| u[i][0]))",
            &[
                "the numbers of one item are a literal, as in `r[points][3]`: only the first length may be known to the program alone; \
               the points of a grid are items with the index `i * columns + j`",
            ],
        ),
    ]);
}

#[test]
fn formulas_select_one_input() {
    check_inputs(&[
        (
            "u[n]",
            "force(q = array(0..n, |i| «u»))",
            &[
                "only the program knows how many items `u` has, and a formula is of a few: select one, `u[i]`, within `sum(0..u.len(), \
               |i| ..)`",
            ],
        ),
        (
            "u[n][3]",
            "force(q = array(0..n, |i| u[i][«3»]))",
            &["index 3 is out of range: the indices are 0 to 2"],
        ),
        (
            "u[3], z[n]",
            "force(q = array(0..n, |i| u[«i»] + z[i]))",
            &[
                "this index is known only when the program runs, and what it is of has a length that is known here: declare a \
               coordinate or an input with a length of the program, as in `q[masses]`, or make it a field",
            ],
        ),
    ]);
}

#[test]
fn inputs_of_items_act_through_forces() {
    check_inputs(&[
        (
            "u[n]",
            "potential = sum(0..n, |i| «u»[i] * q[i])",
            &["inputs act through forces: write `force(x = u[i])`, with your coordinate for `x`"],
        ),
        (
            "u[n]",
            "let push = sum(0..n, |i| u[i]), potential = «push» * q[0]",
            &["`push` contains an input, and inputs act through forces: use it in `force(..)`"],
        ),
        (
            "u[n]",
            "constraint(tied = q[0] - «u»[0])",
            &[
                "`u[i]` is an input, and inputs act through forces; where the program moves a constraint, make it a field, which \
               `set_system` changes",
            ],
        ),
        (
            "u[n]",
            "force(q = array(0..n, |i| dt(«u[i]»)))",
            &["this contains an input, which has no derivative: inputs are held over a step"],
        ),
        (
            "«u»[n], s",
            "force(q[0] = s)",
            &["the input `u[i]` acts nowhere; use it in `force(..)`, or drop it"],
        ),
        (
            "«u»[n][2]",
            "force(q = array(0..n, |i| u[i][0]))",
            &["the input `u[i][1]` acts nowhere; use it in `force(..)`, or drop it"],
        ),
    ]);
}
