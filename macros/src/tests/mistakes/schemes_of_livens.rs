//! Mistakes of what is made of `Livens`: variants, compositions, and what they need.

use super::check_entries;
use crate::derive::derive;
use crate::tests::{expand, parse, with_entries};

/// Each in a declaration with everything that a scheme may need.
fn check_schemes(cases: &[(&str, &str)]) {
    for (schemes, message) in cases {
        let entries = format!(
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(c = x - y), symmetry(both = [1, 1]), \
             discretize({schemes})"
        );
        check_entries(&[(&entries, message)]);
    }
}

#[test]
fn null_spaces_are_not_of_livens() {
    let message =
        "`NullSpace` takes a variational scheme; list `Livens` by itself, it takes constraints as it is";
    check_schemes(&[
        ("NullSpace<«Livens»>", message),
        (
            "NullSpace<«Stabilized<Livens>»>",
            "`NullSpace` takes a variational scheme; list `Stabilized<Livens>` by itself, it takes constraints as it is",
        ),
        ("«Livens<2>»", "`Livens` takes no arguments"),
        ("«Liven»", "unknown scheme `Liven`; did you mean `Livens`?"),
    ]);
}

#[test]
fn what_is_equivariant_is_livens() {
    let variational = "`Equivariant` takes `Livens`, the only scheme with discrete gradients; variational schemes keep momentum maps of \
                       affine symmetries without it, so list this one by itself";
    check_schemes(&[
        ("Equivariant<«Midpoint»>", variational),
        ("Equivariant<«Galerkin<2, Gauss<2>>»>", variational),
        ("Equivariant<«NullSpace<Midpoint>»>", variational),
        (
            "Equivariant<«Equivariant<Livens>»>",
            "this is `Equivariant` already; write `Equivariant` once",
        ),
        (
            "Equivariant<«Stabilized<Livens>»>",
            "wrong order; write `Stabilized<Equivariant<Livens>>`",
        ),
        (
            "Equivariant<«Rattle»>",
            "unknown scheme `Rattle`; expected `Livens`",
        ),
        (
            "Equivariant<«2»>",
            "expected a scheme, as in `Equivariant<Livens>`",
        ),
        (
            "«Equivariant»",
            "`Equivariant` takes one argument, as in `Equivariant<Livens>`",
        ),
        (
            "«Equivariant<Livens, Livens>»",
            "`Equivariant` takes one scheme; write it once for each, as in `Equivariant<Livens>`",
        ),
        (
            "Equivariant«(Livens)»",
            "type arguments stand in angle brackets: `Equivariant<Livens>`",
        ),
        (
            "Equivariant«()»",
            "schemes are listed as types; write `Equivariant<Livens>` without parentheses",
        ),
    ]);
}

#[test]
fn what_is_polarized_is_livens() {
    let variational = "`Polarized` takes `Livens`; p = ∂L/∂v holds at the nodes of variational schemes without it, so list this one by \
                       itself";
    let not_both = "`Equivariant` and `Polarized` exclude each other; choose one";
    check_schemes(&[
        ("Polarized<«Midpoint»>", variational),
        ("Polarized<«Equivariant<Livens>»>", not_both),
        ("Equivariant<«Polarized<Livens>»>", not_both),
        (
            "Polarized<«Stabilized<Livens>»>",
            "wrong order; write `Stabilized<Polarized<Livens>>`",
        ),
        (
            "Polarized<«Polarized<Livens>»>",
            "this is `Polarized` already; write `Polarized` once",
        ),
        (
            "«Polarized»",
            "`Polarized` takes one argument, as in `Polarized<Livens>`",
        ),
        (
            "Polarized::<Livens>::default«()»",
            "schemes are listed as types; write `Polarized<Livens>` without a call",
        ),
    ]);
}

#[test]
fn what_is_polarized_is_quadratic() {
    let declared = |lagrangian: &str, scheme: &str| {
        format!("coordinates(x, y), lagrangian = {lagrangian}, discretize(Livens, {scheme})")
    };
    let message = "`Polarized` needs an L of degree two in the velocities, and this one is not seen to be; list the scheme without \
                   `Polarized`";
    let quadratic = "0.5 * dt(x).powi(2) + exp(x) * dt(y).powi(2) + y * dt(x)";
    assert_eq!(refusal(&declared(quadratic, "Polarized<Livens>")), None);
    let relativistic = "-(1 - dt(x).powi(2) - dt(y).powi(2)).sqrt()";
    assert_eq!(refusal(&declared(relativistic, "Midpoint")), None);
    assert_eq!(
        refusal(&declared(relativistic, "Polarized<Livens>")),
        Some(("Polarized<Livens>".to_owned(), message.to_owned()))
    );
}

