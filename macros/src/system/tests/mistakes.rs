//! Every message, and the tokens that it underlines.

use super::{parse, with_entries};

/// The errors of a source, in which «» marks what each underlines, in the order of the text.
fn check(source: &str, messages: &[&str]) {
    let (plain, marked) = unmarked(source);
    let errors = parse(&plain).expect_err(&plain).errors;
    let mut found: Vec<_> = errors
        .into_iter()
        .map(|error| {
            (
                error.span().start(),
                error.span().source_text().unwrap_or_default(),
                error.to_string(),
            )
        })
        .collect();
    found.sort_by_key(|(start, ..)| (start.line, start.column));
    let found: Vec<(String, String)> = found
        .into_iter()
        .map(|(_, text, message)| (text, message))
        .collect();
    let expected: Vec<(String, String)> = marked
        .into_iter()
        .zip(messages)
        .map(|(text, message)| (text, (*message).to_owned()))
        .collect();
    assert_eq!(found, expected, "{source}");
}

fn unmarked(source: &str) -> (String, Vec<String>) {
    let marked = source
        .split('«')
        .skip(1)
        .map(|part| part.split('»').next().unwrap_or_default().to_owned());
    (source.replace(['«', '»'], ""), marked.collect())
}

fn check_entries(cases: &[(&str, &str)]) {
    for (entries, message) in cases {
        check(&with_entries(entries), &[message]);
    }
}

#[test]
fn the_item_is_a_struct_with_a_declaration() {
    const MISSING: &str = "the derive needs the system's declaration: write \
                           `#[lagrangian(coordinates(..), kinetic = .., potential = ..)]` below it";
    const PARENTHESES: &str =
        "the declaration goes in parentheses: `#[lagrangian(coordinates(..), kinetic = .., potential = ..)]`";
    const STRUCT: &str = "a system is a struct: its fields are the parameters of the formulas";
    for (source, message) in [
        ("struct «S» { m: f64 }", MISSING),
        ("#[«lagrangian»] struct S { m: f64 }", PARENTHESES),
        ("#[«lagrangian» = 1] struct S { m: f64 }", PARENTHESES),
        (
            "#[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2))] «enum» S { A }",
            STRUCT,
        ),
        (
            "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2))] «union» S { a: f64 }",
            STRUCT,
        ),
        (
            "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2))] struct S«(f64)»;",
            "formulas call the fields by their names; use a struct with named fields",
        ),
    ] {
        check(source, &[message]);
    }
}

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
            "coordinates(x), kinetic = dt(x).powi(2), «constraint»(a = x)",
            "unknown key `constraint`; there are `coordinates`, `inputs`, `let`, `kinetic`, `mass_matrix`, `potential`, \
             `lagrangian`, `force`, `dissipation`, `output`, `sensitivities`, `discretize`, `crate`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential = x, «potential» = x",
            "`potential` is given twice; it may come once",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2) «potential» = x",
            "expected `,`",
        ),
        ("coordinates(x), kinetic «dt»(x), potential = x", "expected `=`"),
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
        ("coordinates(x[«1001»])", "a vector has 1 to 1000 components"),
        ("coordinates(x[«n»])", "expected an integer literal, as in `r[3]`"),
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

/// Cases of a potential, with a coordinate `x`, a vector `r` of two, an input `u`, and a name `w = 2`.
fn check_potentials(cases: &[(&str, &str)]) {
    for (potential, message) in cases {
        let entries =
            format!("coordinates(x, r[2]), inputs(u), let w = 2, kinetic = dt(x), potential = {potential}");
        check_entries(&[(&entries, message)]);
    }
}

