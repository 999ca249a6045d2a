//! Mistakes of contacts.

mod friction;
mod laws;
mod proven;

use super::{check, check_entries};
use crate::tests::{parse, with_entries};

/// A ball in the plane with one contact.
fn ball(contact: &str) -> String {
    with_entries(&format!(
        "coordinates(x, y, phi), inputs(u), kinetic = m * (dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2)), \
         force(x = u), contact({contact})"
    ))
}

fn check_contacts(cases: &[(&str, &str)]) {
    for (contact, message) in cases {
        check(&ball(contact), &[message]);
    }
}

fn accept_contact(contact: &str) -> Vec<String> {
    parse(&ball(contact)).map_or_else(
        |failed| panic!("{contact}: {}", failed.errors),
        |system| system.notes,
    )
}

#[test]
fn contacts_are_accepted() {
    for contact in [
        "floor, gap = y",
        "floor, gap = y - 0.1 * sin(t), slip = dt(x) + m * dt(phi), friction = m, restitution = 0.5, restitution_t = 1",
        "floor, gap = y, slip = [dt(x), dt(phi)], friction = 0.3,",
        "floor, gap = y, slip = [dt(x)], friction = 0.3",
        "floor, gap = [y, 1 - y], slip = [dt(x), -dt(x)], friction = [m, 0.2]",
        "floor, gap = [y, 1 - y], slip = [[dt(x), dt(phi)], [dt(x), dt(phi)]], friction = m * exp(-t) * (2 + sin(x))",
        "floor, gap = y, point = [x, y], normal = [0, 1], friction = 0.3",
        "floor, gap = 0.6 * x + 0.8 * y, point = [x, y], normal = [3, 4], friction = 0.3",
        "floor, gap = array(0..4, |i| y + i), restitution = array(0..4, |i| i / 4)",
        "pair, gap = array(0..3, |i| array(0..2, |j| r0[(i + j) % 3] - (i + 1) * x)), slip = array(0..3, |i| array(0..2, |j| dt(y) - (i + j) * dt(phi))), \
         friction = 0.1",
        "floor, gap = y, slip = if x < 0 { dt(x) } else { 2 * dt(x) }, friction = if x < 0 { 0.1 } else { 0.2 }",
    ] {
        assert!(accept_contact(contact).is_empty(), "{contact}");
    }
}

#[test]
fn odd_contacts_are_noted() {
    assert_eq!(
        accept_contact("floor, gap = y, slip = dt(x), friction = 0"),
        ["the contact `floor` has a slip and a friction of zero, so that nothing acts along it"]
    );
    assert_eq!(
        accept_contact("floor, gap = y.powi(2) + m"),
        ["the contact `floor` never closes for parameters above zero"]
    );
    // Of a body that turns nothing is said: its directions are orthogonal in space, and not in the metric of T.
    let turning = "floor, gap = y - l * cos(phi), slip = dt(x) + l * dt(phi), friction = 0.3";
    assert!(accept_contact(turning).is_empty());
    let units = "the slip of `floor` and its gap have other units of length, |∂γ/∂v| and |∂g/∂q|: friction is μ times their ratio";
    assert_eq!(
        accept_contact("floor, gap = y, slip = 2 * dt(x), friction = 0.3"),
        [units]
    );
    assert_eq!(
        accept_contact("floor, gap = 1000 * y, slip = dt(x), friction = 0.3"),
        [units]
    );
    assert_eq!(
        accept_contact("floor, gap = y, slip = 0.8 * dt(x) + 0.6 * dt(y), friction = 0.3"),
        ["the slip of `floor` is not orthogonal to its normal ∂g/∂q: friction opens or closes the gap"]
    );
}

