//! Syntax that has no meaning in a formula, each kind by its name.

use super::check_potentials;

#[test]
fn syntax_without_meaning_is_named() {
    check_potentials(&[
        (
            "x «^» 2",
            "`^` is an exclusive or in Rust; for a power write `.powi(2)`",
        ),
        (
            "m * x «^» 3 + k",
            "`^` is an exclusive or in Rust; for a power write `.powi(2)`",
        ),
        (
            "x «^» 0.5",
            "`^` is an exclusive or in Rust; for a power write `.powf(0.5)`",
        ),
        ("x * «*»m", "`**` is no operator; for a power write `.powi(2)`"),
        (
            "x + «*»m",
            "a formula has nothing to dereference; drop the `*`, or for a power write `.powi(2)`",
        ),
        (
            "m * x.sin() *«*» 3",
            "`**` is no operator; for a power write `.powi(3)`",
        ),
        ("«2m» * x", "for a product write `2 * m`"),
        (
            "«1e200 * 1e200» * x",
            "this constant is too large for `f64`; use other units",
        ),
        (
            "x «%» m",
            "a formula has no remainders: they have no derivative where they jump",
        ),
        ("x «<» m", "a comparison belongs in the condition of an `if`"),
        ("x «&&» m", "`&&` and `||` belong in the condition of an `if`"),
        ("«!»x", "`!` belongs in the condition of an `if`"),
        ("x «<<» 2", "a formula has no bits; its values are numbers"),
        (
            "x «+=» 2",
            "a formula changes nothing; give a new value a new name with `let`",
        ),
        (
            "x «=» 2",
            "a formula changes nothing; give a new value a new name with `let`",
        ),
        (
            "x «as f64»",
            "a formula needs no cast: all its numbers are of one type; drop the `as`",
        ),
        (
            "«&»x",
            "a formula needs no references: its values are numbers; drop the `&`",
        ),
        (
            "«|y| y»",
            "a closure is the formula of an item, as in `sum(0..3, |i| ..)`, or a function, `let f = |x| ..`; an absolute value \
             is `abs(x)`",
        ),
        (
            "«for» i in x { }",
            "a formula has no loops; write `sum(0..3, |i| ..)` or `array(0..3, |i| ..)`",
        ),
        (
            "«loop» { }",
            "a formula has no loops; write `sum(0..3, |i| ..)` or `array(0..3, |i| ..)`",
        ),
        (
            "«vec»![x]",
            "a formula has no macro calls; write out what the macro would",
        ),
        (
            "«match» x { _ => x }",
            "a formula has no `match`; write `if a < b { .. } else { .. }`",
        ),
        (
            "x«?»",
            "a formula cannot fail: its values are numbers; drop the `?`",
        ),
        (
            "«(x, m)»",
            "a formula has no tuples; a vector is an array `[a, b]`",
        ),
        (
            "«P { x: m }»",
            "a formula has no structs; a vector is an array `[a, b]`",
        ),
        (
            "«return» x",
            "a formula has nothing to leave; use `if` and `else`",
        ),
        (
            "«unsafe» { x }",
            "a formula has nothing unsafe in it; drop the `unsafe`",
        ),
        (
            "«async» { x }",
            "a formula has nothing to wait for; drop the `async` or `.await`",
        ),
        (
            "{ let y = x; y «+=» 2; y }",
            "a formula changes nothing; give a new value a new name with `let`",
        ),
        (
            "if 0 < x «<» 1 { x } else { m }",
            "comparisons cannot be chained; write `a < b && b < c` for `a < b < c`",
        ),
        ("«'a:» { x }", "a block of a formula has no label"),
        (
            "«\"x\"»",
            "a formula is of numbers, not of text; write it without quotes",
        ),
        (
            "«true»",
            "`true` and `false` are no numbers; an `if` compares numbers",
        ),
        ("«1e999» * x", "this number is too large for `f64`"),
        ("«1e-999» * x", "this number is too small for `f64`"),
        ("«1e-100000000» * x", "this number is too small for `f64`"),
        (
            "«2u8» * x",
            "all numbers of a formula are of one type; drop the suffix `u8`",
        ),
        (
            "«if» x < m { x }",
            "an `if` in a formula needs an `else`: it has a value either way",
        ),
        (
            "if «x» { x } else { m }",
            "a condition compares numbers: `a < b`, with `&&`, `||` and `!` where there are more",
        ),
        (
            "if «let y = x» { x } else { m }",
            "a condition compares numbers: `a < b`, with `&&`, `||` and `!` where there are more",
        ),
        (
            "{ let y = x; y«;» }",
            "a block of a formula ends with its value; drop this `;`",
        ),
        ("«{ }»", "a block of a formula ends with its value"),
        (
            "{ «x;» x }",
            "of statements, a block of a formula has `let name = ..;` only",
        ),
        (
            "{ let «mut» y = x; y }",
            "a formula changes nothing; drop the `mut`",
        ),
        (
            "{ let y: «f64» = x; y }",
            "a formula needs no types: all its numbers are of one; drop this",
        ),
        ("{ let «(a, b)» = x; x }", "a `let` of a formula has a plain name"),
        ("{ «let y;» y }", "a `let` of a formula is `let name = ..;`"),
    ]);
}
