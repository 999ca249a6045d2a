//! Constraints that depend on each other, Euler parameters without the one that they need, velocities that are judged in pairs, and
//! all that is only odd.

use super::proven::accept;
use super::{check_entries, parse, with_entries};

fn notes(entries: &str) -> Vec<String> {
    match parse(&with_entries(entries)) {
        Ok(system) => system.notes,
        Err(failed) => panic!("{entries}: {}", failed.errors),
    }
}

#[test]
fn constraints_do_not_follow_from_each_other() {
    let with = |constraints: &str| {
        format!(
            "coordinates(x, y, z), kinetic = dt(x).powi(2) + dt(y).powi(2) + dt(z).powi(2), constraint({constraints})"
        )
    };
    let follows = |others: &str| {
        format!(
            "this constraint follows from {others}, so that nothing determines how they share their force; drop one of them"
        )
    };
    let contradicts = |others: &str| {
        format!("this constraint contradicts {others}: together they have no solution; drop one of them")
    };
    let either = |others: &str| {
        format!(
            "the gradient of this constraint is a combination of that of {others} everywhere, so that it either follows or \
             contradicts; drop one of them"
        )
    };
    for (constraints, message) in [
        ("a = x - y, b = «y - x»", follows("`a`")),
        ("x == y, «x == y + 1»", contradicts("`constraint_0`")),
        ("x == y, «x == y + l»", either("`constraint_0`")),
        ("x == y, «3 * x == 3 * y + t»", contradicts("`constraint_0`")),
        ("a = x - y, b = y - z, c = «x - z»", follows("`a` and `b`")),
        ("a = [x - y, y - z, «z - x»]", follows("`a[0]` and `a[1]`")),
        (
            "a = x - y, b = y - z, c = «2 * x - 2 * z - 3»",
            contradicts("`a` and `b`"),
        ),
        (
            "a = x * x + y * y - l, b = «2 * x * x + 2 * y * y - 2 * l»",
            follows("`a`"),
        ),
        ("a = x - k * y, b = «m * x - m * k * y»", follows("`a`")),
        ("a = x - y, b = «sin(x - y)»", either("`a`")),
        ("a = hypot(x, y) - l, b = «x * x + y * y - l * l»", either("`a`")),
    ] {
        check_entries(&[(&with(constraints), &message)]);
    }
    accept(
        &[
            "a = x - y, b = x + y",
            "a = x * x + y * y - l * l, b = x - y",
            // Dependent at some points, or for some parameters.
            "a = x * x + y * y - l * l, b = x * x - y * y",
            "a = x - k * y, b = x - m * y",
            "a = x - y, b = x * x - y * y",
            "a = x + y + z, b = x - y, c = y - z",
        ]
        .map(with)
        .each_ref()
        .map(String::as_str),
    );
}

/// ω of a body with Euler parameters e.
const OMEGA: &str = "let w = [
    2 * (-e[1] * dt(e[0]) + e[0] * dt(e[1]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
    2 * (-e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[0] * dt(e[2]) + e[1] * dt(e[3])),
    2 * (-e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2]) + e[0] * dt(e[3]))],";

#[test]
fn euler_parameters_have_a_length() {
    let length = "`e` enters as Euler parameters do, M is singular along it, and nothing holds its length; write \
                  `constraint(unit, e.norm_squared() == 1)`";
    let turning = "kinetic = 0.5 * (m * w[0].powi(2) + l * w[1].powi(2) + k * w[2].powi(2))";
    let weight = "potential = 2 * m * (e[2] * e[3] + e[0] * e[1])";
    for entries in [
        format!("coordinates(«e»[4]), {OMEGA} {turning}"),
        format!("coordinates(«e»[4]), {OMEGA} {turning}, {weight}"),
        format!(
            "coordinates(r[3], «e»[4]), {OMEGA} {turning} + dt(r).norm_squared(), potential = r.norm_squared()"
        ),
        format!("coordinates(«e»[4]), {OMEGA} {turning}, {weight}, dissipation = 0.5 * k * w[2].powi(2)"),
    ] {
        check_entries(&[(&entries, length)]);
    }
    let unit = "constraint(unit, e.norm_squared() == 1)";
    assert!(notes(&format!("coordinates(e[4]), {OMEGA} {turning}, {weight}, {unit}")).is_empty());
    // A stiff spring holds the length.
    let spring =
        format!("coordinates(e[4]), {OMEGA} {turning}, potential = k * (e.norm_squared() - 1).powi(2)");
    let none =
        "`e` enters as Euler parameters do, and no constraint holds its length, and none resists its change";
    assert_eq!(notes(&spring), [none]);
    let radial = format!("coordinates(e[4]), {OMEGA} {turning} + e.dot(dt(e)).powi(2)");
    assert_eq!(
        notes(&radial),
        ["`e` enters as Euler parameters do, and no constraint holds its length"]
    );
    assert!(
        notes("coordinates(e[4]), kinetic = dt(e).norm_squared(), potential = e.norm_squared()").is_empty()
    );
}

