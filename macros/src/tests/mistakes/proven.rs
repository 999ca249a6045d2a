//! Declarations that can be read, and are proven to be no motion that anybody means; next to each, one that is right.

use super::{check, check_entries};
use crate::tests::{parse, with_entries};

pub(super) fn accept(all: &[&str]) {
    for entries in all {
        if let Err(failed) = parse(&with_entries(entries)) {
            panic!("{entries}: {}", failed.errors);
        }
    }
}

#[test]
fn coordinates_have_a_kinetic_energy_or_are_massless() {
    let none = "`y` has no kinetic energy; write `dt(y)` in it, or add `massless(y)` if this is meant";
    check_entries(&[
        (
            "coordinates(x, «y»), kinetic = 0.5 * m * (dt(x).powi(2) + dt(x).powi(2)), potential = k * (x * x + y * y)",
            none,
        ),
        (
            "coordinates(x, «y»), mass_matrix = [[m, 0], [0, 0]], potential = k * (x * x + y * y)",
            none,
        ),
        (
            "coordinates(x, «y»), lagrangian = 0.5 * m * dt(x).powi(2) + y * (x - y)",
            none,
        ),
        (
            "coordinates(x, «y»), kinetic = dt(x).powi(2), constraint(slave = y - sin(x))",
            none,
        ),
        (
            "coordinates(«r»[3]), kinetic = dt(r[0]).powi(2) + dt(r[1]).powi(2), potential = r.norm_squared()",
            "`r[2]` has no kinetic energy; write `dt(r[2])` in it, or add `massless(r[2])` if this is meant",
        ),
        (
            "coordinates(x, y), massless(«x», y), kinetic = dt(x).powi(2), potential = (x - y).powi(2)",
            "`x` has a kinetic energy, so that it is not massless; drop it here",
        ),
        (
            "coordinates(x, y), massless(y, «y»), kinetic = dt(x).powi(2), potential = (x - y).powi(2)",
            "`y` is listed twice; drop one of the two",
        ),
        (
            "coordinates(x, y), massless(«z»), kinetic = dt(x).powi(2) + dt(y).powi(2)",
            "what is massless is a coordinate, and `z` is none; there are `x`, `y`",
        ),
        (
            "coordinates(x, y), massless(«dt»(y)), kinetic = dt(x).powi(2)",
            "coordinates are listed by their names; write `y`",
        ),
        (
            "coordinates(x, r[3]), massless(r[«3»]), kinetic = dt(x).powi(2) + dt(r).norm_squared()",
            "index 3 is out of range: the indices are 0 to 2",
        ),
    ]);
    accept(&[
        "coordinates(x, y), massless(y), kinetic = 0.5 * m * dt(x).powi(2), potential = k * (x - y).powi(2)",
        "coordinates(r[3]), massless(r[2]), kinetic = dt(r[0]).powi(2) + dt(r[1]).powi(2), potential = r.norm_squared()",
        "coordinates(r[3], x), massless(r), kinetic = dt(x).powi(2), potential = (r - r0).norm_squared() + x * x",
        "coordinates(x, y), massless(y), lagrangian = 0.5 * m * dt(x).powi(2) + y * (x - 1) - k * y.powi(2)",
        // Inertia of a sum.
        "coordinates(x, y), kinetic = 0.5 * m * (dt(x) + dt(y)).powi(2), potential = k * (x * x + y * y)",
        // Light cones, and energies of general form.
        "coordinates(x, y), lagrangian = m * dt(x) * dt(y) - k * x * y",
        "coordinates(x), lagrangian = -m * sqrt(1 - dt(x).powi(2)) - 0.5 * k * x.powi(2)",
        "coordinates(x), lagrangian = -m * dt(x) * ln(dt(x))",
        "coordinates(x), kinetic = 0.5 * m * (1 + x.powi(2)) * dt(x).powi(2) + k * sin(t) * dt(x)",
    ]);
}

#[test]
fn a_square_is_not_forgotten() {
    check_entries(&[
        (
            "coordinates(x), kinetic = «0.5 * m * dt(x)», potential = 0.5 * k * x.powi(2)",
            "the kinetic energy has no term of second degree in `dt(x)`, so that `x` has no mass; write a square, as in \
             `0.5 * m * dt(x).powi(2)`, or add `massless(x)` if this is meant",
        ),
        (
            "coordinates(x, y), kinetic = «dt(x).powi(2) + 0.5 * m * dt(y)», potential = k * y",
            "the kinetic energy has no term of second degree in `dt(y)`, so that `y` has no mass; write a square, as in \
             `0.5 * m * dt(y).powi(2)`, or add `massless(y)` if this is meant",
        ),
        (
            "coordinates(x), lagrangian = «x * dt(x) - x.powi(2)»",
            "the Lagrangian has no term of second degree in `dt(x)`, so that `x` has no mass; write a square, as in \
             `0.5 * m * dt(x).powi(2)`, or add `massless(x)` if this is meant",
        ),
    ]);
    accept(&["coordinates(x, y), massless(x, y), lagrangian = x * dt(y) - 0.5 * (x * x + y * y)"]);
}

