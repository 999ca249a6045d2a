//! Items of ranges that only the program knows: no pair is of an item with itself, and no constraint is there twice.

use super::super::parse;
use super::{FIELDS, check_all};

/// Discs `r[n][2]` and `z[n][2]`, and a mass `x`.
fn discs(entry: &str) -> String {
    let kinetic = "sum(0..n, |i| dt(r[i]).norm_squared() + dt(z[i]).norm_squared()) + dt(x).powi(2)";
    format!("coordinates(r[n][2], z[n][2], x), kinetic = {kinetic}, {entry}")
}

fn check_discs(cases: &[(&str, &str)]) {
    for (entry, message) in cases {
        check_all(&[(&discs(entry), &[message])]);
    }
}

fn accept(all: &[&str]) {
    for entry in all {
        let source = format!("#[lagrangian({})] struct S {{ {FIELDS} }}", discs(entry));
        if let Err(failed) = parse(&source) {
            panic!("{entry}: {}", failed.errors);
        }
    }
}

#[test]
fn no_item_touches_itself() {
    let itself = "`j` is also `i` here, and the gap of an item with itself is nowhere above zero for parameters above zero; let the inner \
                  range end before it, as in `array(0..i, |j| ..)`";
    check_discs(&[
        (
            "contact(pair, gap = «array(0..n, |i| array(0..n, |j| norm(r[i] - r[j]) - 2 * k))»)",
            itself,
        ),
        (
            "contact(pair, gap = «array(0..n, |i| array(0..i + 1, |j| norm(r[i] - r[j]) - m[i] - m[j]))»)",
            itself,
        ),
        (
            "contact(pair, gap = «array(0..n, |i| array(i..n, |j| norm(r[i] - r[j]) - k))»)",
            itself,
        ),
        (
            "constraint(rods = «array(0..n, |i| array(0..n, |j| norm(r[i] - r[j]) - k))»)",
            "`j` is also `i` here, and no coordinate is left in the constraint of an item with itself; let the inner range end before it, \
             as in `array(0..i, |j| ..)`",
        ),
    ]);
    accept(&[
        "contact(pair, gap = array(0..n, |i| array(0..i, |j| norm(r[i] - r[j]) - k)))",
        "contact(pair, gap = array(0..n, |i| array(i + 1..n, |j| norm(r[i] - r[j]) - k)))",
        // Of different bodies, of a sign that only values tell, and of images in a lattice.
        "contact(pair, gap = array(0..n, |i| array(0..n, |j| norm(r[i] - z[j]) - k)))",
        "contact(pair, gap = array(0..n, |i| array(0..n, |j| norm(r[i] - r[j]) - k + m[0])))",
        "contact(pair, gap = array(0..n, |i| array(0..n, |j| norm(r[i] - r[j] + [k, 0]) - m[0])))",
        "contact(pair, gap = array(0..n, |i| array(0..n, |j| r[i][0] + r[j][1] - k)))",
    ]);
}

#[test]
fn constraints_of_items_do_not_follow_from_each_other() {
    let follows = "this constraint follows from `a[i]`, so that nothing determines how they share their force; drop one of them";
    check_discs(&[
        (
            "constraint(a = array(0..n, |i| r[i][0]), b = «array(0..n, |l| 2 * r[l][0])»)",
            follows,
        ),
        (
            "constraint(a = array(1..n, |i| norm(r[i] - r[i - 1]) - k), b = «array(1..n, |i| (r[i - 1] - r[i]).norm_squared() - k.powi(2))»)",
            "the gradient of this constraint is a combination of that of `a[i]` everywhere, so that it either follows or contradicts; drop \
             one of them",
        ),
        (
            "constraint(a = array(0..n, |i| r[i][0] - z[i][0]), b = «array(0..n, |i| z[i][0] - r[i][0] + 1)»)",
            "this constraint contradicts `a[i]`: together they have no solution; drop one of them",
        ),
        (
            "constraint(a = sum(0..n, |i| r[i][0]) - x, b = «3 * x - sum(0..n, |i| 3 * r[i][0])»)",
            "this constraint follows from `a`, so that nothing determines how they share their force; drop one of them",
        ),
    ]);
    accept(&[
        "constraint(a = array(0..n, |i| r[i][0]), b = array(0..n, |i| r[i][1]))",
        "constraint(a = array(0..n, |i| r[i][0]), b = array(1..n, |i| r[i][1] - r[i - 1][1]))",
        // Of other items, as far as their forms show.
        "constraint(a = sum(0..n, |i| r[i][0]) - x, b = sum(1..n, |i| r[i][0]) - x)",
    ]);
}
