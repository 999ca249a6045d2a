//! Mistakes of dry friction.

use crate::tests::mistakes::{check, check_entries};
use crate::tests::{parse, with_entries};

/// A body in the plane with dry friction.
fn body(friction: &str) -> String {
    with_entries(&format!(
        "coordinates(x, y, phi), inputs(u), kinetic = m * (dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2)), \
         force(x = u), friction({friction})"
    ))
}

fn check_frictions(cases: &[(&str, &str)]) {
    for (friction, message) in cases {
        check(&body(friction), &[message]);
    }
}

fn accept(friction: &str) -> Vec<String> {
    parse(&body(friction)).map_or_else(
        |failed| panic!("{friction}: {}", failed.errors),
        |system| system.notes,
    )
}

#[test]
fn frictions_are_accepted() {
    for (friction, names) in [
        ("seal, slip = dt(x), force = m", &["seal"][..]),
        (
            "seal, slip = [dt(x), dt(y)], force = m * (2 + sin(x) * exp(-t))",
            &["seal"],
        ),
        (
            "seal, slip = dt(x) - l * dt(phi) + sin(t), force = 0.3,",
            &["seal"],
        ),
        (
            "seal, slip = dt(x), force = m * (1 + exp(-dt(x).powi(2))) * dt(x).powi(2)",
            &["seal"],
        ),
        ("seal, slip = dt(x), force = m * dt(x).abs()", &["seal"]),
        (
            "seal, slip = array(0..2, |i| dt(x) - i * dt(y)), force = r0[0]",
            &["seal[0]", "seal[1]"],
        ),
        (
            "seal, slip = array(0..2, |i| [dt(x), dt(y) + i * dt(phi)]), force = [1, 2]",
            &["seal[0]", "seal[1]"],
        ),
        (
            "seal, slip = [[dt(x), dt(y)], [dt(y), dt(phi)]], force = 1",
            &["seal[0]", "seal[1]"],
        ),
    ] {
        assert_eq!(accept(friction), [""; 0], "{friction}");
        let system = parse(&body(friction)).unwrap_or_else(|failed| panic!("{friction}: {}", failed.errors));
        assert_eq!(system.contacts, names, "{friction}");
    }
    assert_eq!(
        accept("seal, slip = dt(x), force = 0"),
        ["the force of the friction `seal` is zero, so that it does nothing"]
    );
    assert_eq!(
        accept("seal, slip = dt(x), force = -m"),
        ["the force of the friction `seal` is below zero for parameters above zero"]
    );
    // Two of them along one slip add up.
    let two = "coordinates(x), kinetic = dt(x).powi(2), friction(a, slip = dt(x), force = m), friction(b, slip = dt(x), force = m)";
    assert!(parse(&with_entries(two)).is_ok());
}

#[test]
fn parts_of_a_friction_are_a_slip_and_a_force() {
    let of_a_contact = "dry friction acts at all times, with a bound of its own; a gap, and what presses on it, are those of a contact: \
                        write `contact(name, gap = .., slip = .., friction = .., restitution = ..)`, or drop this";
    check_frictions(&[
        (
            "«seal», force = m",
            "the friction `seal` has no slip; write `friction(seal, slip = ..)`: the velocity that it resists, affine in the \
             velocities: one component, or two that share one bound",
        ),
        (
            "«seal», slip = dt(x)",
            "the friction `seal` has no force; write `friction(seal, slip = .., force = ..)`: the largest force f ≥ 0; friction in \
             proportion to a velocity is `force(x = -c * dt(x))`",
        ),
        ("seal, «gap» = x, slip = dt(x), force = m", of_a_contact),
        ("seal, slip = dt(x), «mu» = m", of_a_contact),
        ("seal, slip = dt(x), «friction» = m", of_a_contact),
        ("seal, slip = dt(x), force = m, «restitution» = 0.5", of_a_contact),
        ("seal, slip = dt(x), force = m, «e_t» = 0.5", of_a_contact),
        (
            "seal, slip = dt(x), «bound» = m",
            "`bound` is no part of a friction; did you mean `force`?",
        ),
        (
            "seal, slip = dt(x), «colour» = m",
            "`colour` is no part of a friction; there are `slip`, `force`",
        ),
        (
            "«x», slip = dt(x), force = m",
            "`x` is a coordinate already; a name has one meaning: choose another",
        ),
    ]);
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), friction(«x» = -dt(x))",
            "a friction is a name and its parts: write `friction(x, slip = - dt (x))`; friction in proportion to a velocity is \
             `force(x = -c * dt(x))`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact(a, gap = x), friction(«a», slip = dt(x), force = 1)",
            "`a` is a contact already; a name has one meaning: choose another",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), friction(a, slip = dt(x), force = 1), output(b = «a»)",
            "`a` is a friction, and formulas do not know it: its percussions follow from the motion, and are in the report of a step",
        ),
    ]);
}