#[test]
fn nothing_is_pushed_without_inertia() {
    let pushed = "`y` is pushed and has no inertia: its equation contains no coordinate and no velocity, and has no solution; \
                  give `y` a kinetic energy, or drop it";
    check_entries(&[
        (
            "coordinates(x, «y»), kinetic = dt(x).powi(2), potential = k * x * x + m * y",
            pushed,
        ),
        (
            "coordinates(x, «y»), massless(y), kinetic = dt(x).powi(2), potential = k * x * x + m * y",
            pushed,
        ),
        (
            "coordinates(x, «y»), inputs(u), massless(y), kinetic = dt(x).powi(2), potential = m * y, force(y = u)",
            pushed,
        ),
        (
            "coordinates(x, «y»), massless(y), kinetic = dt(x).powi(2) + m * t * dt(y)",
            pushed,
        ),
    ]);
    accept(&[
        // A dashpot, and a weight on a wire.
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = m * y, dissipation = dt(y).powi(2)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = m * y, constraint(wire = y - x)",
    ]);
}

#[test]
fn kinetic_energies_are_above_zero() {
    let negative = |x: &str| {
        format!(
            "the kinetic energy is below zero if only `{x}` moves and parameters are above zero; change the sign, or give all of \
             L as `lagrangian = ..` if this is meant"
        )
    };
    check_entries(&[
        (
            "coordinates(x), kinetic = «-0.5 * m * dt(x).powi(2)», potential = 0.5 * k * x.powi(2)",
            &negative("x"),
        ),
        (
            "coordinates(x, y), kinetic = «0.5 * m * (dt(x).powi(2) - dt(y).powi(2))»",
            &negative("y"),
        ),
        (
            "coordinates(x, y), kinetic = «-0.5 * m * (l * dt(x) + cos(x) * dt(y)).powi(2)»",
            &negative("x"),
        ),
        (
            "coordinates(x, y), mass_matrix = [[m, 0], [0, «-m»]]",
            &negative("y"),
        ),
    ]);
    accept(&[
        "coordinates(x), kinetic = 0.5 * (m - l) * dt(x).powi(2)",
        "coordinates(x), kinetic = -0.5 * x * dt(x).powi(2)",
        "coordinates(x), lagrangian = -0.5 * m * dt(x).powi(2)",
        "coordinates(x, y), lagrangian = 0.5 * m * (dt(x).powi(2) - dt(y).powi(2))",
        "coordinates(x), kinetic = 0.5 * m * dt(x).powi(2) - k * sin(x) * dt(x)",
    ]);
}

