//! Mistakes of schemes and their arguments.

use super::check_entries;

#[test]
fn schemes_are_known_and_fit() {
    let cases = [
        ("«Verlett»", "unknown scheme `Verlett`; did you mean `Verlet`?"),
        (
            "«Rattle»",
            "unknown scheme `Rattle`; expected one of `Verlet`, `Midpoint`, `Galerkin`, `Livens`, `NullSpace`, `Compensated`, `Equivariant`, `Polarized`, `Stabilized`, `Newmark`, `Hermite`, `ProlongationCollocation`, `MultiField`, `L1`, `Moreau`, `SymmetricMoreau`, `VariationalMoreau`, `NonsmoothMidpoint`, `Theta`",
        ),
        (
            "«Hermite»",
            "`Hermite` takes 1 or 2 arguments, as in `Hermite<P2>`",
        ),
        (
            "Hermite<«P1»>",
            "unknown pair of equations `P1`; did you mean `P2`?",
        ),
        (
            "Hermite<«Midpoint»>",
            "unknown pair of equations `Midpoint`; expected one of `P2`, `V2`, `P1V0`, `P1V1`, `P0V0`, `P0V1`",
        ),
        (
            "Hermite<P2, «Gauss<2>»>",
            "a rule with an exactness below degree 5 costs `P2` two orders, and other pairs diverge; take `Gauss<3>` or `Lobatto<4>`, \
             or more points",
        ),
        (
            "ProlongationCollocation<«Lobatto»<4>>",
            "unknown integral of the action `Lobatto`; expected one of `Gauss`, `EulerMaclaurin`",
        ),
        (
            "L1, «Galerkin<1, Gauss<2>>»",
            "this scheme is listed twice; drop one of the two",
        ),
        (
            "Verlet, «extremal::Verlet»",
            "this scheme is listed twice; drop one of the two",
        ),
        (
            "Galerkin<2, Gauss<2>>, «Galerkin<2, Gauss<2>, Gauss<2>>»",
            "this scheme is listed twice; drop one of the two",
        ),
        (
            "«Gauss»<2>",
            "`Gauss` is a quadrature and not a scheme; write it as an argument, as in `Galerkin<2, Gauss<2>>`",
        ),
        ("«Verlet<2>»", "`Verlet` takes no arguments"),
        (
            "MultiField<1, «5», 1>",
            "the degree of u in `MultiField` must be between 1 and 4",
        ),
        (
            "MultiField, «MultiField<1, 1>»",
            "this scheme is listed twice; drop one of the two",
        ),
        (
            "«Galerkin»",
            "`Galerkin` takes 2 or 3 arguments, as in `Galerkin<2, Gauss<2>>`",
        ),
        (
            "Galerkin<«7», Gauss<7>>",
            "the degree of `Galerkin` must be between 1 and 6",
        ),
        (
            "Galerkin<«P», Gauss<2>>",
            "the degree of `Galerkin` must be an integer literal, because the scheme is derived at compile time",
        ),
        (
            "Galerkin<2, Gauss<«13»>>",
            "the number of Gauss points must be between 1 and 12",
        ),
        (
            "Galerkin<2, Lobatto<«1»>>",
            "the number of Lobatto points must be between 2 and 12",
        ),
        (
            "Galerkin<2, Trapezoid<«65»>>",
            "the number of trapezoids must be between 1 and 64",
        ),
        (
            "Galerkin<2, «Gaus»<2>>",
            "unknown quadrature `Gaus`; did you mean `Gauss`?",
        ),
        ("Galerkin<2, «2»>", "expected a quadrature, as in `Gauss<2>`"),
        (
            "Galerkin<2, «Gauss<1>»>",
            "elements of degree 2 need at least 2 quadrature points for T, or their mass matrix is singular; this rule has 1",
        ),
        (
            "Galerkin<3, Gauss<3>, «Trapezoid<1>»>",
            "elements of degree 3 need at least 3 quadrature points for T, or their mass matrix is singular; this rule has 2",
        ),
        ("«[Verlet]»", "expected the path of a scheme"),
        (
            "Verlet«()»",
            "schemes are listed as types; write `Verlet` without parentheses",
        ),
        (
            "Theta«(0.5)», Midpoint",
            "schemes are listed as types, without numbers; write `Theta`, and numbers that it has where the integrator is made",
        ),
        ("«\"Verlet\"»", "a scheme is a type; write it without quotes"),
        (
            "Galerkin«(2, Gauss(2))», Midpoint",
            "type arguments stand in angle brackets: `Galerkin<2, Gauss<2>>`",
        ),
        (
            "Galerkin::<2, Gauss<2>>::default«()», Midpoint",
            "schemes are listed as types; write `Galerkin<2, Gauss<2>>` without a call",
        ),
        (
            "Galerkin<2, Gauss«(2)»>, Midpoint",
            "type arguments stand in angle brackets: `Gauss<2>`",
        ),
        (
            "«2 + 2», Midpoint",
            "expected a scheme, as in `Verlet` or `Galerkin<2, Gauss<2>>`",
        ),
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
fn null_spaces_are_of_one_scheme() {
    let cases = [
        (
            "«NullSpace»",
            "`NullSpace` takes one argument, as in `NullSpace<Midpoint>`",
        ),
        (
            "«NullSpace<>»",
            "`NullSpace` takes one argument, as in `NullSpace<Midpoint>`",
        ),
        (
            "«NullSpace<Verlet, Midpoint>»",
            "`NullSpace` takes one scheme; write it once for each, as in `NullSpace<Midpoint>`",
        ),
        ("NullSpace<«2»>", "expected a scheme, as in `NullSpace<Midpoint>`"),
        (
            "NullSpace<«'a»>",
            "expected a scheme, as in `NullSpace<Midpoint>`",
        ),
        ("NullSpace<«[Midpoint]»>", "expected the path of a scheme"),
        (
            "NullSpace<«Midpont»>",
            "unknown scheme `Midpont`; did you mean `Midpoint`?",
        ),
        (
            "NullSpace<«Rattle»>",
            "unknown scheme `Rattle`; expected one of `Verlet`, `Midpoint`, `Galerkin`, `L1`",
        ),
        (
            "«Nullspace»<Midpoint>",
            "unknown scheme `Nullspace`; did you mean `NullSpace`?",
        ),
        (
            "NullSpace<«Galerkin<2>»>",
            "`Galerkin` takes 2 or 3 arguments, as in `Galerkin<2, Gauss<2>>`",
        ),
        (
            "NullSpace<«NullSpace<Midpoint>»>",
            "this is in its null-space form already; write `NullSpace` once",
        ),
        (
            "NullSpace<Verlet>, «extremal::NullSpace<extremal::Verlet>»",
            "this scheme is listed twice; drop one of the two",
        ),
        (
            "NullSpace«(Midpoint)»",
            "type arguments stand in angle brackets: `NullSpace<Midpoint>`",
        ),
        (
            "NullSpace«(Galerkin::<2, Gauss<2>>::default())»",
            "type arguments stand in angle brackets: `NullSpace<Midpoint>`",
        ),
        (
            "NullSpace«()»",
            "schemes are listed as types; write `NullSpace<Midpoint>` without parentheses",
        ),
        (
            "NullSpace::<Midpoint>::default«()»",
            "schemes are listed as types; write `NullSpace<Midpoint>` without a call",
        ),
        (
            "NullSpace<«{ Midpoint }»>",
            "schemes are listed as types; drop the braces",
        ),
    ];
    for (scheme, message) in cases {
        let entries = format!(
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(c = x - y), discretize({scheme})"
        );
        check_entries(&[(&entries, message)]);
    }
}

#[test]
fn null_spaces_are_of_constraints() {
    let message = "`NullSpace` needs a declared constraint; add `constraint(name = ..)`, or list the scheme without `NullSpace`";
    let listed = |schemes: &str| format!("coordinates(x), kinetic = dt(x).powi(2), discretize({schemes})");
    check_entries(&[
        (&listed("Midpoint, «NullSpace<Midpoint>»"), message),
        (&listed("«NullSpace<Galerkin<2, Gauss<2>>>»"), message),
    ]);
}

#[test]
fn sums_are_compensated_where_there_are_some() {
    let cases = [
        (
            "Compensated<«Compensated<Verlet>»>",
            "these sums are compensated already; write `Compensated` once".to_owned(),
        ),
        (
            "Compensated<«Moreau»>",
            "percussions of contacts are not summed with compensation; list `Moreau` by itself, whose errors are far larger than \
             rounding"
                .to_owned(),
        ),
    ];
    for (schemes, message) in cases {
        check_entries(&[(
            &format!(
                "coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = l * x.powi(4), discretize({schemes})"
            ),
            &message,
        )]);
    }
    check_entries(&[(
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(c = x - y), discretize(«Compensated<Verlet>»)",
        "`Compensated` is for systems without constraints, whose reactions are found to rounding in each step; list `Verlet` by \
         itself, or `Livens`, which sums with compensation where there are constraints",
    )]);
}