#[test]
fn slips_and_forces_are_what_they_are() {
    check_frictions(&[
        (
            "seal, slip = «dt(x).powi(2)», force = m",
            "this slip is not affine in the velocities, so that no percussion is along it; write the components of the velocity along \
             the contact, as in `dt(x) + r * dt(phi)`",
        ),
        (
            "seal, slip = «x», force = m",
            "this slip does not depend on a velocity; write the velocity along the contact, as in `dt(x) + r * dt(phi)`",
        ),
        (
            "seal, slip = «[dt(x), dt(y), dt(phi)]», force = m",
            "a slip has one component, or two that share one bound; this is a vector of length 3: for several write `slip = \
             array(0..n, |i| ..)`, whose items have one or two components",
        ),
        (
            "seal, slip = «[dt(x), dt(x)]», force = m",
            "the two components of this slip are the same; write those along two directions that are orthogonal to each other",
        ),
        (
            "seal, slip = dt(x), force = «-0.3»",
            "a friction is not below zero: it acts against the slip, whatever its sign",
        ),
        (
            "seal, slip = dt(x), force = «-exp(m)»",
            "a friction is not below zero: it acts against the slip, whatever its sign",
        ),
        (
            "seal, slip = dt(x), force = «[1, 2]»",
            "the force is a scalar; this is a vector of length 2",
        ),
        (
            "seal, slip = array(0..3, |i| dt(x) - i * dt(y)), force = «[1, 2]»",
            "the force is a scalar, or a vector of length 3 as the slip; this is a vector of length 2",
        ),
        (
            "seal, slip = dt(x), force = «m * dt(x)»",
            "this friction has the opposite sign for opposite velocities, and a friction is not below zero: write a function of the \
             speed, as in `exp(-(dt(x) / v).powi(2))`, or what is in proportion to a velocity as a force or a dissipation",
        ),
        (
            "seal, slip = dt(x), force = 0.1 * multiplier(«rod»).abs()",
            "`rod` is not a constraint; this system has none; declare it above, as in `constraint(rod = r.norm() - l)`",
        ),
        (
            "seal, slip = dt(x), force = «u»",
            "`u` is an input, and inputs act through forces; where the program changes a law of contact, make it a field, which \
             `set_system` changes",
        ),
    ]);
}

/// A bead on a rail, whose friction knows the reaction.
#[test]
fn forces_may_contain_reactions() {
    let bead = |friction: &str| {
        with_entries(&format!(
            "coordinates(x, y), kinetic = m * (dt(x).powi(2) + dt(y).powi(2)), constraint(rail = y), let pressed = multiplier(rail).abs(), \
             output(load = pressed), friction({friction})"
        ))
    };
    for friction in [
        "rub, slip = dt(x), force = 0.1 * multiplier(rail).abs()",
        "rub, slip = dt(x), force = 0.1 * pressed * (1 + exp(-dt(x).powi(2)))",
        "rub, slip = dt(x), force = max(0.1 * multiplier(rail), 0)",
        "rub, slip = dt(x), force = m + 0.1 * multiplier(rail)",
        "rub, slip = array(0..2, |i| dt(x) - i * dt(y)), force = array(0..2, |i| 0.1 * i * pressed)",
    ] {
        let system = parse(&bead(friction)).unwrap_or_else(|failed| panic!("{friction}: {}", failed.errors));
        assert_eq!(system.notes, [""; 0], "{friction}");
    }
    for (friction, message) in [
        (
            "rub, slip = dt(x), force = «0.1 * multiplier(rail)»",
            "this friction has the opposite sign for the opposite reaction, and a friction is not below zero: write a function of its \
             size, as in `multiplier(rail).abs()` or `multiplier(pin).norm()`",
        ),
        (
            "rub, slip = dt(x), force = 0.1 * multiplier(«wheel»).abs()",
            "`wheel` is not a constraint; the constraint of this system is `rail`",
        ),
        (
            "rub, slip = dt(x) + «pressed», force = m",
            "`pressed` contains a multiplier, but a slip cannot contain the multiplier of a constraint, which follows from the motion; an \
             `output` can",
        ),
    ] {
        check(&bead(friction), &[message]);
    }
    check_entries(&[(
        "coordinates(x[many.len()]), kinetic = sum(0..many.len(), |i| dt(x[i]).powi(2)), constraint(end = x[0]), \
         friction(rub, slip = dt(x[1]), force = 0.1 * «multiplier(end)».abs())",
        "a force of friction of a system of any size cannot contain the multiplier of a constraint, which follows from the motion; an \
         `output` can, and where friction is in proportion to it make that a field, which `set_system` sets from the output before each \
         step",
    )]);
}

