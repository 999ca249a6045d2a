//! Massless coordinates that are multipliers by hand, and those that their equations determine.

use super::check;
use crate::tests::parse;

fn source(entries: &str) -> String {
    format!("#[lagrangian({entries})] struct S {{ n: usize, k: f64, m: f64, c: f64, lift: Spline }}")
}

fn multiplier(name: &str) -> String {
    format!(
        "`{name}` is a multiplier: its own equation contains no coordinate without mass, so that nothing determines `{name}` in a \
         step; drop it, and write a constraint: `constraint(name = g)` in place of `{name} * g`"
    )
}

#[test]
fn what_has_no_mass_has_an_equation() {
    for entries in [
        "coordinates(x, y), massless(«y»), kinetic = dt(x).powi(2), force(x = y)",
        "coordinates(x, y), massless(«y»), kinetic = dt(x).powi(2), force(x = y - dt(y))",
        "coordinates(x, y), massless(«y»), kinetic = dt(x).powi(2), potential = k * x.powi(2), dissipation = c * dt(x).powi(2), \
         force(x = k * dt(y))",
    ] {
        check(
            &source(entries),
            &[
                "nothing determines `y`: it has no mass, and no energy, force or friction of its own; write one, as \
               `dissipation = 0.5 * c * dt(y).powi(2)`, or make it an input, `inputs(y)`",
            ],
        );
    }
}

/// A multiplier that is in no list of massless coordinates: the message asks for a constraint, and not for a place in the list.
#[test]
fn multipliers_are_not_massless_on_purpose() {
    for entries in [
        "coordinates(x, «y»), kinetic = dt(x).powi(2), potential = y * (x - 1)",
        "coordinates(x, «y»), kinetic = dt(x).powi(2), force(x = y, y = x - sin(t)), potential = y",
        "coordinates(x, z, «y»), kinetic = dt(x).powi(2) + dt(z).powi(2), potential = k * z.powi(2) + y * (x.powi(2) + z.powi(2) - m)",
    ] {
        check(
            &source(entries),
            &[
                "`y` has no kinetic energy, and its own equation does not contain it: it is a multiplier; drop it, and write a \
               constraint, `constraint(name = g)` in place of `y * g`",
            ],
        );
    }
    for entries in [
        "coordinates(x, «y»), kinetic = dt(x).powi(2), potential = y * (x - 1) + k * y.powi(2)",
        "coordinates(x, «y»), kinetic = dt(x).powi(2), potential = y * x, dissipation = 0.5 * dt(y).powi(2)",
        "coordinates(x, «y»), kinetic = dt(x).powi(2), potential = y * x, contact(floor, gap = y)",
    ] {
        let missing = "`y` has no kinetic energy; write `dt(y)` in it, or add `massless(y)` if this is meant";
        check(&source(entries), &[missing]);
    }
}

#[test]
fn multipliers_are_constraints() {
    for (entries, name) in [
        (
            "coordinates(x, y), massless(«y»), kinetic = dt(x).powi(2), potential = y * (x.powi(2) - 1)",
            "y",
        ),
        (
            "coordinates(x, y), massless(«y»), kinetic = dt(x).powi(2), potential = k * x * y",
            "y",
        ),
        (
            "coordinates(x, y), massless(«y»), lagrangian = dt(x).powi(2) + y * (lift(x) - sin(c * t))",
            "y",
        ),
        // Products, in which y cancels.
        (
            "coordinates(x, y), massless(«y»), kinetic = dt(x).powi(2), potential = (x + y).powi(2) - y.powi(2)",
            "y",
        ),
        // By forces: x follows a given function.
        (
            "coordinates(x, y), massless(«y»), kinetic = dt(x).powi(2), force(x = y, y = x - sin(t)), potential = y",
            "y",
        ),
        // Beside others that have their own equations, and where a constraint holds others.
        (
            "coordinates(x, r[2]), massless(r[0], «r»[1]), kinetic = dt(x).powi(2), potential = k * (x - r[0]).powi(2) + r[1] * (x - 1)",
            "r[1]",
        ),
        (
            "coordinates(x, z, y), massless(«y»), kinetic = dt(x).powi(2) + dt(z).powi(2), potential = y * (x - 1), \
             dissipation = c * dt(x).powi(2), constraint(tie = x - z)",
            "y",
        ),
        // Of items.
        (
            "coordinates(x[n], y[n]), massless(«y»), kinetic = sum(0..n, |i| dt(x[i]).powi(2)), \
             potential = sum(0..n, |i| y[i] * (x[i].powi(2) - 1)) + sum(1..n, |i| y[i] * x[i - 1])",
            "y",
        ),
        (
            "coordinates(x[n][2], y), massless(«y»), kinetic = sum(0..n, |i| dt(x[i]).norm_squared()), \
             potential = sum(0..n, |i| y * x[i][0])",
            "y",
        ),
    ] {
        check(&source(entries), &[&multiplier(name)]);
    }
}

