//! Mistakes of the item: what is derived for, where the attribute stands, type parameters.

use super::check;
use crate::tests::parse;

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
            "#[lagrangian(coordinates(x), kinetic = m * dt(x).powi(2))] struct S { #[«lagrangian»(coordinates(y))] m: f64 }",
            "the declaration is of the whole system: write `#[lagrangian(..)]` above the struct",
        ),
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
            &["the numbers of a system are scalars: write `T: extremal::Scalar`"],
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
