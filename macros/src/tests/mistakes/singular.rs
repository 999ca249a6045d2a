//! Schemes that need a mass where a system has none, and those that do not.

use crate::derive::derive;
use crate::tests::{parse, with_entries};

/// The schemes that a system is refused for, with their messages.
fn refused(entries: &str) -> Vec<(String, String)> {
    let mut system = parse(&with_entries(entries))
        .map_err(|failed| failed.errors)
        .expect("no mistakes");
    let schemes = system.schemes();
    let Err(what) = derive(&mut system.model, schemes) else {
        return Vec::new();
    };
    let errors = system.underivable(what).errors.into_iter();
    errors
        .map(|error| (error.span().source_text().unwrap_or_default(), error.to_string()))
        .collect()
}

#[test]
fn schemes_that_need_a_mass_have_one() {
    let of_sum = "coordinates(x, y), kinetic = 0.5 * m * (dt(x) + dt(y)).powi(2)";
    let found = refused(&format!(
        "{of_sum}, potential = k * (x * x + y * y), discretize(Midpoint, Verlet, Livens)"
    ));
    let message = |direction: &str, scheme: &str, way_out: &str| {
        format!(
            "M is singular along `{direction}`, where the steps of `{scheme}` need a mass: their equations do not determine this \
             velocity; {way_out}"
        )
    };
    let others =
        "`Midpoint` and `Livens` do not need one there; list one of them in `discretize(..)` instead";
    assert_eq!(found, [("Verlet".to_owned(), message("x - y", "Verlet", others))]);
    // Nothing depends on x − y: no scheme determines it.
    let none = "give it a kinetic energy, or drop a coordinate";
    let found = refused(&format!(
        "{of_sum}, potential = k * (x + y).powi(2), discretize(Verlet, Galerkin<2, Gauss<2>>, Livens)"
    ));
    let expected = ["Verlet", "Galerkin<2, Gauss<2>>", "Livens"];
    let expected = expected.map(|scheme| (scheme.to_owned(), message("x - y", scheme, none)));
    assert_eq!(found, expected);
    let massless =
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = k * (x - y).powi(2) + y * y";
    assert_eq!(
        refused(&format!("{massless}, discretize(Verlet)")),
        [("Verlet".to_owned(), message("y", "Verlet", others))]
    );
    let of_three =
        "coordinates(x, y, z), kinetic = 0.5 * m * (dt(x) + 2 * dt(y) - dt(z)).powi(2) + dt(x).powi(2)";
    let found = refused(&format!("{of_three}, potential = x * x, discretize(Verlet)"));
    assert_eq!(
        found,
        [("Verlet".to_owned(), message("y + 2 * z", "Verlet", none))]
    );
    for right in [
        format!("{massless}, discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>)"),
        // A dashpot, a constraint.
        format!("{massless}, dissipation = dt(y).powi(2), discretize(Livens, Midpoint)"),
        format!("{massless}, constraint(tie = x - y), discretize(Verlet, Midpoint)"),
        format!(
            "{of_sum}, potential = k * (x * x + y * y), discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>)"
        ),
        // Only values tell.
        "coordinates(x, y), kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * l * dt(y).powi(2), discretize(Verlet)"
            .to_owned(),
    ] {
        assert_eq!(refused(&right), [], "{right}");
    }
}