#[test]
fn a_contact_is_a_name_and_its_parts() {
    check_contacts(&[
        (
            "«floor», friction = 0",
            "the contact `floor` has no gap; write `contact(floor, gap = ..)`: the distance g(q, t) of the bodies, positive where \
             the contact is open; friction that no gap opens is `friction(floor, slip = .., force = ..)`",
        ),
        (
            "«gap» = y",
            "a contact begins with its name, as in `contact(floor, gap = ..)`",
        ),
        (
            "«floor» = y - m",
            "a contact is a name and its parts: write `contact(floor, gap = y - m)`",
        ),
        (
            "«\"floor\"», gap = y",
            "a contact begins with its name, as in `contact(floor, gap = ..)`",
        ),
        (
            "floor, «y» - m",
            "expected a part and its formula, as in `gap = y - m`",
        ),
        (
            "floor, «y» >= m",
            "expected a part and its formula, as in `gap = y - m`",
        ),
        (
            "floor, gap = y, «wall», gap = x",
            "one `contact(..)` is one contact: write `contact(wall, gap = ..)` for another one",
        ),
        (
            "floor, gap = y, «dt»(x)",
            "expected a part and its formula, as in `slip = dt (x)`",
        ),
        (
            "floor, «distance» = y",
            "`distance` is no part of a contact; did you mean `gap`?",
        ),
        (
            "floor, gap = y, slip = dt(x), «mu» = 0.3",
            "`mu` is no part of a contact; did you mean `friction`?",
        ),
        (
            "floor, gap = y, «e» = 0.3",
            "`e` is no part of a contact; did you mean `restitution`?",
        ),
        (
            "floor, gap = y, «restitutoin» = 0.3",
            "`restitutoin` is no part of a contact; did you mean `restitution`?",
        ),
        (
            "floor, gap = y, «stiffness» = 100",
            "`stiffness` is no part of a contact; there are `gap`, `slip`, `point`, `normal`, `friction`, `restitution`, \
             `restitution_t`, `near`",
        ),
        (
            "floor, gap = y, «gap» = x",
            "`gap` of `floor` is there twice; drop one of the two",
        ),
        ("floor, gap «=»= y", "expected `=`: write `gap = ..`"),
    ]);
}

#[test]
fn gaps_are_functions_of_the_coordinates() {
    check_contacts(&[
        (
            "floor, gap = y + «dt(y)»",
            "a gap depends on coordinates and time only; its velocity is derived from it",
        ),
        (
            "floor, gap = y «>=» m",
            "a gap is a distance, and that it is not below zero needs no sign: write `y - r` for `y >= r`",
        ),
        (
            "floor, gap = y - «u»",
            "`u` is an input, and inputs act through forces; where the program moves a contact, make it a field, which `set_system` \
             changes",
        ),
        (
            "floor, gap = «m - t»",
            "the gap of `floor` contains no coordinate, so that no motion opens or closes it; write the distance of the bodies, as \
             in `y - r`",
        ),
        (
            "floor, gap = «[y, x - x]»",
            "the gap of `floor[1]` has coordinates that cancel, so that no motion opens or closes it; write the distance of the \
             bodies, as in `y - r`",
        ),
        (
            "arm, gap = «norm([x + m * cos(phi), y + m * sin(phi)] - [x, y]) - l»",
            "the coordinates of this gap cancel, as in the distance of two points of one body, so that no motion opens or closes it; \
             write the distance of the bodies, as in `y - r`",
        ),
        (
            "floor, gap = [y, «y.abs()»]",
            "this gap is nowhere below zero, so that the contact never closes, or is never left; write a distance that has another \
             sign where the bodies overlap, as in `y` for `y.abs()`",
        ),
        (
            "floor, gap = «y + sqrt(-1 - x.powi(2))»",
            "this has no derivative anywhere: it contains a root or a logarithm of what is nowhere above zero, or an angle whose \
             sine or cosine is nowhere between -1 and 1; change that",
        ),
        (
            "floor, gap = «-exp(y)»",
            "this gap is nowhere above zero, so that the contact never opens; a gap is positive where bodies are apart",
        ),
        (
            "floor, gap = «if x < 0 { y } else { y + 1 }»",
            "this gap jumps, and no motion does so: write a function that is continuous",
        ),
    ]);
    check_entries(&[(
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(rail = y - x), contact(wall, gap = «x - y»)",
        "the constraint `rail` holds the gap of `wall` at zero at all times, so that it neither opens nor closes; drop one of the \
         two",
    )]);
}