#[test]
fn symbols_are_known() {
    check_potentials(&[
        ("m * «kk» * x", "unknown symbol `kk`; did you mean the field `k`?"),
        (
            "«xx» * 2",
            "unknown symbol `xx`; did you mean the coordinate `x`?",
        ),
        ("«pi» * x", "unknown symbol `pi`; did you mean the constant `PI`?"),
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
            "numbers have no fields; for a component write an index, as in `r[0]`",
        ),
        (
            "«f64::MAX»",
            "formulas know fields, coordinates, inputs and `let`s by their names, no paths",
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

#[test]
fn functions_are_known() {
    check_potentials(&[
        ("«sine»(x)", "unknown function `sine`; did you mean `sin`?"),
        ("x.«sqr»()", "unknown method `sqr`; did you mean `sqrt`?"),
        (
            "«bessel»(x)",
            "unknown function `bessel`; a macro cannot look into functions: write the formula out",
        ),
        ("«m»(x)", "`m` is no function; for a product write `m * (..)`"),
        (
            "«f64::sin»(x)",
            "formulas call functions by their plain names, as in `sin(x)`",
        ),
        ("«sin»(x, x)", "`sin` takes 1 argument, as in `sin(x)`, not 2"),
        (
            "x.«atan2»()",
            "`atan2` takes 2 arguments, as in `atan2(y, x)`, not 1",
        ),
        ("sin(«r»)", "`sin` takes a scalar, this is a vector of length 2"),
        ("«x».norm()", "`norm` takes a vector, this is a scalar"),
        (
            "r.«dot»(axis)",
            "`dot` takes two vectors of equal length, not a vector of length 2 and a vector of length 3",
        ),
        (
            "«cross»(r, r)[0]",
            "`cross` takes two vectors of length 3, not a vector of length 2 and a vector of length 2",
        ),
        ("«x».transpose()", "a scalar has nothing to transpose"),
        (
            "x.powi(«1.5»)",
            "the exponent of `powi` is an integer literal; for others there is `powf`",
        ),
        ("x.«dt»()", "the time derivative is a function: write `dt(x)`"),
        (
            "x.sin«::<f64>»()",
            "functions of formulas have no type arguments; drop them",
        ),
    ]);
}

#[test]
fn shapes_fit() {
    check_potentials(&[
        ("«r»", "the potential is a scalar, this is a vector of length 2"),
        (
            "(r + «x»)[0]",
            "this is a scalar, but what it is added to or taken from is a vector of length 2",
        ),
        (
            "(r - «axis»)[0]",
            "this is a vector of length 3, but what it is added to or taken from is a vector of length 2",
        ),
        (
            "r «*» r",
            "two vectors have no product `*`; write `a.dot(b)` or `cross(a, b)`",
        ),
        (
            "(inertia «*» r)[0]",
            "a 2 × 3 matrix times a vector of length 2 is not defined",
        ),
        (
            "(r «*» inertia)[0]",
            "a vector of length 2 times a 2 × 3 matrix is not defined; write `a.transpose() * m`",
        ),
        (
            "(inertia «*» inertia)[0][0]",
            "a 2 × 3 matrix times a 2 × 3 matrix is not defined",
        ),
        ("x / «r»", "only a scalar divides, this is a vector of length 2"),
        ("x / «0.0»", "this divisor is zero"),
        (
            "[x, «r»][0]",
            "this is a vector of length 2, the first element a scalar",
        ),
        (
            "[[x, x], «[x]»][0][0]",
            "this is a vector of length 1, the first element a vector of length 2",
        ),
        (
            "[«inertia», inertia][0][0]",
            "arrays of matrices are not supported",
        ),
        ("«[]»", "an empty array has no shape"),
        (
            "[x; «0»][0]",
            "the length of an array in a formula is an integer, 1 or more",
        ),
        (
            "[x; «w»][0]",
            "the length of an array in a formula is an integer literal",
        ),
        (
            "«[x; 10001]»[0]",
            "a vector or matrix in a formula has at most 10000 numbers",
        ),
        ("r[«2»]", "index 2 is out of range: the indices are 0 to 1"),
        ("r0[«3»]", "index 3 is out of range: the indices are 0 to 2"),
        (
            "inertia[(«2», 0)]",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        (
            "inertia[(1, «3»)]",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "inertia[1][«3»]",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "r[0][«0»]",
            "a component of a vector is a scalar and has no components",
        ),
        ("x[«0»]", "a scalar has no components"),
        (
            "r[«w»]",
            "an index is an integer literal, as in `r[0]` or `m[(1, 0)]`",
        ),
        (
            "if x < «r» { x } else { m }",
            "a comparison takes a scalar, this is a vector of length 2",
        ),
        (
            "if x < m { x } else «{ r }»",
            "this is a vector of length 2, but the other branch is a scalar",
        ),
    ]);
}

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
        (
            "x * «*»m",
            "a formula has nothing to dereference; drop the `*`, or for a power write `.powi(2)`",
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
            "a formula has no closures; give the expression a name with `let`",
        ),
        ("«for» i in x { }", "a formula has no loops; write its terms out"),
        ("«loop» { }", "a formula has no loops; write its terms out"),
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
        ("«unsafe» { x }", "a block of a formula is a plain `{ .. }`"),
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

#[test]
fn rates_have_their_places() {
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x), potential = x * «dt(x)»",
            "a potential depends on positions and time only; with velocities in it, give all of L as `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(«dt(x)»)",
            "this contains a velocity, whose derivative is an acceleration; a Lagrangian has positions, velocities and time",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x), force(x = dt(«u»))",
            "this contains an input, which has no derivative: inputs are held over a step",
        ),
        (
            "coordinates(x), let v = dt(x), kinetic = v * v, potential = «v»",
            "`v` contains a velocity, but a potential depends on positions and time only; with velocities in it, give all \
             of L as `lagrangian = ..`",
        ),
        (
            "coordinates(x), mass_matrix = [[«dt(x)»]]",
            "a mass matrix depends on positions and time only; with velocities in it, give all of L as `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = «dt(x).powi(3)»",
            "a kinetic energy is of second degree in the velocities at most, this is of degree 3; give all of L as \
             `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = «-m * sqrt(1 - dt(x).powi(2))»",
            "a kinetic energy is a polynomial of second degree in the velocities at most; give all of L as \
             `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = «0.5 * m * x.powi(2)»",
            "the kinetic energy contains no velocity; write the velocity of `x` as `dt(x)`",
        ),
        (
            "coordinates(r[3], x), kinetic = «m»",
            "the kinetic energy contains no velocity; write the velocity of `r` as `dt(r)`",
        ),
        (
            "coordinates(x), lagrangian = «[dt(x)]»",
            "the Lagrangian is a scalar, this is a vector of length 1",
        ),
        (
            "coordinates(x), kinetic = dt(x), dissipation = «k * x»",
            "a dissipation depends on velocities, its force is −∂R/∂v; write the velocity of `x` as `dt(x)`",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x), dissipation = «u» * dt(x)",
            "inputs act through forces: write `force(x = u)`, with your coordinate for `x`",
        ),
    ]);
}