#[test]
fn potentials_do_not_jump() {
    let jumps = |place: &str| {
        format!(
            "this potential jumps{place}, and there is no force that does so: the energy changes by the jump, and the motion does \
             not; for a wall write a steep, continuous potential, as in `if x > 0 {{ 0.5 * k * x.powi(2) }} else {{ 0 }}`"
        )
    };
    let at_x = jumps(" at a value of `x`");
    let with = |potential: &str| {
        format!("coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), potential = {potential}")
    };
    for (potential, message) in [
        ("«if x > 0 { 100 } else { 0 }»", &at_x),
        ("k * y * y + «if 2 * x < l { m } else { 0 }»", &at_x),
        ("«if x > l { 0.5 * k * (x - l).powi(2) + m } else { 0 }»", &at_x),
        ("«m * signum(x - l)»", &at_x),
        ("«if x > 0 { k * x } else { if x < -1 { 5 } else { 0 } }»", &at_x),
        ("«if x * x + y * y < 1 { m } else { 0 }»", &jumps("")),
    ] {
        check_entries(&[(&with(potential), message)]);
    }
    accept(
        &[
            "if x > 0 { 0.5 * k * x.powi(2) } else { 0 }",
            "if x > l { 0.5 * k * (x - l).powi(2) + m } else { m }",
            "if x < 0 { k * x } else { 0 }",
            "{ let stiff = if x > 0 { k } else { m }; 0.5 * stiff * x.powi(2) }",
            "x * signum(x) + abs(y) + max(x, y)",
            "x * x + if t > 1 { 100 } else { 0 }",
            "x * x + if m > k { 100 } else { 0 }",
            "x * y + if x * x < -1 { m } else { 0 }",
            "if x > 0 { k * x } else { if x > 1 { 5 } else { 0 } }",
            // Algebra finds values at zero that are not the limits.
            "if x == 0 { 1 } else { sin(x) / x }",
            "if x > 0 { sin(m * x) / x } else { m + x }",
            // Two choices change at one place.
            "(if x > 0 { k * (x + l).powi(2) } else { 0 }) + (if x <= 0 { k * (x - l).powi(2) } else { 0 })",
            "(if x > 0 { k * (x + l).powi(2) } else { 0 }) - (if x > 0 { k * l.powi(2) } else { 0 })",
            "k * (x + 1) * x.signum() - k * (if x >= 0 { 1 } else { -1 })",
            // Positive functions with the limit zero, and poles that cancel a step.
            "if abs(x) < 1 { k * exp(-1 / (1 - x.powi(2))) } else { 0 }",
            "k * (if x == 0 { 0 } else { exp(-1 / x.powi(2)) })",
            "k * (if x > 0 { atan(1 / x) } else { PI + atan(1 / x) })",
            "k * (atan(1 / x) + PI / 2 - PI / 2 * signum(x))",
            // Only values tell.
            "y + if x > 0 { k } else { m }",
            "0",
            "5",
            "x + sin(t)",
        ]
        .map(with)
        .each_ref()
        .map(String::as_str),
    );
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential = «0.5 * k * (x - x).powi(2)»",
            "this potential is constant, so that it has no force; write a position in it, as in `0.5 * k * x.powi(2)`, or drop it",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential = «m * k * l»",
            "this potential is constant, so that it has no force; write a position in it, as in `0.5 * k * x.powi(2)`, or drop it",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential = «m * sin(t)»",
            "this potential depends on `t` alone, so that it has no force; write a position in it, as in `0.5 * k * x.powi(2)`, \
             write `force(x = ..)` for a push that changes with time, or drop it",
        ),
        (
            "coordinates(x, y), kinetic = «m * dt(x) * dt(y)»",
            "the kinetic energy has products of `dt(x)` with other velocities and not its square, so that it is below zero for some; \
             write the square, as in `0.5 * m * dt(x).powi(2)`, or give all of L as `lagrangian = ..` if this is meant",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), potential = «m + 0 * x»",
            "this potential is constant, so that it has no force; write a position in it, as in `0.5 * k * x.powi(2)`, or drop it",
        ),
        (
            "coordinates(x, y), kinetic = dt(y).powi(2) + («if x > l { 2 * m } else { m }») * dt(x).powi(2)",
            "this kinetic energy jumps at a value of `x`, and there is no force that does so: the energy changes by the jump, and the \
             motion does not; write a mass that is continuous, if steep",
        ),
        (
            "coordinates(x), lagrangian = dt(x).powi(2) - «if x > 0 { 100 } else { 0 }»",
            "this Lagrangian jumps at a value of `x`, and there is no force that does so: the energy changes by the jump, and the \
             motion does not; for a wall write a steep, continuous potential, as in `if x > 0 { 0.5 * k * x.powi(2) } else { 0 }`",
        ),
    ]);
}

