//! Mistakes of names: with two meanings, or with none.

use super::{check, check_entries, check_potentials};

#[test]
fn names_have_no_quotes() {
    let mechanics = "kinetic = dt(x).powi(2)";
    let cases = [
        ("coordinates(«\"x\"»)", "names have no quotes; write `x`"),
        (
            "sensitivities(«\"m\"»), coordinates(x)",
            "names have no quotes; write `m`",
        ),
        (
            "massless(«\"x\"»), coordinates(x)",
            "names have no quotes; write `x`",
        ),
        (
            "output(«\"e\"» = x), coordinates(x)",
            "names have no quotes; write `e`",
        ),
        (
            "force(«\"x\"» = x), coordinates(x)",
            "names have no quotes; write `x`",
        ),
    ];
    for (entries, message) in cases {
        check_entries(&[(&format!("{entries}, {mechanics}"), message)]);
    }
}

/// Whatever formulas do with such a name.
#[test]
fn a_name_with_two_meanings_is_one_mistake() {
    let field = |name: &str| format!("`{name}` is a field already; a name has one meaning: choose another");
    for (entries, name) in [
        (
            "coordinates(«m»), kinetic = 0.5 * k * dt(m).powi(2), potential = k * m.powi(2)",
            "m",
        ),
        (
            "coordinates(«m», x), kinetic = dt(m) * dt(x), force(x = -dt(m)), output(mark = m)",
            "m",
        ),
        (
            "coordinates(«flag», x), kinetic = dt(x).powi(2) + dt(flag).powi(2)",
            "flag",
        ),
        (
            "coordinates(«name»[2]), kinetic = dt(name).norm_squared(), constraint(rod = name[0] - name[1])",
            "name",
        ),
        (
            "coordinates(«r0»[2]), kinetic = dt(r0).norm_squared(), potential = r0[1]",
            "r0",
        ),
        (
            "coordinates(«many»[count]), kinetic = sum(0..count, |i| dt(many[i]).powi(2))",
            "many",
        ),
        (
            "coordinates(«count», x), kinetic = dt(x).powi(2) + dt(count).powi(2)",
            "count",
        ),
        (
            "coordinates(«lift», x), kinetic = dt(x).powi(2) + dt(lift).powi(2), potential = k * lift",
            "lift",
        ),
        (
            "coordinates(x), inputs(«m»), kinetic = dt(x).powi(2), force(x = m)",
            "m",
        ),
        (
            "coordinates(x), inputs(«m»), kinetic = dt(x).powi(2), potential = m * x",
            "m",
        ),
        (
            "coordinates(x), let «k» = 3 * x, kinetic = dt(x).powi(2), force(x = dt(k)), potential = k.powi(2)",
            "k",
        ),
        (
            "coordinates(x), let «flag» = x, kinetic = dt(flag).powi(2)",
            "flag",
        ),
        (
            "coordinates(«m», x), massless(m), kinetic = dt(x).powi(2), potential = k * (m - x).powi(2)",
            "m",
        ),
        (
            "coordinates(«m», x), kinetic = dt(m).powi(2) + dt(x).powi(2), contact(floor, gap = m), symmetry(along = [1, 0])",
            "m",
        ),
    ] {
        check_entries(&[(entries, &field(name))]);
    }
    check_entries(&[(
        "coordinates(x), inputs(«x»), kinetic = dt(x).powi(2), force(x = x)",
        "`x` is a coordinate already; a name has one meaning: choose another",
    )]);
}