#[test]
fn mass_matrices_are_square_and_symmetric() {
    check_entries(&[
        (
            "coordinates(x, y), mass_matrix = «[[m, 0]]»",
            "with 2 coordinates the mass matrix is a 2 × 2 matrix, this is a 1 × 2 matrix",
        ),
        (
            "coordinates(x), mass_matrix = «[m]»",
            "with 1 coordinate the mass matrix is a 1 × 1 matrix, this is a vector of length 1",
        ),
        (
            "coordinates(x, y), mass_matrix = [[m, k], [«l», m]]",
            "a mass matrix is symmetric, but entry (1, 0) is not seen to be equal to (0, 1)",
        ),
        (
            "coordinates(x, y), mass_matrix = «inertia * inertia.transpose() + [[0, x], [0, 0]]»",
            "a mass matrix is symmetric, but entry (1, 0) is not seen to be equal to (0, 1)",
        ),
    ]);
}

#[test]
fn forces_fit_their_coordinates() {
    let cases = [
        (
            "force(«y» = 1)",
            "a force acts on a coordinate, and `y` is none; there are `x`, `r`",
        ),
        (
            "force(«rr» = 1)",
            "a force acts on a coordinate, and `rr` is none; did you mean `r`?",
        ),
        (
            "force(r = «1»)",
            "the force on `r` is a vector of length 2, this is a scalar",
        ),
        (
            "force(x = 1, «x» = 2)",
            "there is a force on `x` already; add this one to it",
        ),
        (
            "force(r = [1, 2]), force(«r»[0] = 2)",
            "there is a force on `r` already; add this one to it",
        ),
        (
            "force(r[«2»] = 1)",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        ("force(x[«0»] = 1)", "a scalar has no components"),
    ];
    let start = "coordinates(x, r[2]), kinetic = dt(x)";
    cases
        .iter()
        .for_each(|(force, message)| check_entries(&[(&format!("{start}, {force}"), message)]));
}

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
            "«deep»[0][0][0] * x + deep[0]",
            "a formula takes scalars, vectors and matrices, nothing deeper",
        ),
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

#[test]
fn a_scalar_that_is_a_parameter_has_its_bound() {
    let with = |generics: &str, bounds: &str| {
        format!(
            "#[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2))] struct S<{generics}> {bounds} {{ m: T }}"
        )
    };
    for (generics, bounds) in [
        ("«T»", ""),
        ("'a, «T»: 'a + Copy + nalgebra::RealField, const N: usize", ""),
        ("«T», U: Scalar", "where T: Clone, U: Copy"),
    ] {
        check(
            &with(generics, bounds),
            &["the numbers of a system are `Scalar`s: write `T: Scalar`"],
        );
    }
    for (generics, bounds) in [
        ("T: Scalar", ""),
        ("T: Copy", "where T: extremal::Scalar"),
        ("T: MyNumber", ""),
    ] {
        let source = with(generics, bounds);
        parse(&source).expect(&source);
    }
}

