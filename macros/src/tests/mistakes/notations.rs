//! Words and signs of other notations, and what to write for them.

use super::{check_entries, check_potentials};
use crate::tests::{parse, with_entries};

#[test]
fn signs_of_other_notations_are_read() {
    let length =
        "the absolute value is a function: write `abs(x)`, and `r.norm()` for the length of a vector";
    let condition = "write `if a < b { x } else { y }` for `a < b ? x : y`";
    check_potentials(&[
        ("m * «|»x|", length),
        ("«|»x|", length),
        ("max(«|»x|, 2) + 1", length),
        (
            "«|»x - 2 * w|.powi(3)",
            "the absolute value is a function: write `abs(x - 2 * w)`, and `r.norm()` for the length of a vector",
        ),
        (
            "m * «|»|r||",
            "the length of a vector is a function: write `r.norm()`",
        ),
        ("«.»5 * m", "a number begins with a digit: write `0.5`"),
        ("m * (x - «.»25)", "a number begins with a digit: write `0.25`"),
        ("x > 0 «?» m : k", condition),
        ("(x > 0 «?» -m : k)", condition),
        (
            "m * sin «x»",
            "a function has its argument in parentheses: write `sin(x)`",
        ),
        (
            "«2»(x + m)",
            "for a product write `*` between this and the parenthesis",
        ),
        (
            "9,«81» * x",
            "expected a key, as in `potential = ..`; the decimal sign of a number is a point, as in `9.81`",
        ),
    ]);
}

#[test]
fn words_of_other_notations_are_known() {
    check_potentials(&[
        (
            "x.«clamp»(0, 1)",
            "unknown method `clamp`; write `x.max(a).min(b)`",
        ),
        (
            "r.«normalize»()[0]",
            "unknown method `normalize`; write `r / r.norm()`",
        ),
        (
            "r.«map»(|x| x)",
            "this takes no closure; `array(0..3, |i| ..)`, `sum(0..3, |i| ..)`, `product(..)` and `scan(..)` do",
        ),
        (
            "r.«iter»().sum()",
            "unknown method `iter`; write `sum(0..3, |i| ..)`, `product(0..3, |i| ..)`, `array(0..3, |i| ..)`, or `scan(..)` for a fold",
        ),
        ("«x».sum()", "`sum` takes a vector or a matrix, this is a scalar"),
        (
            "«r».powi(2)",
            "`powi` takes a scalar, this is a vector of length 2; the square of its length is `r.norm_squared()`",
        ),
        (
            "abs(«r»)",
            "`abs` takes a scalar, this is a vector of length 2; its length is `r.norm()`",
        ),
        (
            "m * «v_x»",
            "unknown symbol `v_x`; the velocity of `x` is `dt(x)`",
        ),
        ("m * «vx»", "unknown symbol `vx`; the velocity of `x` is `dt(x)`"),
        (
            "m * «p_x»",
            "unknown symbol `p_x`; formulas have velocities in place of momenta: the velocity of `x` is `dt(x)`",
        ),
        (
            "m * «x_ddot»",
            "unknown symbol `x_ddot`; formulas have no accelerations, which follow from them; the velocity of `x` is `dt(x)`",
        ),
        ("m * «time»", "unknown symbol `time`; the time is `t`"),
    ]);
}

#[test]
fn entries_of_other_notations_are_known() {
    let contact = "an inequality `y >= 0` is a contact: write `contact(floor, gap = y, restitution = 0.5)`";
    let potential = "write it in the potential, as in `potential = m * 9.81 * y + 0.5 * k * x.powi(2)`";
    let run = "this belongs to a run: `Integrator::new(&system, scheme, step_size, [..], [..])`";
    let cases = [
        ("«impact»(ground = x)", format!("unknown key `impact`; {contact}")),
        (
            "«unilateral»(x >= 0)",
            format!("unknown key `unilateral`; {contact}"),
        ),
        ("«gravity» = 9.81", format!("unknown key `gravity`; {potential}")),
        ("«step_size» = 0.01", format!("unknown key `step_size`; {run}")),
        (
            "force(«-» k * x)",
            "expected a name and its formula: write `force(x = - k * x)`".to_owned(),
        ),
        (
            "force(«dt»(x) = -k * x)",
            "expected a name and its formula: write `force(x = - k * x)`".to_owned(),
        ),
        (
            "force(«x» - 1 = k)",
            "expected a name and its formula: write `force(x = k)`".to_owned(),
        ),
        (
            "force(«x», k * m)",
            "expected a name and its formula: write `force(x = k * m)`".to_owned(),
        ),
        (
            "symmetry(«[»1])",
            "expected a name and its formula: write `symmetry(name = [1])`".to_owned(),
        ),
        (
            "output(«x» * m)",
            "an output is a name and its formula; write `name = x * m`".to_owned(),
        ),
        (
            "force«()»",
            "this list is empty: write `force(x = ..)`, or drop it".to_owned(),
        ),
    ];
    for (entry, message) in cases {
        check_entries(&[(
            &format!("coordinates(x), kinetic = dt(x).powi(2), {entry}"),
            &message,
        )]);
    }
    check_entries(&[
        (
            "coordinates(x: «f64»), kinetic = dt(x).powi(2)",
            "a quantity has no type, as all numbers are of one: write `x`",
        ),
        (
            "coordinates(r: «[f64; 3]»), kinetic = dt(r).norm_squared()",
            "a quantity has no type, as all numbers are of one: write `r[3]`",
        ),
        (
            "coordinates(r: «Matrix3<f64>»), kinetic = dt(r).norm_squared()",
            "a quantity is a number or a vector without its type: write `r` or `r[3]`",
        ),
    ]);
}

/// Signs that other notations use are those of Rust where they have a meaning.
#[test]
fn neighbours_of_other_notations_are_accepted() {
    for formula in [
        "[x; 3].sum() + [[x; 2], [m; 2]][0].sum()",
        "[core::f64::consts::PI, x][1]",
        "if x > 0 { x } else if x < -1 && m > 0 { -x } else { 0 }",
        "[if x > 0 { x } else { m }, 0][0]",
        "{ let s = 2.*x; s } - (m)-(-x)",
        "inertia[(0, 1)] * x + inertia[0][1] + rows[2][0]",
        "r#type * x",
        "norm([x, m]) + [x, m].norm().powi(2)",
    ] {
        let source = with_entries(&format!(
            "coordinates(x), kinetic = dt(x).powi(2), output(a = {formula})"
        ));
        assert!(parse(&source).is_ok(), "{formula}");
    }
    let accepted = [
        "coordinates(r[3]), kinetic = dt(r).norm().powi(2), force(r[0] = m)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = (x - y).powi(2), force(y = k)",
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(rod = x == m * y)",
        "coordinates(x, y), mass_matrix = [[m, 0], [0, k]]",
    ];
    for entries in accepted {
        assert!(parse(&with_entries(entries)).is_ok(), "{entries}");
    }
}