#[test]
fn equations_of_massless_coordinates_determine_all_of_them() {
    for (entries, names) in [
        (
            "coordinates(x, y, z, w), massless(«y», z, w), kinetic = dt(x).powi(2), \
             potential = w * (sin(x) * y + cos(x) * z) + k * w.powi(2)",
            "`y`, `z`, `w`",
        ),
        (
            "coordinates(x, y, z), massless(«y», z), kinetic = dt(x).powi(2), potential = k * (y - z).powi(2) + (y + z) * (x - 1)",
            "`y`, `z`",
        ),
        (
            "coordinates(x, y, z), massless(«y», z), kinetic = dt(x).powi(2), potential = y * x, dissipation = c * (dt(y) - x * dt(z)).powi(2)",
            "`y`, `z`",
        ),
    ] {
        let message = format!(
            "the equations of the massless coordinates {names} do not determine all of them, as the second derivatives of V by them \
             are a singular matrix; write a potential or a friction of each, and `constraint(name = g)` in place of `y * g`, where \
             `y` is a multiplier"
        );
        check(&source(entries), &[&message]);
    }
}

#[test]
fn what_is_determined_or_not_proven_is_accepted() {
    for entries in [
        // Each is the multiplier of the other.
        "coordinates(x, y, z), massless(y, z), kinetic = dt(x).powi(2), potential = y * (z - x) + k * x.powi(2)",
        "coordinates(x, y, z), massless(y, z), kinetic = dt(x).powi(2), potential = y * (z - x) + k * z.powi(2)",
        // Friction, and motions of first order.
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = x * y, dissipation = c * dt(y).powi(2)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = x * y, force(y = -c * dt(y))",
        "coordinates(x, y), massless(x, y), lagrangian = x * dt(y) - 0.5 * (x * x + y * y)",
        "coordinates(x, y), massless(x, y), lagrangian = x * dt(y)",
        // The equation of x has dt(y): drift in a field, and a charge between an inductor and a source.
        "coordinates(x, y), massless(y), lagrangian = dt(x).powi(2) + x * dt(y)",
        "coordinates(x, y), massless(y), lagrangian = 0.5 * m * dt(x).powi(2) + k * x * dt(y) - 0.5 * k * x.powi(2) - c * y",
        "coordinates(x, y, z), massless(y, z), lagrangian = 0.5 * m * dt(x).powi(2) + x * dt(y) - k * (y - z).powi(2)",
        // Constraints and contacts may hold it, and so may a kink, and a coefficient that may be zero.
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = x * y, constraint(wire = y - x)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = k * y, constraint(height = y - x.powi(2))",
        "coordinates(x, y, z), massless(y, z), kinetic = dt(x).powi(2), potential = z * (y - 1), constraint(wire = y + z - x)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = x * y + k * abs(y)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = x * y + 0.5 * k * y.powi(2)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = x * lift(y)",
        "coordinates(x[n], y[n]), massless(y), kinetic = sum(0..n, |i| dt(x[i]).powi(2)), \
         potential = sum(1..n, |i| y[i] * (x[i] - y[i - 1]))",
        "coordinates(x[n], y[n]), massless(y), kinetic = sum(0..n, |i| dt(x[i]).powi(2)), \
         potential = sum(0..n, |i| y[i] * x[i]), constraint(wire = array(0..n, |i| y[i] - x[i].powi(2)))",
    ] {
        if let Err(failed) = parse(&source(entries)) {
            panic!("{entries}: {}", failed.errors);
        }
    }
}
