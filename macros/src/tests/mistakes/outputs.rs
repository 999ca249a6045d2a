//! Mistakes of outputs and sensitivities.

use super::{check, check_entries};
use crate::tests::with_entries;

#[test]
fn outputs_are_functions_of_state_and_inputs() {
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(a = dt(«dt(x)»))",
            "this contains a velocity, whose derivative is an acceleration; an output has positions, velocities and \
             time: for accelerations call `acceleration(..)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(height = x), potential = m * «height»",
            "`height` is an output, and formulas do not know outputs; give its formula a name with `let`, and use that \
             in both places",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(height = «xx»)",
            "unknown symbol `xx`; did you mean the coordinate `x`?",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(late = «b»), let b = x",
            "`b` is defined further down; move `let b = ..` above its first use",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(«x_again», a = x)",
            "an output is a formula or a `let` above it, and `x_again` is none; write `x_again = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(«r»[0] = x)",
            "an output is a name and its formula; write `r = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), output «=» x",
            "expected parentheses: write `output(height = ..)`",
        ),
    ]);
}

#[test]
fn outputs_have_names_of_their_own() {
    for (entries, messages) in [
        (
            "coordinates(x), inputs(u), let c = x, kinetic = dt(x).powi(2), force(x = u), \
             output(«m» = x, «x» = x, «u» = x, «c» = x, a = x), output(«a» = x, «r#t» = x, «PI» = x)",
            &[
                "`m` is a field already; a name has one meaning: choose another",
                "`x` is a coordinate already; a name has one meaning: choose another",
                "`u` is an input already; a name has one meaning: choose another",
                "`c` is a `let` already; a name has one meaning: choose another",
                "the output `a` is there twice; choose another name",
                "`t` is the time in every formula; choose another name",
                "`PI` is the number π in every formula; choose another name",
            ][..],
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(«momentum» = x, «inverse_dynamics» = x, «energy» = x)",
            &[
                "`momentum` is a method of every system, which an output of that name would hide; choose another name",
                "`inverse_dynamics` is a method of every system, which an output of that name would hide; choose another name",
                "`energy` is a column of every file, which an output of that name would hide; choose another name",
            ],
        ),
    ] {
        check(&with_entries(entries), messages);
    }
}

#[test]
fn sensitivities_are_by_whole_fields() {
    const RULE: &str = "sensitivities are by fields of the struct, and";
    let messages = [
        format!("{RULE} `ll` is none; did you mean the field `l`?"),
        "`m` is listed twice; drop one of the two".to_owned(),
        "`x` is a coordinate: the derivatives of a step by it are there without being listed; drop it"
            .to_owned(),
        "`u` is an input: the derivatives of a step by it are there without being listed; drop it".to_owned(),
        format!("{RULE} `c` is a `let`; list the fields in it"),
        format!("{RULE} `t` is none; drop it"),
        "sensitivities are by whole fields; write `r0` alone".to_owned(),
        "a formula needs numbers, but the field `flag` is a `bool`".to_owned(),
    ];
    check(
        &with_entries(
            "coordinates(x), inputs(u), let c = m, kinetic = c * dt(x).powi(2), force(x = u), \
             sensitivities(m, «ll», «m», «x», «u», «c», «t», r0«[»0], «flag», l)",
        ),
        &messages.each_ref().map(String::as_str),
    );
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), sensitivities(m), «sensitivities»(l)",
            "`sensitivities` is given twice; list all of them in one `sensitivities(..)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), sensitivities «=» m",
            "expected parentheses: write `sensitivities(m)`",
        ),
    ]);
    let unit = "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2), sensitivities(«mass»))] struct S;";
    check(
        unit,
        &[&format!("{RULE} `mass` is none; make the number a field")],
    );
    let other = "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2), sensitivities(«g»))] struct S { mass: f64, a: f32 }";
    check(other, &[&format!("{RULE} `g` is none; there are `a`, `mass`")]);
    let types = "#[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2), sensitivities(a))] struct S { m: f64, a: «f32» }";
    check(
        types,
        &["all numbers of a system are of one type, but `a` differs from `m`"],
    );
}
