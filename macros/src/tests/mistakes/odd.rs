//! Notes on what is written and changes nothing.

use crate::tests::{parse, with_entries};

fn notes(entries: &str) -> Vec<String> {
    let plane = "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2)";
    let system = parse(&with_entries(&format!("{plane}, {entries}")));
    system.map_or_else(
        |failed| panic!("{entries}: {}", failed.errors),
        |system| system.notes,
    )
}

#[test]
fn names_are_used() {
    let unused = ["no formula uses `arm`"];
    assert_eq!(notes("let arm = 2 * x, potential = x"), unused);
    assert_eq!(notes("let arm = |a| a + 1, potential = x"), unused);
    for right in [
        "let arm = 2 * x, potential = arm",
        "let arm = 2 * x, let twice = arm + 1, output(far = twice)",
        "let arm = |a| a + 1, potential = arm(x)",
        "let arm = x - y, constraint(rod = arm)",
        "let arm = y, contact(floor, gap = y - 1, restitution = k * exp(-arm))",
        "let _arm = x, potential = x",
        "let arm = array(0..2, |i| x + i), potential = sum(arm)",
        "let arm = k, contact(floor, gap = y, slip = dt(x), friction = arm)",
    ] {
        assert!(
            notes(right).iter().all(|note| !note.starts_with("no formula")),
            "{right}"
        );
    }
}

#[test]
fn choices_change() {
    let never = |what: &str, threshold: &str| {
        vec![format!(
            "{what} never changes: `{threshold}` has one sign everywhere"
        )]
    };
    assert_eq!(
        notes("force(x = if x.powi(2) < -1 { k } else { -x })"),
        never("a choice", "1 + x²")
    );
    assert_eq!(
        notes("potential = x * max(x.powi(2), -1)"),
        never("a minimum or maximum", "−1 − x²")
    );
    assert_eq!(
        notes("force(x = if x > 0 { k * x } else { k * x })"),
        ["both branches of a choice are the same, so that it chooses nothing"]
    );
    for right in [
        "force(x = if x < 0 { k } else { -x })",
        "force(x = if k < m { k } else { -x })",
        "force(x = max(x, 0) + min(x.powi(2), 1) + max(x.powi(2), 0))",
        "force(x = sum(array(0..3, |i| if x > 0 { i * k } else { 0 })))",
    ] {
        assert!(notes(right).is_empty(), "{right}: {:?}", notes(right));
    }
}

#[test]
fn symmetries_are_there_once() {
    assert_eq!(
        notes("symmetry(shift = [1, 0], push = [2 - 1, 0])"),
        ["the symmetries `shift` and `push` are the same, and so are their momentum maps"]
    );
    assert!(notes("symmetry(shift = [1, 0], raise = [0, 1])").is_empty());
}