#[test]
fn schemes_of_dry_friction_have_percussions() {
    check_entries(&[(
        "coordinates(x), kinetic = dt(x).powi(2), friction(a, slip = dt(x), force = 1), discretize(«Verlet»)",
        "`Verlet` has no percussions, and this system has dry friction; the schemes for it are `Moreau`, `SymmetricMoreau`, \
         `VariationalMoreau`, `NonsmoothMidpoint`, `Theta`, `Midpoint`, `Livens`",
    )]);
    // Beside gaps others have percussions.
    check_entries(&[(
        "coordinates(x), kinetic = dt(x).powi(2), contact(floor, gap = x), friction(a, slip = dt(x), force = 1), discretize(«Midpoint»)",
        "`Midpoint` has no percussions, and this system has contacts; the schemes for them are `Moreau`, `SymmetricMoreau`, \
         `VariationalMoreau`, `NonsmoothMidpoint`, `Theta`",
    )]);
    // Without a list it has those for contacts.
    let system =
        parse(&body("seal, slip = dt(x), force = m")).unwrap_or_else(|failed| panic!("{}", failed.errors));
    let paths: Vec<String> = system
        .schemes
        .iter()
        .map(|listed| listed.scheme.path().to_string())
        .collect();
    assert_eq!(paths, ["Moreau", "VariationalMoreau"]);
}

#[test]
fn schemes_without_percussions_say_what_they_lack() {
    let entries =
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), friction(a, slip = dt(x), force = 1)";
    let check_more = |more: &str, message: &str| check_entries(&[(&format!("{entries}, {more}"), message)]);
    check_more(
        "sensitivities(m), force(x = m), discretize(«Livens»)",
        "`Livens` has no derivative of steps with dry friction, and this system has `sensitivities`; list `Moreau` or \
         `VariationalMoreau`, or drop those",
    );
    for scheme in [
        "Stabilized<Livens>",
        "Polarized<Livens>",
        "Galerkin<2, Gauss<2>>",
        "NullSpace<Midpoint>",
    ] {
        check_more(
            &format!("constraint(c = x - y), discretize(«{scheme}»)"),
            &format!(
                "`{scheme}` has no percussions, and this system has dry friction; the schemes for it are `Moreau`, `SymmetricMoreau`, \
                 `VariationalMoreau`, `NonsmoothMidpoint`, `Theta`, `Midpoint`, `Livens`"
            ),
        );
    }
}

/// What jumps with a velocity is meant as dry friction.
#[test]
fn forces_that_jump_with_a_velocity_are_noted() {
    let note = "the force on `x` jumps with its velocity, and a step across the jump does not have the order of its scheme; dry \
                friction, which sticks, is `friction(name, slip = .., force = ..)`";
    for (force, is_noted) in [
        ("force(x = -m * signum(dt(x)))", true),
        ("force(x = if dt(x) > 0 { -m } else { m })", true),
        ("dissipation = m * abs(dt(x))", true),
        ("force(x = -m * tanh(dt(x) / l))", false),
        ("force(x = -m * dt(x) * abs(dt(x)))", false),
        ("force(x = -m * signum(x) * dt(x))", false),
        // A quotient is no choice, and is not looked at.
        ("force(x = -m * dt(x) / abs(dt(x)))", false),
    ] {
        let entries = with_entries(&format!("coordinates(x), kinetic = dt(x).powi(2), {force}"));
        let system = parse(&entries).unwrap_or_else(|failed| panic!("{force}: {}", failed.errors));
        assert_eq!(
            system.notes.iter().any(|found| found == note),
            is_noted,
            "{force}: {:?}",
            system.notes
        );
    }
}
