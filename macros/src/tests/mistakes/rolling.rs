//! Mistakes of constraints on velocities.

use super::proven::accept;
use super::{check, check_entries};
use crate::tests::with_entries;

/// A disc in the plane, with something behind it.
fn disc(more: &str) -> String {
    format!(
        "coordinates(x, y, phi), inputs(u), kinetic = dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2), force(x = u), {more}"
    )
}

fn check_discs(cases: &[(&str, &str)]) {
    for (more, message) in cases {
        check_entries(&[(&disc(more), message)]);
    }
}

#[test]
fn constraints_on_velocities_are_affine_in_them() {
    check_discs(&[
        (
            "rolling(no_slip = «x - m * phi»)",
            "`no_slip` contains no velocity: a constraint on coordinates is holonomic; write it as `constraint(no_slip = ..)`",
        ),
        (
            "rolling(no_slip = «m - t»)",
            "`no_slip` contains no velocity, so that nothing can hold it; write what has to vanish, as in `dt(x) - r * dt(phi)`",
        ),
        (
            "rolling(no_slip = «dt(x) * dt(y) - 1»)",
            "`no_slip` is not affine in the velocities, so that no reaction is along ∂/∂v of it for all of them; write \
             a(q, t)·dt(q) + b(q, t), as in `dt(x) - r * dt(phi)`",
        ),
        (
            "rolling(no_slip = «[dt(x), y]»)",
            "`no_slip[1]` contains no velocity: a constraint on coordinates is holonomic; write it as `constraint(no_slip[1] = ..)`",
        ),
        (
            "rolling(no_slip = dt(x) - «u»)",
            "`u` is an input, and inputs act through forces; where the program moves a constraint, make it a field, which \
             `set_system` changes",
        ),
        (
            "rolling(no_slip = dt(«dt(x)»))",
            "this contains a velocity, whose derivative is an acceleration; a rolling constraint is on velocities, as in \
             `dt(x) - r * dt(phi)`",
        ),
        (
            "rolling(a = dt(x) - dt(y), b = dt(y) - dt(phi), «c» = dt(phi))",
            "3 constraints on 3 coordinates leave no velocity free; drop those that follow from others",
        ),
        (
            "constraint(a = x, b = y), rolling(«c» = dt(phi) - t)",
            "3 constraints on 3 coordinates leave no velocity free; drop those that follow from others",
        ),
        (
            "rolling(«x» = dt(y))",
            "`x` is a coordinate, and a single `=` gives a constraint its name; write the equation with two, `x == ..`, or \
             choose another name",
        ),
        (
            "«nonholonomic»(a = dt(x) - dt(y))",
            "unknown key `nonholonomic`; did you mean `rolling`?",
        ),
        (
            "constraint(a = x), rolling(«a» = dt(y) - dt(phi))",
            "the constraint `a` is there twice; choose another name",
        ),
    ]);
}

/// However many velocities there are.
#[test]
fn velocities_in_a_constraint_have_one_message() {
    let message = "a constraint depends on coordinates and time only: one on velocities is nonholonomic, and is written \
                   `rolling(name = ..)`; where it is the time derivative of a function of coordinates, write that function here";
    check_discs(&[
        (
            "constraint(blade = «dt(x)» * sin(phi) - dt(y) * cos(phi))",
            message,
        ),
        ("constraint(«dt(x)» == m * dt(phi))", message),
        (
            "constraint(both = [«dt(x)» - m * dt(phi), dt(y) - dt(phi)])",
            message,
        ),
    ]);
    let contained = format!("`slip` contains a velocity, but {message}");
    check_discs(&[(
        "let slip = dt(x) - m * dt(phi), constraint(both = «slip» + slip * dt(x))",
        &contained,
    )]);
    check(
        &with_entries(&disc("constraint(a = «dt(x)» - dt(y), b = «dt(y)» - dt(phi))")),
        &[message, message],
    );
}