#[test]
fn schemes_are_known_and_fit() {
    let cases = [
        ("«Verlett»", "unknown scheme `Verlett`; did you mean `Verlet`?"),
        (
            "«Rattle»",
            "unknown scheme `Rattle`; there are `Verlet`, `Midpoint`, `Galerkin`",
        ),
        (
            "Verlet, «extremal::Verlet»",
            "this scheme is listed twice; drop one of the two",
        ),
        (
            "Galerkin<2, Gauss<2>>, «Galerkin<2, Gauss<2>, Gauss<2>>»",
            "this scheme is listed twice; drop one of the two",
        ),
        ("«Verlet<2>»", "`Verlet` takes no arguments"),
        (
            "«Galerkin»",
            "`Galerkin` takes 2 or 3 arguments, as in `Galerkin<2, Gauss<2>>`",
        ),
        (
            "Galerkin<«7», Gauss<7>>",
            "the degree of `Galerkin` is one of 1 to 6",
        ),
        (
            "Galerkin<«P», Gauss<2>>",
            "the degree of `Galerkin` is an integer literal: the formulas of a scheme are derived here and now",
        ),
        (
            "Galerkin<2, Gauss<«13»>>",
            "the number of Gauss points is one of 1 to 12",
        ),
        (
            "Galerkin<2, Lobatto<«1»>>",
            "the number of Lobatto points is one of 2 to 12",
        ),
        (
            "Galerkin<2, Trapezoid<«65»>>",
            "the number of trapezoids is one of 1 to 64",
        ),
        (
            "Galerkin<2, «Gaus»<2>>",
            "unknown quadrature `Gaus`; did you mean `Gauss`?",
        ),
        ("Galerkin<2, «2»>", "expected a quadrature, as in `Gauss<2>`"),
        (
            "Galerkin<2, «Gauss<1>»>",
            "a rule with 1 point of T cannot see degree 2: the discrete mass matrix is singular; take at least 2 points",
        ),
        (
            "Galerkin<3, Gauss<3>, «Trapezoid<1>»>",
            "a rule with 2 points of T cannot see degree 3: the discrete mass matrix is singular; take at least 3 points",
        ),
        ("«[Verlet]»", "expected the path of a scheme"),
    ];
    for (scheme, message) in cases {
        let entries = format!("coordinates(x), kinetic = dt(x).powi(2), discretize({scheme})");
        check_entries(&[(&entries, message)]);
    }
    check_entries(&[(
        "coordinates(x), lagrangian = dt(x).powi(2), discretize(«Galerkin<1, Gauss<1>, Gauss<2>>»)",
        "a quadrature of its own for T needs T and V apart; write `kinetic` and `potential` instead of `lagrangian`, or \
         drop the third argument",
    )]);
}

#[test]
fn all_mistakes_come_at_once_each_by_itself() {
    check(
        &with_entries(
            "coordinates(x), kinetic = «mm» * dt(x) «^» 2, potential = «sine»(«xx») + [1, 2] «*» [3, 4], \
             force(«y» = «q»), discretize(«Verlett»)",
        ),
        &[
            "unknown symbol `mm`; did you mean the field `m`?",
            "`^` is an exclusive or in Rust; for a power write `.powi(2)`",
            "unknown function `sine`; did you mean `sin`?",
            "unknown symbol `xx`; did you mean the coordinate `x`?",
            "two vectors have no product `*`; write `a.dot(b)` or `cross(a, b)`",
            "a force acts on a coordinate, and `y` is none; there are `x`",
            "unknown symbol `q`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the \
             declaration",
            "unknown scheme `Verlett`; did you mean `Verlet`?",
        ],
    );
}