#[test]
fn no_pair_of_velocities_has_an_energy_below_zero() {
    let kinetic = "the kinetic energy is below zero for some velocities of `x` and `y` and parameters above zero: the product \
                   `dt(x) * dt(y)` outweighs the squares; change it, or give all of L as `lagrangian = ..` if this is meant";
    let dissipation = "this dissipation is below zero for some velocities of `x` and `y`, whatever the signs of parameters are, so \
                       that it adds energy; write a sum of squares";
    check_entries(&[
        ("coordinates(x, y), mass_matrix = «[[1, 2], [2, 1]]»", kinetic),
        (
            "coordinates(x, y), kinetic = «0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + 2 * m * dt(x) * dt(y)»",
            kinetic,
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), dissipation = «0.5 * k * (dt(x).powi(2) - dt(y).powi(2))»",
            dissipation,
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), dissipation = «(dt(x) + 2 * dt(y)).powi(2) - 2 * \
             dt(y).powi(2)»",
            dissipation,
        ),
    ]);
    accept(&[
        "coordinates(x, y), mass_matrix = [[2, 1], [1, 2]]",
        "coordinates(x, y), mass_matrix = [[m, k], [k, m]]",
        "coordinates(x, y), mass_matrix = [[m, m], [m, m]], potential = (x - y).powi(2)",
        "coordinates(x, y), mass_matrix = [[2 * m, m * cos(x - y)], [m * cos(x - y), m]]",
        "coordinates(x, y), lagrangian = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + 2 * dt(x) * dt(y)",
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), dissipation = 0.5 * k * (dt(x) - dt(y)).powi(2)",
    ]);
}

#[test]
fn what_looks_odd_is_noted() {
    let body = "coordinates(x), kinetic = 0.5 * m * dt(x).powi(2)";
    let push = "the force on `x` has the direction of its velocity for parameters above zero, so that it then adds energy";
    let negative = "R is below zero for parameters above zero, so that it then adds energy";
    let twice_v = "the force on `x` is that of V, which acts without it: it is counted twice";
    let twice_r = "the force on `x` is that of R, which acts without it: it is counted twice";
    let idle = "a term of V depends on t alone, so that it has no force";
    for (entries, expected) in [
        ("potential = 5", &["V is constant, so that it has no force"][..]),
        ("potential = k * x + sin(t)", &[idle]),
        ("potential = 0.5 * k * (x - sin(t)).powi(2)", &[]),
        ("force(x = k * dt(x))", &[push]),
        ("force(x = k * dt(x).powi(3))", &[push]),
        ("force(x = -k * dt(x))", &[]),
        ("force(x = k)", &[]),
        ("force(x = k * (1 - x.powi(2)) * dt(x))", &[]),
        ("dissipation = -0.5 * k * dt(x).powi(2)", &[negative]),
        ("dissipation = -k * sqrt(dt(x).powi(2) + m.powi(2))", &[negative]),
        ("dissipation = 0.5 * k * dt(x).powi(2)", &[]),
        ("potential = 0", &[]),
        ("force(x = -k * x), potential = 0.5 * k * x.powi(2)", &[twice_v]),
        ("force(x = -l * x), potential = 0.5 * k * x.powi(2)", &[]),
        (
            "force(x = -k * dt(x)), dissipation = 0.5 * k * dt(x).powi(2)",
            &[twice_r],
        ),
    ] {
        assert_eq!(notes(&format!("{body}, {entries}")), expected, "{entries}");
    }
    let idle = "the terms of T that are linear in velocities are a total derivative: they move nothing";
    for (entries, expected) in [
        ("kinetic = dt(x).powi(2) + dt(y).powi(2) + k * dt(x)", &[idle][..]),
        (
            "kinetic = dt(x).powi(2) + dt(y).powi(2) + k * (x * dt(y) + y * dt(x))",
            &[idle],
        ),
        (
            "kinetic = dt(x).powi(2) + dt(y).powi(2) + k * (x * dt(y) - y * dt(x))",
            &[],
        ),
        ("kinetic = dt(x).powi(2) + dt(y).powi(2) + sin(t) * dt(x)", &[]),
        (
            "lagrangian = dt(x).powi(2) + dt(y).powi(2) + k * x.powi(2) + m * y.powi(2)",
            &[
                "L at rest, which is −V, is nowhere below zero for parameters above zero: springs that pull have a minus there, \
               L = T − V",
            ],
        ),
        (
            "lagrangian = dt(x).powi(2) + dt(y).powi(2) + k / hypot(x, y)",
            &[],
        ),
        (
            "lagrangian = dt(x).powi(2) + dt(y).powi(2) - k * x.powi(2) - y.powi(2)",
            &[],
        ),
    ] {
        let entries = format!("coordinates(x, y), {entries}");
        assert_eq!(notes(&entries), expected, "{entries}");
    }
}

