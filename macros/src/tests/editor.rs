//! Items for editors: the compiler does not see them, so that tests look at their form.

use quote::quote;

/// The trait of the runtime with the names that formulas know.
const FORMULAS: &str = include_str!("../../../runtime/src/editor.rs");

/// The argument of the macro in the expansion of a declaration.
fn items(declaration: proc_macro2::TokenStream) -> String {
    let expansion = crate::tests::expand(declaration).to_string();
    let (_, items) = expansion.split_once("editor !").expect("a call of the macro");
    items.to_owned()
}

#[test]
fn each_function_of_formulas_has_an_item() {
    let missing = crate::lower::functions().filter(|name| !FORMULAS.contains(&format!("    fn {name}(")));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn each_word_comes_back_once() {
    let items = items(quote! {
        #[lagrangian(
            coordinates(x, r[2]),
            inputs(u),
            let y = { let s = sin(x); s * self.m + x.powi(2) },
            kinetic = 0.5 * m * (dt(x).powi(2) + dt(r).norm_squared()),
            force(x = u),
            constraint(rod = r[0]),
            discretize(extremal::Midpoint, NullSpace<Galerkin<2, Gauss<2>>>),
        )]
        struct Point { m: f64 }
    });
    for (word, times) in [
        ("const x : Coordinate", 1),
        ("const r : Coordinate", 1),
        ("const u : Input", 1),
        ("const y : Definition", 1),
        ("const s : Definition", 1),
        ("const rod : Constraint", 1),
        ("let _ = s ;", 1),
        ("let _ = x ;", 4),
        ("let _ = r ;", 2),
        ("let _ = u ;", 1),
        ("let _ = & self . m ;", 2),
        ("Formulas :: powi ;", 2),
        ("Formulas :: dt ;", 2),
        ("keys :: r#let as _", 2),
        ("use extremal :: Midpoint as _", 1),
        ("schemes :: NullSpace as _", 1),
        ("schemes :: Galerkin as _", 1),
        ("schemes :: Gauss as _", 1),
        ("m x\\u{308} = u", 1),
    ] {
        assert_eq!(items.matches(word).count(), times, "{word} in {items}");
    }
}

#[test]
fn parts_of_contacts_come_back() {
    let items = items(quote! {
        #[lagrangian(
            coordinates(x, y),
            kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
            contact(wall, gap = x, slip = dt(y), friction = m),
        )]
        struct Point { m: f64 }
    });
    for (word, times) in [
        ("const wall : Contact", 1),
        ("keys :: contact as _", 1),
        ("keys :: contact :: gap as _", 1),
        ("keys :: contact :: slip as _", 1),
        ("keys :: contact :: friction as _", 1),
        ("let _ = x ;", 2),
        ("let _ = y ;", 2),
        ("let _ = & self . m ;", 2),
        ("γ_wall = y\\u{307}", 1),
    ] {
        assert_eq!(items.matches(word).count(), times, "{word} in {items}");
    }
    let typing = self::items(quote! {
        #[lagrangian(coordinates(x), kinetic = dt(x).powi(2), contact(wall, gap = x, frict = m))]
        struct Point { m: f64 }
    });
    assert!(typing.contains("keys :: contact :: frict as _"), "{typing}");
    let typing = self::items(quote! {
        #[lagrangian(coordinates(x), kinetic = dt(x).powi(2), contact(wall, gapped = x, slip = dt(x)), discretize(Moreau))]
        struct Point { m: f64 }
    });
    assert!(typing.contains("keys :: contact :: gapped as _"), "{typing}");
}

#[test]
fn words_come_back_after_an_error() {
    let items = items(quote! {
        #[lagrangian(coordinates(x), kinetic = 0.5 * mass * dt(x).powi(2), potential = cos(x) + y)]
        struct Point { m: f64 }
    });
    for word in [
        "const x : Coordinate",
        "Formulas :: cos",
        "keys :: potential as _",
    ] {
        assert!(items.contains(word), "{word} in {items}");
    }
    // What is typed may become a field, or a name of the declaration.
    assert!(items.contains("let m = & self . m ; let _ = y ;"), "{items}");
}
