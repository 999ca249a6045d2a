//! Forces and potentials whose coordinates cancel; next to each, one that is right.

use super::check_entries;
use super::proven::accept;
use crate::tests::{parse, with_entries};

#[test]
fn forces_push() {
    let message = "this force cancels to zero, so that it pushes nothing; change it, write the number 0 if this is meant, or drop it";
    let with = |force: &str| {
        format!("coordinates(x, r[2]), kinetic = dt(x).powi(2) + dt(r).norm_squared(), force({force})")
    };
    for force in [
        "x = «x - x»",
        "x = «0 * dt(x)»",
        "x = «k * (x + 1).powi(2) - k * x.powi(2) - 2 * k * x - k»",
        "x = «sin(x).powi(2) + cos(x).powi(2) - 1»",
        "r = [«r[0] - r[0]», k]",
        "r = «r - r»",
        "r = «array(0..2, |i| i * k - k * i)»",
        "r[1] = «t - t»",
    ] {
        check_entries(&[(&with(force), message)]);
    }
    accept(
        &[
            "x = 0",
            "x = -0.0",
            "r = [0, k]",
            "r = array(0..2, |i| 0)",
            "r = array(0..2, |i| i * k)",
            "x = if t > 1 { k } else { 0 }",
            "x = if x.powi(2) < -1 { k } else { 0 } + k",
            "x = k * (x - x.powi(3))",
        ]
        .map(with)
        .each_ref()
        .map(String::as_str),
    );
}

/// Two points of one body have one distance.
#[test]
fn springs_are_between_bodies() {
    let body = "coordinates(x, y, phi), kinetic = dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2), \
                let arm = [x + l * cos(phi), y + l * sin(phi)]";
    check_entries(&[(
        &format!("{body}, potential = «0.5 * k * (norm(arm - [x, y]) - m).powi(2)»"),
        "this potential is constant, so that it has no force; write a position in it, as in `0.5 * k * x.powi(2)`, or drop it",
    )]);
    let notes = |potential: &str| {
        let system = parse(&with_entries(&format!("{body}, potential = {potential}")));
        system.expect(potential).notes
    };
    let [note] = &notes("m * y + k * norm(arm - [x, y])")[..] else {
        panic!("one note");
    };
    assert!(
        note.ends_with("of V does not change with coordinates, so that it has no force"),
        "{note}"
    );
    for right in [
        "m * y + k * norm(arm - [l, 0])",
        "m * y + m * k + l",
        "m * arm[1] + k * sin(t)",
        "0.5 * k * norm_squared(arm)",
    ] {
        assert!(
            notes(right).iter().all(|note| !note.contains("coordinates")),
            "{right}"
        );
    }
}