#[test]
fn outputs_are_functions_of_the_state() {
    check_entries(&[
        (
            "coordinates(x), inputs(u), kinetic = dt(x).powi(2), output(power = «u» * dt(x)), force(x = u)",
            "an output is a function of the state, and `u` is an input; watch it where it is given",
        ),
        (
            "coordinates(x), inputs(u), let w = k * u, kinetic = dt(x).powi(2), output(power = [x, «w»]), force(x = w)",
            "an output is a function of the state, and `w` contains an input; leave the input out",
        ),
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
            "coordinates(x), kinetic = dt(x).powi(2), output(«momentum» = x, «outputs» = x, «energy» = x)",
            &[
                "`momentum` is a method of every system, which an output of that name would hide; choose another name",
                "`outputs` is a method of every system, which an output of that name would hide; choose another name",
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
            "`sensitivities` is given twice; it may come once",
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

#[test]
fn what_rests_on_a_mistake_is_not_another_one() {
    check_entries(&[
        (
            "coordinates(x), let c = «nothing», kinetic = c * dt(x).powi(2), potential = c[7] + [c, [c]]",
            "unknown symbol `nothing`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the \
             declaration",
        ),
        (
            "coordinates(x), kinetic = dt(x), potential = { let «(a, b)» = x; a + b }",
            "a `let` of a formula has a plain name",
        ),
        (
            "coordinates(x, «1»), kinetic = m * dt(y).powi(2), force(y = z)",
            "expected identifier",
        ),
        (
            "«cordinates»(x, y), kinetic = m * dt(y).powi(2)",
            "unknown key `cordinates`; did you mean `coordinates`?",
        ),
        (
            "coordinates(x), kinetic = «flag» * dt(x), potential = flag",
            "a formula needs numbers, but the field `flag` is a `bool`",
        ),
    ]);
}

#[test]
fn size_and_depth_have_limits() {
    let nested = format!(
        "coordinates(x), kinetic = dt(x), potential = {}x{}",
        "(".repeat(200),
        ")".repeat(200)
    );
    let chained = format!(
        "coordinates(x), kinetic = dt(x), potential = x{}",
        ".sin()".repeat(300)
    );
    let negated = format!(
        "coordinates(x), kinetic = dt(x), potential = {}x",
        "-".repeat(300)
    );
    let long = format!(
        "coordinates(x), kinetic = dt(x), potential = x{}",
        " + x".repeat(10_001)
    );
    let wide = "coordinates(x), kinetic = dt(x), let a = [[x; 1000]; 1000]".to_owned();
    let steps: String = (1..60)
        .map(|i| format!(", let c{i} = c{} * (x + {i})", i - 1))
        .collect();
    let grown = format!("coordinates(x, r[100]), kinetic = dt(x), let c0 = r * r.transpose(){steps}");
    let multiplied =
        "coordinates(r[100]), kinetic = dt(r[0]), let c = r * r.transpose(), let d = c * c".to_owned();
    for (entries, start) in [
        (nested, "brackets are nested more than 100 deep"),
        (chained, "this is nested more than 200 operations deep"),
        (negated, "more than 100 operators in a row"),
        (long, "a formula of more than 20000 tokens"),
        (wide, "a vector or matrix in a formula has at most 10000 numbers"),
        (
            multiplied,
            "a product of matrices takes at most 100000 multiplications",
        ),
        (grown, "the declaration has more than 200000 operations by here"),
    ] {
        let result = parse(&with_entries(&entries));
        let errors: Vec<String> = result
            .expect_err(start)
            .errors
            .into_iter()
            .map(|e| e.to_string())
            .collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with(start), "{errors:?}");
    }
}

/// The parser, the lowering and the destructors have to stand the limits on the stack of a test's thread, 2 MiB,
/// without optimisation; rustc has 8.
#[test]
fn what_is_within_the_limits_fits_on_the_stack() {
    for potential in [
        format!("{}x{}", "(".repeat(90), ")".repeat(90)),
        format!("{}x{}", "sin(".repeat(90), ")".repeat(90)),
        format!("{}x{}", "{".repeat(90), "}".repeat(90)),
        format!("{}x", "-".repeat(90)),
        format!("x{}", ".sin()".repeat(190)),
        format!("x{}", " + x * 2".repeat(4_900)),
        format!("x{}", " * x".repeat(9_900)),
        format!("{}1", "if x < 1 { x } else ".repeat(150) + "{ m } + "),
        format!("if {} 1 < x {{ x }} else {{ m }}", "x < 1 && ".repeat(150)),
    ] {
        let entries = format!("coordinates(x), kinetic = dt(x), potential = {potential}");
        let errors = parse(&with_entries(&entries))
            .err()
            .map(|failed| failed.errors.to_string());
        assert_eq!(errors, None, "{}", &potential[..40.min(potential.len())]);
    }
}
