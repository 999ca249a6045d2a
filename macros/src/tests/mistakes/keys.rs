//! Mistakes of keys: unknown, twice, missing, in the wrong form.

use super::{check, check_entries};
use crate::tests::with_entries;

#[test]
fn keys_are_known_and_come_once() {
    check_entries(&[
        (
            "«coordinate»(x), kinetic = dt(x).powi(2)",
            "unknown key `coordinate`; did you mean `coordinates`?",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «potental» = x",
            "unknown key `potental`; did you mean `potential`?",
        ),
        (
            "coordinates(x), «kinetik» = dt(x).powi(2)",
            "unknown key `kinetik`; did you mean `kinetic`?",
        ),
        (
            "coordinates(x), «T» = dt(x).powi(2)",
            "unknown key `T`; did you mean `kinetic`?",
        ),
        (
            "coordinates(x, r[2]), kinetic = dt(x).powi(2) + dt(r).norm_squared(), «r»[0] = sin(t)",
            "`r` is a coordinate, whose motion follows from keys; where it is prescribed write `constraint(r[0] == ..)`, and for a \
             push `force(r[0] = ..)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «x» = sin(t)",
            "`x` is a coordinate, whose motion follows from keys; where it is prescribed write `constraint(x == ..)`, and for a push \
             `force(x = ..)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential = x, «V» = x",
            "unknown key `V`; did you mean `potential`?",
        ),
        (
            "coordinates(x), «coordinates»(y), kinetic = dt(x) + dt(y)",
            "`coordinates` is given twice; list all of them in one `coordinates(..)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), discretize(Verlet), «discretize»(Midpoint)",
            "`discretize` is given twice; list all schemes in one `discretize(..)`",
        ),
        (
            "coordinates(x), «\"kinetic\"» = dt(x).powi(2)",
            "expected a key, as in `coordinates(..)` or `potential = ..`",
        ),
        (
            "coordinates(x), kinetic«:» dt(x).powi(2), potential = x",
            "expected `=`: write `kinetic = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential «+»= x",
            "expected `=`: write `potential = ..`",
        ),
        (
            "coordinates(x), let «mut» c = x, kinetic = c * dt(x)",
            "a formula changes nothing; drop the `mut`",
        ),
        (
            "coordinates(x), let c: «f64» = x, kinetic = c * dt(x)",
            "a formula needs no types: all its numbers are of one; drop this",
        ),
        (
            "coordinates(x), kinetic = dt «x»",
            "the time derivative is a function: write `dt(x)`",
        ),
        (
            "coordinates(x), kinetic = 0.5 * (m «l»).powi(2) * dt(x)",
            "expected an operator; for a product write `m * l`",
        ),
        (
            "coordinates(x), kinetic = dt(x) «m», potential = x",
            "expected an operator; for a product write `* m`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «clearance»(a = x)",
            "unknown key `clearance`; there are `coordinates`, `inputs`, `let`, `kinetic`, `mass_matrix`, `massless`, `potential`, \
             `lagrangian`, `force`, `dissipation`, `constraint`, `rolling`, `contact`, `friction`, `output`, `symmetry`, `sensitivities`, \
             `modified_energy`, `redundant`, `parallel`, `discretize`, `crate`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential = x, «potential» = x",
            "`potential` is given twice; write the sum of both as one `potential = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2) «potential» = x",
            "expected `,`",
        ),
        (
            "coordinates(x), kinetic «dt»(x), potential = x",
            "expected `=`: write `kinetic = ..`",
        ),
        ("coordinates(x «r»[2]), kinetic = dt(x).powi(2)", "expected `,`"),
        (
            "coordinates(x), kinetic = dt(x).powi(2), force «=» -k * x",
            "expected parentheses: write `force(x = ..)`",
        ),
        (
            "force «=» 1, coordinates(r[2]), kinetic = dt(r).norm_squared()",
            "expected parentheses: write `force(x = ..)`",
        ),
        (
            "coordinates «=» x, kinetic = dt(x).powi(2)",
            "expected parentheses: write `coordinates(x, r[3])`",
        ),
        (
            "coordinates(x), inputs «=» u, kinetic = dt(x).powi(2), force(x = u)",
            "expected parentheses: write `inputs(u)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), discretize«[»Verlet]",
            "expected parentheses: write `discretize(Verlet)`",
        ),
    ]);
}

#[test]
fn what_is_missing_is_said_once() {
    let anchored = |entries: &str| with_entries(entries).replacen("lagrangian", "«lagrangian»", 1);
    check(
        &anchored("kinetic = m * dt(x).powi(2), force(x = 1)"),
        &["the coordinates are missing; name them, as in `coordinates(x, r[3])`"],
    );
    check(
        &anchored("coordinates(x), potential = m * x"),
        &[
            "the kinetic energy is missing; write `kinetic = ..`, `mass_matrix = [[..]]`, or all of L as `lagrangian = ..`",
        ],
    );
    check_entries(&[
        (
            "coordinates(x) «kinetic» = dt(x).powi(2), potential = x",
            "expected `,`",
        ),
        (
            "coordinates(x), let y = x * x«;» kinetic = dt(y).powi(2)",
            "expected `,`",
        ),
        (
            "kinetic = dt(x).powi(2) «coordinates»(x), potential = y",
            "expected `,`",
        ),
        (
            "coordinates(x) «inputs»(u), kinetic = dt(x).powi(2), force(x = u)",
            "expected `,`",
        ),
    ]);
    check(
        &with_entries("coordinates(x) «kinetic» = dt(x).powi(2), potential = «xx»"),
        &[
            "expected `,`",
            "unknown symbol `xx`; did you mean the coordinate `x`?",
        ],
    );
    check_entries(&[(
        "«coordinates»(), kinetic = m",
        "a system has at least one coordinate; name it, as in `coordinates(x)`",
    )]);
}

#[test]
fn energies_are_given_once() {
    const WHOLE: &str =
        "`lagrangian` is all of L already; drop this, or write `kinetic` and `potential` instead";
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), «mass_matrix» = [[m]]",
            "the kinetic energy is given as `kinetic` already; drop one of the two",
        ),
        (
            "coordinates(x), lagrangian = dt(x).powi(2), «potential» = x",
            WHOLE,
        ),
        (
            "coordinates(x), «kinetic» = dt(x), lagrangian = dt(x).powi(2)",
            WHOLE,
        ),
        (
            "coordinates(x), «mass_matrix» = [[m]], lagrangian = dt(x).powi(2)",
            WHOLE,
        ),
    ]);
}