#[test]
fn what_is_stabilized_is_livens() {
    let variational = "`Stabilized` takes `Livens`; velocities satisfy the constraints at the nodes of variational schemes without it, so \
                       list this one by itself";
    check_schemes(&[
        ("Stabilized<«Verlet»>", variational),
        ("Stabilized<«NullSpace<Midpoint>»>", variational),
        (
            "Stabilized<«Stabilized<Livens>»>",
            "this is stabilized already; write `Stabilized` once",
        ),
        (
            "Stabilized<«Stabilized<Equivariant<Livens>>»>",
            "this is stabilized already; write `Stabilized` once",
        ),
        (
            "Stabilized<«Livenss»>",
            "unknown scheme `Livenss`; did you mean `Livens`?",
        ),
        ("Stabilized<«2»>", "expected a scheme, as in `Stabilized<Livens>`"),
        (
            "«Stabilized<>»",
            "`Stabilized` takes one argument, as in `Stabilized<Livens>`",
        ),
        (
            "Stabilized::<Livens>::default«()»",
            "schemes are listed as types; write `Stabilized<Livens>` without a call",
        ),
        (
            "Stabilized<Livens>, «extremal::Stabilized<::extremal::Livens>»",
            "this scheme is listed twice; drop one of the two",
        ),
    ]);
}

#[test]
fn compositions_are_not_listed() {
    let literal = "the order of `Composition` must be an integer literal, because the scheme is derived at compile time";
    let of_livens = "`Composition` is not listed, as it composes the steps of any listed scheme; list `Livens`, and write \
                     `Composition::<4, _>(Livens)` where the integrator is made";
    let of_a_variant = "`Composition` is not listed, as it composes the steps of any listed scheme; list `Stabilized<Livens>`, and write \
                        `Composition::<6, _>(..)` around its value where the integrator is made";
    check_schemes(&[
        ("«Composition<4, Livens>»", of_livens),
        ("Livens, «Composition<4, extremal::Livens>»", of_livens),
        ("Livens, «Composition<6, Stabilized<Livens>>»", of_a_variant),
        ("Composition<6, «Composition<4, Livens>»>", of_livens),
        ("NullSpace<«Composition<4, Livens>»>", of_livens),
        ("Equivariant<«Composition<4, Livens>»>", of_livens),
        (
            "Composition<«2», Livens>",
            "the order of `Composition` must be between 4 and 10",
        ),
        ("Composition<«P», Livens>", literal),
        ("Composition<«Livens», 4>", literal),
        (
            "Composition<4, «6»>",
            "expected a scheme, as in `Composition<4, Midpoint>`",
        ),
        (
            "«Composition<4>»",
            "`Composition` takes 2 arguments, as in `Composition<4, Midpoint>`",
        ),
        (
            "Composition«(4, Livens)»",
            "type arguments stand in angle brackets: `Composition<4, Midpoint>`",
        ),
    ]);
}

#[test]
fn variants_need_constraints_and_symmetries() {
    let (constraints, symmetries) = (
        "`Stabilized` needs a declared constraint; add `constraint(name = ..)`, or list the scheme without `Stabilized`",
        "`Equivariant` needs a declared symmetry; add `symmetry(name = [..])`, or list the scheme without `Equivariant`",
    );
    for (schemes, message) in [
        ("Livens, «Stabilized<Livens>»", constraints),
        ("«Equivariant<Livens>»", symmetries),
        ("«Stabilized<Equivariant<Livens>>»", constraints),
    ] {
        let entries = format!("coordinates(x), kinetic = dt(x).powi(2), discretize({schemes})");
        check_entries(&[(&entries, message)]);
    }
    let entries = "coordinates(x, y), kinetic = dt(x).powi(2), constraint(c = x - y), \
                   discretize(«Stabilized<Equivariant<Livens>>»)";
    check_entries(&[(entries, symmetries)]);
}

/// What is underlined and said where the equations are derived, if anything is.
fn refusal(entries: &str) -> Option<(String, String)> {
    let mut system = parse(&with_entries(entries))
        .map_err(|failed| failed.errors)
        .expect("no mistakes");
    let schemes = system.schemes();
    let error = derive(&mut system.model, schemes).err()?;
    let errors = system.underivable(error).errors;
    Some((
        errors.span().source_text().unwrap_or_default(),
        errors.to_string(),
    ))
}