#[test]
fn schemes_without_reactions_name_those_that_have_them() {
    let other = |scheme: &str| {
        format!(
            "`{scheme}` has no reactions of `rolling`, and this system has such constraints; the schemes for them are `Verlet`, \
             `Midpoint`, `Livens`"
        )
    };
    let rolling = "rolling(no_slip = dt(x) - m * dt(phi))";
    for scheme in [
        "Galerkin<2, Gauss<2>>",
        "NullSpace<Midpoint>",
        "Compensated<Midpoint>",
        "Stabilized<Livens>",
        "Newmark",
        "Hermite<P2>",
    ] {
        check_discs(&[(&format!("{rolling}, discretize(«{scheme}»)"), &other(scheme))]);
    }
    accept(&[
        &disc(&format!(
            "{rolling}, discretize(Verlet, Midpoint, Livens, Galerkin<1, Gauss<2>>)"
        )),
        &disc("rolling(dt(x) == m * dt(phi), dt(y) == 0)"),
        &disc("rolling(side, sin(phi) * dt(x) == cos(phi) * dt(y) + sin(t)), constraint(held = x - y)"),
    ]);
}

#[test]
fn schemes_without_reactions_beside_contacts_name_those_that_have_them() {
    let rolling = "rolling(no_slip = dt(x) - m * dt(phi))";
    let other = |scheme: &str, more: &str| {
        format!(
            "`{scheme}` has no reactions of `rolling`, and this system has such constraints; the schemes for them are `Moreau`, \
             `SymmetricMoreau`, `VariationalMoreau`, `NonsmoothMidpoint`{more}"
        )
    };
    check_discs(&[
        (
            &format!("{rolling}, contact(floor, gap = y), discretize(«Theta»)"),
            &other("Theta", ""),
        ),
        (
            &format!("{rolling}, friction(seal, slip = dt(y), force = 1), discretize(«Livens»)"),
            &other("Livens", ", `Midpoint`"),
        ),
    ]);
    accept(&[
        &disc(&format!(
            "{rolling}, contact(floor, gap = y), discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)"
        )),
        &disc(&format!("{rolling}, contact(floor, gap = y)")),
        &disc(&format!(
            "{rolling}, friction(seal, slip = dt(y), force = 1), discretize(Midpoint)"
        )),
    ]);
}

#[test]
fn keys_that_do_not_go_with_rolling() {
    check_discs(&[
        (
            "constraint(a = x), «rolling»(no_slip = dt(y) - m * dt(phi)), redundant",
            "the rank of constraints that may follow from others is found for those on coordinates; drop `redundant`, and the \
             constraints that follow",
        ),
        (
            "rolling(no_slip = dt(y) - m * dt(phi)), symmetry(«shift» = [0, 1, 0])",
            "`shift` is no symmetry: the reaction of a rolling constraint acts along it with `1`, which is not zero",
        ),
    ]);
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), rolling(«a» = dt(x) - t)",
            "a constraint on the only coordinate leaves no velocity free; drop it",
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), rolling(no_slip = dt(x) - m * dt(y)), «modified_energy»",
            "the modified energy is known for systems without constraints; drop this, or the `rolling`",
        ),
    ]);
    accept(&[
        &disc("rolling(no_slip = dt(x) - m * dt(phi)), symmetry(roll = [m, 0, 1])")
            .replace("force(x = u)", "force(y = u)"),
    ]);
}

#[test]
fn constraints_that_follow_are_refused() {
    let follows = |others: &str| {
        format!(
            "this constraint follows from {others}, so that nothing determines how they share their force; drop one of them"
        )
    };
    check_discs(&[
        (
            "rolling(a = dt(x) - m * dt(phi), b = «2 * m * dt(phi) - 2 * dt(x)»)",
            &follows("`a`"),
        ),
        (
            "constraint(held = x.powi(2) - y), rolling(a = «m * (2 * x * dt(x) - dt(y))»)",
            &follows("`held`"),
        ),
        (
            "constraint(held = x - sin(t)), rolling(a = «dt(x) - 1 - sin(t)»)",
            "this constraint contradicts `held`: together they have no solution; drop one of them",
        ),
        (
            "rolling(both = [dt(x) - dt(y), «dt(y) - dt(x) + 3»])",
            "this constraint contradicts `both[0]`: together they have no solution; drop one of them",
        ),
    ]);
}

#[test]
fn multipliers_are_known_below_their_constraints_whatever_the_order_of_keys() {
    accept(&[
        &disc(
            "rolling(no_slip = dt(x) - m * dt(phi)), output(f = multiplier(no_slip)), constraint(held = y)",
        ),
        &disc(
            "constraint(held = y), rolling(no_slip = dt(x) - m * dt(phi)), output(f = multiplier(no_slip) + multiplier(held))",
        ),
    ]);
    check_discs(&[(
        "output(f = multiplier(«no_slip»)), rolling(no_slip = dt(x) - m * dt(phi))",
        "the constraint `no_slip` is declared further down; move it above this",
    )]);
}
