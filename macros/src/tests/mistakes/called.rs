//! Mistakes of fields that are called.

use super::{check, check_entries, check_potentials};

#[test]
fn functions_are_no_numbers_and_numbers_no_functions() {
    const FUNCTION: &str =
        "`lift` is called in a formula, as in `lift(..)`, so that it is a function and no number here";
    check_potentials(&[
        ("lift(x) + «lift» * x", FUNCTION),
        ("x * self.«lift» + self.lift(x)", FUNCTION),
        ("lift(x) * dt(«lift»)", FUNCTION),
        (
            "x + lifts[1](x) * «lifts»[0]",
            "`lifts` is called in a formula, as in `lifts(..)`, so that it is a function and no number here",
        ),
        (
            "«m»(x)",
            "`m` is a field, and no function; for a product write `m * (..)`",
        ),
        (
            "self.«m»(x)",
            "`m` is a number, and no function; for a product write `m * (..)`",
        ),
        (
            "(self.«m»)(x)",
            "`m` is a number, and no function; for a product write `m * (..)`",
        ),
        (
            "x * «r0»[1](x)",
            "`r0` is a number, and no function; for a product write `r0 * (..)`",
        ),
        (
            "«x»(m)",
            "`x` is a coordinate, and no function; for a product write `x * (..)`",
        ),
        (
            "m * «w»(x)",
            "`w` is a `let`, and no function; for a product write `w * (..)`",
        ),
    ]);
    check_entries(&[(
        "coordinates(x), kinetic = dt(x).powi(2), potential = lift(x), sensitivities(«lift»)",
        FUNCTION,
    )]);
    check(
        "#[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2), potential = lift * x)] \
         struct S { m: f64, lift: «Spline<[f64; 5]>» }",
        &[
            "all numbers of a system are of one type, but `lift` differs from `m`; a function is called, as in `lift(x)`",
        ],
    );
    check(
        "#[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2), potential = «lift»[0] * x + lift[1])] \
         struct S { m: f64, lift: Spline<[f64; 5]> }",
        &["`lift` is no array of numbers; a function is called, as in `lift(x)`"],
    );
    check(
        "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2), potential = «m»(x))] struct S<T: Scalar> { m: T }",
        &["`m` is a field, and no function; for a product write `m * (..)`"],
    );
}

#[test]
fn functions_take_numbers() {
    check_potentials(&[
        (
            "«lift»()",
            "`lift` is called without arguments: a number of the system is a field `lift: f64`",
        ),
        (
            "lift(x) + «lift»(x, m)",
            "`lift` has 2 arguments here and 1 argument where it is called before; a field is a function of one number of arguments",
        ),
        (
            "torque(r) + «torque»(x)",
            "`torque` has 1 argument here and 2 arguments where it is called before; a field is a function of one number of arguments",
        ),
        (
            "torque(«inertia»)",
            "the arguments of a field that is called are scalars and vectors, this is a 2 × 3 matrix",
        ),
        (
            "«lift»([x; 33])",
            "a field that is called has at most 32 arguments, this has 33",
        ),
        (
            "lift.«value»([x])",
            "a field that is a function is called itself, as in `lift(x)`",
        ),
        (
            "«lfit»(x)",
            "unknown function `lfit`; did you mean the field `lift`?",
        ),
        (
            "x * lift(«y»)",
            "unknown symbol `y`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the declaration",
        ),
    ]);
}

#[test]
fn functions_of_arrays_are_called_one_by_one() {
    check_potentials(&[
        (
            "«lifts»(x)",
            "`lifts` is an array of functions: call one of them, as in `lifts[0](..)`",
        ),
        (
            "«lift»[0](x)",
            "`lift` is one function, and no array of them: write `lift(..)`",
        ),
        ("lifts[«2»](x)", "index 2 is out of range: the indices are 0 to 1"),
        (
            "sum(0..3, |i| lifts[«i»](x))",
            "index 2 is out of range: the indices are 0 to 1, where `i` is 2",
        ),
    ]);
}

/// What is true for some functions only may be assumed.
#[test]
fn symmetries_hold_for_every_function() {
    let of = |symmetry: &str| {
        format!(
            "coordinates(r[2]), kinetic = dt(r).norm_squared(), potential = torque(r) + lift(r.norm()), symmetry({symmetry})"
        )
    };
    check_entries(&[(
        &of("«turn» = [[-r[1], r[0]]]"),
        "`turn` is no symmetry: L changes along it by `r[1] ∂₁torque(r[0], r[1]) − r[0] ∂₂torque(r[0], r[1])`, which is not zero for every \
         function; `symmetry(assume turn = [..])` takes it",
    )]);
    assert!(crate::tests::parse(&crate::tests::with_entries(&of("assume turn = [[-r[1], r[0]]]"))).is_ok());
}

/// A step of Newton's method needs one derivative more than its equations.
#[test]
fn functions_have_two_derivatives() {
    let errors = |entries: &str| {
        let source = crate::tests::with_entries(entries);
        let tokens = crate::tests::expand(syn::parse_str(&source).expect("a struct")).to_string();
        let has = |text: &str| tokens.contains(text);
        (has("the third derivative of `lift`"), has("compile_error"))
    };
    let of = |scheme: &str| {
        format!(
            "coordinates(x), kinetic = 0.5 * m * dt(lift(x)).powi(2) + dt(x).powi(2), discretize({scheme})"
        )
    };
    assert_eq!(errors(&of("Midpoint")), (true, true));
    let potential = "coordinates(x), kinetic = dt(x).powi(2), potential = lift(x), discretize(Verlet, Midpoint, Livens, Newmark)";
    assert_eq!(errors(potential), (false, false));
    let of = |scheme: &str| {
        errors(&format!(
            "coordinates(x), kinetic = dt(x).powi(2), potential = lift(x), modified_energy, discretize({scheme})"
        ))
    };
    for scheme in [
        "Verlet, Midpoint",
        "Verlet, Hermite<P2>",
        "Verlet, Galerkin<3, Lobatto<4>>",
        "Verlet, Polarized<Livens>",
    ] {
        assert_eq!(of(scheme), (false, false), "{scheme}");
    }
    // It differentiates the equations of motion, and Newton's method once more.
    assert_eq!(of("Verlet, ProlongationCollocation<Gauss<4>>"), (true, true));
}