#[test]
fn names_of_contacts_are_their_own() {
    check_contacts(&[(
        "«x», gap = y",
        "`x` is a coordinate already; a name has one meaning: choose another",
    )]);
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact(a, gap = x), contact(«a», gap = 1 - x)",
            "the contact `a` is there twice; choose another name",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact(floor, gap = x), output(pushed = «floor»)",
            "`floor` is a contact, and formulas do not know contacts: its percussions follow from the motion, and are in the \
             report of a step",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact(floor, gap = x), output(push = multiplier(«floor»))",
            "`floor` is a contact, and formulas do not know contacts: its percussions follow from the motion, and are in the \
             report of a step",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact(floor, gap = x), output(push = percussion(«floor»))",
            "`floor` is a contact, and formulas do not know contacts: its percussions follow from the motion, and are in the \
             report of a step",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x).powi(2), contact(floor, gap = x - «u»)",
            "`u` is an input, and inputs act through forces; where the program moves a contact, make it a field, which \
             `set_system` changes",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact(floor, gap = x), discretize(«ClosedGaps<Moreau>»)",
            "`ClosedGaps` is not listed, as it corrects the steps of any listed scheme for contacts; list `Moreau`, and write \
             `ClosedGaps(Moreau)` where the integrator is made",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact(floor, gap = x), discretize(ClosedGaps<«Midpoint»>)",
            "`ClosedGaps` corrects the steps of schemes for contacts, and `Midpoint` is none",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «contacts»(floor, gap = x)",
            "unknown key `contacts`; did you mean `contact`?",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «gap» = x",
            "unknown key `gap`; this is a part of a contact: write `contact(floor, gap = y, restitution = 0.5)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), friction «=» x",
            "expected parentheses: write `friction(seal, slip = .., force = ..)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «brake» = x",
            "unknown key `brake`; write `force(x = -c * dt(x))`, or `dissipation = 0.5 * c * dt(x).powi(2)`; what sticks is dry friction: \
             `friction(seal, slip = dt(x), force = f)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), contact «=» x",
            "expected parentheses: write `contact(floor, gap = ..)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(x «>=» 0)",
            "an inequality is a contact: for `y >= r` write the entry `contact(floor, gap = y - r)`",
        ),
    ]);
}

#[test]
fn schemes_have_percussions_if_there_are_contacts() {
    let known = "`Moreau`, `SymmetricMoreau`, `VariationalMoreau`, `NonsmoothMidpoint`, `Theta`";
    let of = |scheme: &str| {
        format!(
            "`{scheme}` has no percussions, and this system has contacts; the schemes for them are {known}"
        )
    };
    let ball = "coordinates(y), kinetic = dt(y).powi(2), contact(floor, gap = y)";
    for scheme in ["Midpoint", "Livens", "Galerkin<2, Gauss<2>>"] {
        check(
            &with_entries(&format!("{ball}, discretize(Moreau, «{scheme}»)")),
            &[&of(scheme)],
        );
    }
    check_entries(&[
        (
            "coordinates(y), kinetic = dt(y).powi(2), discretize(Midpoint, «VariationalMoreau»)",
            "`VariationalMoreau` is for systems with contacts; declare one, as in `contact(floor, gap = y)`, or take a scheme \
             without percussions, as `Verlet` or `Midpoint`",
        ),
        (
            "coordinates(y), kinetic = dt(y).powi(2), contact(floor, gap = y), «modified_energy»",
            "the modified energy is known for systems without contacts; drop this",
        ),
    ]);
    let system = parse(&with_entries(ball)).expect("a system");
    let names: Vec<String> = system
        .schemes()
        .iter()
        .map(|scheme| scheme.path().to_string())
        .collect();
    assert_eq!(names, ["Moreau", "VariationalMoreau"]);
}

/// Percussions change momentum maps, unless they are orthogonal to the generator.
#[test]
fn contacts_break_symmetries() {
    let plane = "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2)";
    let accepted =
        format!("{plane}, contact(floor, gap = y, slip = dt(x), friction = 0), symmetry(shift = [1, 0])");
    assert!(parse(&with_entries(&accepted)).is_ok());
    let cases = [
        (
            "contact(wall, gap = x), symmetry(«shift» = [1, 0])",
            "`shift` is no symmetry: a contact pushes along it with `1`, which is not zero",
        ),
        (
            "contact(floor, gap = y, slip = m * dt(x), friction = 0.3), symmetry(«shift» = [1, 0])",
            "`shift` is no symmetry: the friction of a contact acts along it with `m`, which is not zero",
        ),
    ];
    for (entries, message) in cases {
        check(&with_entries(&format!("{plane}, {entries}")), &[message]);
    }
}

/// Several mistakes of one contact are several messages.
#[test]
fn each_part_has_its_message() {
    check(
        &ball("floor, gap = «dt(y)», slip = «x», friction = «-1», restitution = «2»"),
        &[
            "a gap depends on coordinates and time only; its velocity is derived from it",
            "this slip does not depend on a velocity; write the velocity along the contact, as in `dt(x) + r * dt(phi)`",
            "a friction is not below zero: it acts against the slip, whatever its sign",
            "a restitution above 1 would gain energy at each impact; it lies between 0 and 1, and what drives a body is a force",
        ],
    );
}

/// What rests on a contact that cannot be read is not reported.
#[test]
fn a_lost_contact_is_missed_by_nobody() {
    check_entries(&[(
        "coordinates(x), kinetic = dt(x).powi(2), contact(floor, gap = x «x»), discretize(Midpoint)",
        "expected an operator; for a product write `x * x`",
    )]);
}