/// With dry friction: what percussions cannot do, for `Midpoint` and `Livens`.
#[test]
fn percussions_need_masses_and_more() {
    let friction = "friction(seal, slip = dt(x), force = 1)";
    let plane = "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2)";
    for (entries, scheme, message) in [
        (format!("{plane}, {friction}"), "Midpoint", None),
        (format!("{plane}, {friction}"), "Livens", None),
        (
            format!("{plane}, {friction}, constraint(c = x - y)"),
            "Midpoint",
            None,
        ),
        (
            format!("{plane}, {friction}, constraint(c = x - y)"),
            "Livens",
            Some(
                "with dry friction `Livens` is for systems without constraints, whose reactions would take energy at percussions; list `Midpoint`",
            ),
        ),
        (
            format!("coordinates(x), lagrangian = -(1 - dt(x).powi(2)).sqrt(), {friction}"),
            "Livens",
            Some(
                "with dry friction `Livens` is for systems with a kinetic energy of degree two in the velocities; list `Midpoint`",
            ),
        ),
    ] {
        assert_eq!(
            refusal(&format!("{entries}, discretize({scheme})")),
            message.map(|message| (scheme.to_owned(), message.to_owned())),
            "{entries}"
        );
    }
}

#[test]
fn dry_friction_of_any_size_is_refused_as_that_of_a_fixed_size() {
    let masses = "kinetic = sum(0..count, |i| 0.5 * dt(x[i]).powi(2))";
    let tied = format!("{masses}, constraint(end = x[0])");
    let message_of =
        |scheme: &str, what: &str| format!("with dry friction `{scheme}` is for systems {what}; list `");
    for (entries, scheme, message) in [
        (masses.to_owned(), "Livens", None),
        (masses.to_owned(), "Midpoint", None),
        (masses.to_owned(), "NonsmoothMidpoint", None),
        (tied.clone(), "Midpoint", None),
        (
            tied,
            "Livens",
            Some("without constraints, whose reactions would take energy at percussions"),
        ),
    ] {
        let text = format!(
            "#[lagrangian(coordinates(x[count]), {entries}, friction(seal, slip = array(0..count, |i| dt(x[i])), force = 1), \
             discretize({scheme}))] struct Row {{ count: usize }}"
        );
        let expanded = expand(text.parse().expect("tokens")).to_string();
        let is_refused = message.is_some_and(|what| expanded.contains(&message_of(scheme, what)));
        let is_derived = expanded.contains("AssembledContacts");
        assert_eq!(
            [is_refused, is_derived],
            [message.is_some(), message.is_none()],
            "{entries} {scheme}"
        );
    }
}

#[test]
fn contacts_that_are_held_need_masses_without_velocities() {
    for (key, scheme, when) in [
        ("contact(floor, gap = x)", "NonsmoothMidpoint", ""),
        (
            "friction(seal, slip = dt(x), force = 1)",
            "Midpoint",
            "with dry friction ",
        ),
    ] {
        assert_eq!(
            refusal(&format!(
                "coordinates(x), lagrangian = -(1 - dt(x).powi(2)).sqrt(), {key}, discretize({scheme})"
            )),
            Some((
                scheme.to_owned(),
                format!(
                    "{when}`{scheme}` is for systems with an L of degree two in the velocities; list `VariationalMoreau`"
                )
            ))
        );
    }
}

#[test]
fn equivariant_needs_invariants() {
    let declared = |energy: &str, tie: &str| {
        format!(
            "coordinates(r[2]), kinetic = 0.5 * dt(r).norm_squared(), potential = {energy}, constraint(tie = {tie}), \
             symmetry(turn = [-r[1], r[0]]), discretize(Livens, Equivariant<Livens>)"
        )
    };
    let message = "could not rewrite L and the constraints in linear and quadratic invariants of the declared symmetries, such as \
                   `r.norm_squared()` of rotations or `x - y` of translations; rewrite them, or list the scheme without `Equivariant`";
    let refused = Some(("Equivariant<Livens>".to_owned(), message.to_owned()));
    assert_eq!(
        refusal(&declared("exp(r.norm_squared())", "r.norm_squared() - 1")),
        None
    );
    // Of degree four, and with the symmetry, but nobody sees the square in it.
    let hidden = "r[0].powi(4) + 2 * (r[0] * r[1]).powi(2) + r[1].powi(4)";
    assert_eq!(refusal(&declared(hidden, "r.norm_squared() - 1")), refused);
    assert_eq!(
        refusal(&declared("exp(r.norm_squared())", &format!("{hidden} - 1"))),
        refused
    );
}