#[test]
fn dissipation_removes_energy() {
    let with = |dissipation: &str| {
        format!("coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), dissipation = {dissipation}")
    };
    let linear = "this dissipation is of first degree in `dt(x)`, so that its force −∂R/∂v is a constant push; write \
                  `0.5 * c * dt(x).powi(2)` for R = ½ c v², or `mu * sqrt(dt(x).powi(2) + eps.powi(2))` for dry friction";
    let odd = "this dissipation is odd in `dt(x)`, so that it adds energy in one direction; write the power of the \
               speed, as in `abs(dt(x)).powi(3)`, or `0.5 * c * dt(x).powi(2)` for R = ½ c v²";
    let negative = "this dissipation is below zero whatever the signs of parameters are, so that it adds energy; change the sign, \
                    as in `0.5 * c * dt(x).powi(2)` for R = ½ c v², or write `force(x = ..)` if this is meant";
    let product = "this dissipation has products of `dt(x)` with other velocities and not its square, so that it adds energy for \
                   some; write the square, as in `0.5 * c * dt(x).powi(2)` for R = ½ c v²";
    let rest = "a term of this dissipation contains no velocity, so that it has no force; write `0.5 * c * dt(x).powi(2)` for R = \
                ½ c v², and springs in `potential`";
    for (dissipation, message) in [
        ("«k * dt(x)»", linear),
        ("«k * dt(x) + dt(y).powi(2)»", linear),
        ("«k * (1 + x * x) * dt(x)»", linear),
        ("«k * dt(x).powi(3)»", odd),
        ("«k * dt(x) * abs(dt(x))»", odd),
        ("«k * signum(dt(x))»", odd),
        ("«k * tanh(dt(x) / 0.01)»", odd),
        ("«k + atan(dt(x))»", odd),
        ("«k * dt(x).powi(2) * dt(x)»", odd),
        ("«-0.5 * dt(x).powi(2)»", negative),
        ("«-0.5 * k.powi(2) * (dt(x) - dt(y)).powi(2)»", negative),
        ("«-(k * k) * abs(dt(x))»", negative),
        ("«-abs(k) * dt(x).powi(2)»", negative),
        (
            "«-exp(k) * (1 + x * x) * (dt(x).powi(2) + dt(y).powi(4))»",
            negative,
        ),
        // A constant more than a square root, or than a logarithm.
        ("«-2 * sqrt(dt(x).powi(2) + 0.01)»", negative),
        ("«0.2 - 2 * sqrt(dt(x).powi(2) + dt(y).powi(2) + 0.01)»", negative),
        ("«-3 * ln(cosh(dt(x)))»", negative),
        ("«k * dt(x) * dt(y)»", product),
        ("«0.5 * k * dt(x).powi(2) + 0.5 * m * x.powi(2)»", rest),
    ] {
        check_entries(&[(&with(dissipation), message)]);
    }
    accept(
        &[
            "0.5 * k * dt(x).powi(2)",
            "k * sqrt(dt(x).powi(2) + m.powi(2))",
            "k * abs(dt(x))",
            "k * abs(dt(x)).powi(3)",
            // Right near rest, or below its value there by a constant only.
            "m * dt(x).powi(2) + k * dt(x).powi(3)",
            "0.5 * k * dt(x).powi(2) - 1e-4 * dt(x).powi(4)",
            "-k * exp(-dt(x).powi(2) / m)",
            "-k / (1 + dt(x).powi(2))",
            "-k / hypot(1, dt(x))",
            "k * (1 + x * x) * (sqrt(dt(x).powi(2) + m.powi(2)) - m)",
            "k * (1 + x * x) * sqrt(dt(x).powi(2) + m.powi(2))",
            "0.5 * k * (dt(x) - m * sin(x)).powi(2)",
            "k * dt(x).powi(4) + m * dt(y).powi(2)",
            // Relative to a belt, with feedback, and with a sign that only values tell.
            "0.5 * k * (dt(x) - l).powi(2)",
            "0.5 * k * (x * x - 1) * dt(x).powi(2)",
            "0.5 * (k - m) * dt(x).powi(2)",
            "0.5 * k * (dt(x) - dt(y)).powi(2)",
            "k * ln(cosh(dt(x)))",
            // Stability derivatives are below zero.
            "-0.5 * k * dt(x).powi(2)",
            "-0.5 * k * (dt(x) - dt(y)).powi(2)",
            "-k * abs(dt(x))",
            "k * if dt(x) < 0 { -dt(x) } else { dt(x) }",
        ]
        .map(with)
        .each_ref()
        .map(String::as_str),
    );
}

#[test]
fn all_mistakes_are_found_at_once() {
    check(
        &with_entries(
            "coordinates(x, «y»), kinetic = «-m * dt(x).powi(2)», potential = «if x > 0 { 9 } else { 0 }» + y * x, \
             dissipation = «k * dt(x)», constraint(a = «x * x + y * y», b = «1 + x * x»)",
        ),
        &[
            "`y` has no kinetic energy; write `dt(y)` in it, or add `massless(y)` if this is meant",
            "the kinetic energy is below zero if only `x` moves and parameters are above zero; change the sign, or give all of L \
             as `lagrangian = ..` if this is meant",
            "this potential jumps at a value of `x`, and there is no force that does so: the energy changes by the jump, and the \
             motion does not; for a wall write a steep, continuous potential, as in `if x > 0 { 0.5 * k * x.powi(2) } else { 0 }`",
            "this dissipation is of first degree in `dt(x)`, so that its force −∂R/∂v is a constant push; write \
             `0.5 * c * dt(x).powi(2)` for R = ½ c v², or `mu * sqrt(dt(x).powi(2) + eps.powi(2))` for dry friction",
            "the gradient of this constraint vanishes or jumps wherever the constraint holds, because its left side has one sign: \
             no force along it can hold it; write what is squared, as in `x - y` for `(x - y).powi(2)`, and one constraint for \
             each term of a sum of squares",
            "this constraint has no solution: its left side is zero nowhere; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`",
        ],
    );
}
