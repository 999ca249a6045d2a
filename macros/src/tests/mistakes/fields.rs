//! Mistakes of fields: no numbers, or of several types.

use super::{check, check_potentials};
use crate::tests::with_entries;

#[test]
fn fields_in_formulas_are_numbers_of_one_type() {
    check_potentials(&[
        (
            "«flag» * x",
            "a formula needs numbers, but the field `flag` is a `bool`",
        ),
        (
            "«name» * x",
            "a formula needs numbers, but the field `name` is text",
        ),
        (
            "«count» * x",
            "a formula needs numbers, but the field `count` is an integer; make it `f64` instead of `usize`",
        ),
        (
            "«many»[0] * x",
            "a formula needs numbers, but the field `many` is a `Vec`, whose length is not known here; make it an array",
        ),
        (
            "«place» * x",
            "a formula needs numbers, but the field `place` is a reference; hold the number itself",
        ),
        (
            "«none»[0] * x",
            "a field of length 0 has no numbers for a formula",
        ),
        (
            "«x * deep»",
            "the potential is a scalar, this is an array of 4 × 3 × 2 numbers",
        ),
        (
            "«x * columns[0]»",
            "the potential is a scalar, this is a 3 × 2 matrix",
        ),
        (
            "x * deep[«4»][0][0]",
            "index 4 is out of range: the indices are 0 to 3",
        ),
        (
            "x * tensors[3][(«2», 0)]",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        (
            "x * deep[3][0][«2»]",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        (
            "x * deep[0][0][0][«0»]",
            "an entry of a matrix is a scalar and has no components",
        ),
        ("«huge»[0][0] * x", "this field has more numbers than any memory"),
    ]);
    let marked = |entries: &str, from: &str, to: &str| with_entries(entries).replacen(from, to, 1);
    check(
        &marked(
            "coordinates(x), kinetic = dt(x), potential = open[0]",
            "open: [f64; N]",
            "open: [f64; «N»]",
        ),
        &[
            "the length of a field in a formula has to be an integer literal: a macro cannot evaluate constants",
        ],
    );
    check(
        &marked(
            "coordinates(x), kinetic = dt(x), potential = m * k * single",
            "single: f32",
            "single: «f32»",
        ),
        &["all numbers of a system are of one type, but `single` differs from `m`"],
    );
}