#[test]
fn a_constraint_that_needs_a_negative_parameter_is_noted() {
    let note = "the constraint `rod` has no solution for parameters above zero";
    for (constraint, expected) in [
        ("hypot(x, y) == -l", &[note][..]),
        ("x.powi(2) + y.powi(2) == -l", &[note]),
        ("hypot(x, y) == l", &[]),
        ("x == -l", &[]),
        ("cosh(x) == 2 + y", &[]),
    ] {
        let entries = format!(
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(rod, {constraint})"
        );
        assert_eq!(notes(&entries), expected, "{entries}");
    }
}

/// A function of the program, a difference of parameters, a flow that may be faster than the body.
#[test]
fn dissipations_of_unknown_sign_are_noted() {
    let note = "the sign of R is not known: nothing tells that it takes energy";
    let body = "coordinates(x, y), kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2))";
    for (dissipation, expected) in [
        ("0.5 * (k - m) * dt(x).powi(2)", &[note][..]),
        ("0.5 * k * (x * x - 1) * dt(x).powi(2)", &[note]),
        ("0.5 * lift(x) * dt(x).powi(2)", &[note]),
        ("0.5 * k * dt(x).powi(2) - 1e-4 * dt(x).powi(4)", &[note]),
        (
            "0.5 * k * (dt(x).powi(2) + dt(y).powi(2)) - m * dt(x) * dt(y)",
            &[note],
        ),
        ("0.5 * k * dt(x).powi(2) + lift(x) * dt(y).powi(2)", &[note]),
        // Squares, hidden squares, dry friction, and what decreases at rest.
        ("0.5 * k * (dt(x) - dt(y)).powi(2) + m * abs(dt(x)).powi(3)", &[]),
        ("k * (dt(x).powi(2) - dt(x) * dt(y) + dt(y).powi(2))", &[]),
        ("k * (dt(x).powi(2) - 2 * dt(x) * dt(y) + dt(y).powi(2))", &[]),
        ("k * sqrt(dt(x).powi(2) + dt(y).powi(2) + m.powi(2))", &[]),
        ("k * ln(cosh(dt(x)))", &[]),
        ("-k / (1 + dt(x).powi(2))", &[]),
        ("-k * exp(-dt(x).powi(2) / m)", &[]),
        ("0.5 * k * if x > 1 { 1 } else { 0 } * dt(x).powi(2)", &[]),
        // Against a flow or a belt.
        ("0.5 * k * (dt(x) - m * sin(x)).powi(2)", &[]),
    ] {
        let entries = format!("{body}, dissipation = {dissipation}");
        assert_eq!(notes(&entries), expected, "{entries}");
    }
    let items = |dissipation: &str| {
        format!(
            "#[lagrangian(coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), dissipation = {dissipation})] \
             struct S {{ n: usize, k: f64, c: f64 }}"
        )
    };
    for (dissipation, expected) in [
        (
            "sum(1..n, |i| 0.5 * (k - c) * (dt(q[i]) - dt(q[i - 1])).powi(2))",
            &[note][..],
        ),
        (
            "sum(1..n, |i| 0.5 * k * (dt(q[i]) - dt(q[i - 1])).powi(2)) + sum(0..n, |i| c * abs(dt(q[i])))",
            &[],
        ),
        (
            "sum(1..n, |i| dt(q[i]).powi(2) - dt(q[i]) * dt(q[i - 1]) + dt(q[i - 1]).powi(2))",
            &[],
        ),
    ] {
        let system = parse(&items(dissipation))
            .map_err(|failed| failed.errors)
            .expect("no mistakes");
        assert_eq!(system.notes, expected, "{dissipation}");
    }
}

#[test]
fn kinetic_energies_may_be_absent_or_chosen() {
    accept(&[
        "coordinates(x), massless(x), potential = 0.5 * k * x.powi(2), dissipation = 0.5 * m * dt(x).powi(2)",
        "coordinates(x, r[2]), massless(x, r[0], r[1]), potential = x * r[0] + r[1].powi(2) + x.powi(2)",
        "coordinates(x), kinetic = if m > l { 0.5 * m * dt(x).powi(2) } else { 0.5 * l * dt(x).powi(2) }",
        "coordinates(x), kinetic = if m > l { 0.5 * m * dt(x).powi(2) } else { 0.5 * l * dt(x).powi(2) + k * dt(x) }, \
         potential = x * x, discretize(Verlet, Midpoint, Livens, Galerkin<2, Gauss<2>>)",
    ]);
    check_entries(&[(
        "coordinates(x), kinetic = «if dt(x) > 0 { 0.5 * m * dt(x).powi(2) } else { m * dt(x).powi(2) }»",
        "a kinetic energy is a polynomial of second degree in the velocities at most; give all of L as `lagrangian = ..`",
    )]);
}
