//! Formulas without a value, derivatives that are zero.

use super::check_entries;
use super::proven::accept;

#[test]
fn constants_are_not_differentiated_and_poles_not_evaluated() {
    let constant = "this is constant: it contains no coordinate and no `t`, so that its derivative is zero; what moves is listed in \
                    `coordinates(..)`, and the velocity of what is at rest is dropped";
    let with =
        |potential: &str| format!("coordinates(x), kinetic = dt(x).powi(2), potential = x * {potential}");
    for (potential, message) in [
        ("dt(«m»)", constant),
        ("dt(«m * l»)", constant),
        ("dt(«3»)", constant),
        ("tan(«PI / 2»)", "`tan` has a pole here, where the cosine is zero"),
        (
            "tan(«-3 * PI / 2»)",
            "`tan` has a pole here, where the cosine is zero",
        ),
        (
            "«(PI / 2)».tan()",
            "`tan` has a pole here, where the cosine is zero",
        ),
        ("(1 / «cos(PI / 2)»)", "this divisor is zero"),
    ] {
        check_entries(&[(&with(potential), message)]);
    }
    accept(
        &[
            "tan(PI / 4)",
            "tan(1.5707)",
            "tan(x)",
            "dt(t)",
            "(1 / cos(PI / 3))",
        ]
        .map(with)
        .each_ref()
        .map(String::as_str),
    );
    // An element at rest beside one that moves.
    accept(&["coordinates(x), let p = [m, x], kinetic = dt(p).norm_squared() + dt([0, x])[0]"]);
    let of_item = constant.replace("is constant:", "is constant, where `i` is 0:");
    for (kinetic, message) in [
        ("sum(0..3, |i| dt(«r0[i]»))", of_item.as_str()),
        ("sum(0..3, |i| dt(«i * 2 + m»))", &of_item),
        ("dt(«r0[2]»)", constant),
    ] {
        check_entries(&[(
            &format!("coordinates(x), kinetic = dt(x).powi(2) + {kinetic}"),
            message,
        )]);
    }
    check_entries(&[(
        "coordinates(x), let p = [0, m], kinetic = dt(x).powi(2) + dt(«p»).norm_squared()",
        constant,
    )]);
}

#[test]
fn formulas_have_values() {
    let nowhere = "this has no derivative anywhere: it contains a root or a logarithm of what is nowhere above zero, or an angle whose \
             sine or cosine is nowhere between -1 and 1; change that";
    let no_solution = "this constraint has no solution: its left side is zero nowhere; write what has to vanish, as in \
                       `x.powi(2) + y.powi(2) - l.powi(2)`";
    let body = "coordinates(x), kinetic = dt(x).powi(2)";
    for (entries, message) in [
        ("potential = «k * ln(-1 - x.powi(2))»", nowhere),
        ("potential = «sqrt(-1 - x.powi(2))»", nowhere),
        ("potential = «k * acos(2 + x * x)»", nowhere),
        ("potential = «asin(-2 - x * x)»", nowhere),
        // Each has a value at zero, and no derivative there.
        ("potential = «asin(1 + x * x)»", nowhere),
        ("potential = «x + sqrt(-(x * x))»", nowhere),
        ("dissipation = «dt(x).powi(2) * ln(-k.powi(2))»", nowhere),
        ("constraint(«sin(x) == 2»)", no_solution),
        ("constraint(a = «3 + cos(x) - 1.5 * tanh(x)»)", no_solution),
        ("constraint(a = «atan(x) - 2»)", no_solution),
        ("constraint(a = «cos(x) + 2 * atan(k * x) - 5»)", no_solution),
    ] {
        check_entries(&[(&format!("{body}, {entries}"), message)]);
    }
    accept(
        &[
            "potential = ln(k - x.powi(2))",
            "potential = sqrt(-k - x.powi(2))",
            "potential = x + acos(1 + k * x.powi(3))",
            "potential = x + if k > 0 { 0 } else { sqrt(-1 - k.powi(2)) }",
            "constraint(sin(x) == 0.99)",
            "constraint(2 * sin(x) == 1.5)",
        ]
        .map(|entries| format!("{body}, {entries}"))
        .each_ref()
        .map(String::as_str),
    );
}