#[test]
fn names_have_one_meaning() {
    let rest = "lagrangian = 0";
    let cases = [
        (
            "coordinates(x, «x»)",
            "the coordinate `x` is there twice; choose another name",
        ),
        (
            "coordinates(«m»)",
            "`m` is a field already; a name has one meaning: choose another",
        ),
        (
            "coordinates(«r#type»)",
            "`type` is a field already; a name has one meaning: choose another",
        ),
        (
            "coordinates(x), inputs(«x»)",
            "`x` is a coordinate already; a name has one meaning: choose another",
        ),
        (
            "coordinates(x), inputs(u, «u»)",
            "the input `u` is there twice; choose another name",
        ),
        (
            "coordinates(x), let «l» = 1",
            "`l` is a field already; a name has one meaning: choose another",
        ),
        (
            "coordinates(x), inputs(u), let «u» = 1",
            "`u` is an input already; a name has one meaning: choose another",
        ),
        (
            "coordinates(x), let a = 1, let «a» = 2",
            "the `let` `a` is there twice; choose another name",
        ),
        (
            "coordinates(«t»)",
            "`t` is the time in every formula; choose another name",
        ),
        (
            "coordinates(x), inputs(«PI»)",
            "`PI` is the number π in every formula; choose another name",
        ),
        (
            "coordinates(x), let «dt» = 1",
            "`dt` is the time derivative in every formula; choose another name",
        ),
        ("coordinates(x[«0»])", "a vector has 1 to 1000 components"),
        (
            "coordinates(x[20][«51»])",
            "an array of vectors has 1 to 1000 components",
        ),
        (
            "coordinates(x[«n»])",
            "unknown length `n`; write the number, as in `r[3]`, or make it a field of type `usize`, or the length of a field, `m.len()`",
        ),
        ("coordinates(«fn»)", "expected identifier, found keyword `fn`"),
    ];
    cases
        .iter()
        .for_each(|(start, message)| check_entries(&[(&format!("{start}, {rest}"), message)]));
    check(
        "#[lagrangian(coordinates(x), kinetic = dt(x))] struct S { «t»: f64 }",
        &["`t` is the time in every formula; choose another name"],
    );
}

#[test]
fn symbols_are_known() {
    check_potentials(&[
        ("m * «kk» * x", "unknown symbol `kk`; did you mean the field `k`?"),
        (
            "«xx» * 2",
            "unknown symbol `xx`; did you mean the coordinate `x`?",
        ),
        ("«pi» * x", "unknown symbol `pi`; the number π is `PI`"),
        (
            "«xdot» * x",
            "unknown symbol `xdot`; the velocity of `x` is `dt(x)`",
        ),
        (
            "«x_dot»",
            "unknown symbol `x_dot`; the velocity of `x` is `dt(x)`",
        ),
        ("«dr»[0]", "unknown symbol `dr`; the velocity of `r` is `dt(r)`"),
        ("«x_t»", "unknown symbol `x_t`; the velocity of `x` is `dt(x)`"),
        (
            "«d» / x",
            "unknown symbol `d`; for the time derivative d/dt write `dt(x)`",
        ),
        ("m * «cosx»", "unknown symbol `cosx`; write `cos(x)`"),
        (
            "«GRAVITY» * x",
            "unknown symbol `GRAVITY`; a macro cannot see constants: make it a field, or give the number a name with `let`",
        ),
        (
            "«mystery»",
            "unknown symbol `mystery`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the \
             declaration",
        ),
        ("self.«kk»", "unknown field `kk`; did you mean the field `k`?"),
        ("self.«x»", "`x` is no field; write it without `self.`"),
        (
            "«sin» * x",
            "`sin` is a function; write what it is of, as in `sin(x)`",
        ),
        (
            "«u» * x",
            "inputs act through forces: write `force(x = u)`, with your coordinate for `x`",
        ),
        (
            "x.«y»",
            "a number has no fields; drop the dot and what is behind it",
        ),
        ("r.«y»", "the components of a vector have indices: write `r[1]`"),
        ("r.«0»", "the components of a vector have indices: write `r[0]`"),
        (
            "r.«z»",
            "a vector has no fields; its components are `r[0]` to `r[1]`",
        ),
        (
            "inertia.«m11»",
            "a matrix has no fields; an entry is `inertia[(0, 0)]`",
        ),
        (
            "«f64::MAX»",
            "a macro cannot see constants and statics: make this a field, or give the number a name with `let`",
        ),
        (
            "«core::f64::consts::E»",
            "of the constants, formulas know `PI` only",
        ),
        (
            "{ let «m» = 2; m }",
            "`m` is a field already; choose another name",
        ),
        (
            "{ let «x» = 2; x }",
            "`x` is a coordinate already; choose another name",
        ),
    ]);
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x), potential = «c» * x, let c = 2",
            "`c` is defined further down; move `let c = ..` above its first use",
        ),
        (
            "coordinates(x), inputs(u), let c = u * x, kinetic = dt(x), potential = «c»",
            "`c` contains an input, and inputs act through forces: use it in `force(..)`",
        ),
    ]);
}
