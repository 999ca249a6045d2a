//! Contacts that are proven to be wrong beside each other, and laws whose signs are known.

use super::{accept_contact, check_contacts};

const SAME: &str = "`floor` and `ground` are the same contact, so that nothing determines how they share its percussion; drop one of \
                    the two";

#[test]
fn contacts_neither_repeat_nor_exclude_each_other() {
    check_contacts(&[
        ("floor, gap = y), contact(ground, gap = «2 * y - y»", SAME),
        (
            "floor, gap = [y, x, «y»]",
            "`floor[0]` and `floor[2]` are the same contact, so that nothing determines how they share its percussion; drop one of \
             the two",
        ),
        (
            "floor, gap = y, slip = dt(x), friction = m), contact(ground, gap = «y», slip = 2 * dt(x) - dt(x), friction = m",
            SAME,
        ),
        (
            "floor, gap = y), contact(ceiling, gap = «-y»",
            "this gap is the opposite of that of `floor`, so that both are zero at all times; write a constraint in place of the two",
        ),
        (
            "floor, gap = y - 1), contact(ceiling, gap = «-y»",
            "this gap and that of `floor` exclude each other: their sum is below zero at all places; change one of the two",
        ),
        (
            "floor, gap = [y, «-1 - y»]",
            "this gap and that of `floor[0]` exclude each other: their sum is below zero at all places; change one of the two",
        ),
        (
            "floor, gap = «(y - m).powi(3)»",
            "the gradient of this gap vanishes where it closes, because it is a power: no percussion along it can stop the bodies; \
             write the base, as in `y` for `y.powi(3)`",
        ),
    ]);
    for right in [
        // A disc between two surfaces, a slot, walls that move, and a gap of three powers.
        "front, gap = y, slip = dt(x), friction = m), contact(back, gap = y, slip = dt(x) + dt(phi), friction = m",
        "floor, gap = y, slip = dt(x), friction = m), contact(ice, gap = y",
        "floor, gap = y), contact(ceiling, gap = m - y",
        "floor, gap = y - m), contact(ceiling, gap = -y",
        "floor, gap = y - 1 + t), contact(ceiling, gap = -y",
        "floor, gap = if t < m { y } else { y + (t - m).powi(2) }), contact(ceiling, gap = 1 - y",
        "floor, gap = if k > 0 { y - 2 } else { y }), contact(ceiling, gap = 1 - y",
        "floor, gap = y.powi(3) - x",
        "floor, gap = y.powi(2) - 1",
        "floor, gap = (y - 1) * (y + 2)",
        "floor, gap = (y - 1).powi(2) * (y + 2)",
        "floor, gap = x.powi(2) + y.powi(2) - 1), contact(shell, gap = 4 - x.powi(2) - y.powi(2)",
    ] {
        assert!(accept_contact(right).is_empty(), "{right}");
    }
}

/// They have motions: the solver shares percussions in one of many ways.
#[test]
fn contacts_that_share_percussions_are_noted() {
    let shared = "the contacts `floor` and `ground` have one gap and one slip, so that nothing determines how they share percussions";
    let pressed = "the gaps of `floor` and `ground` are opposite, so that nothing determines how strongly they press against each other, \
                   and with it their friction";
    for (contacts, note) in [
        (
            "floor, gap = y), contact(ground, gap = y, restitution = 1",
            shared,
        ),
        (
            "floor, gap = y, slip = dt(x), friction = m), contact(ground, gap = y, slip = dt(x), friction = k",
            shared,
        ),
        (
            "floor, gap = y, slip = dt(x), friction = m), contact(ground, gap = -y, slip = dt(x), friction = m",
            pressed,
        ),
    ] {
        assert_eq!(accept_contact(contacts), [note], "{contacts}");
    }
}

#[test]
fn laws_have_the_signs_of_bodies() {
    check_contacts(&[
        (
            "floor, gap = y, slip = dt(x), friction = «-abs(m)»",
            "a friction is not below zero: it acts against the slip, whatever its sign",
        ),
        (
            "floor, gap = y, restitution = «1 + m.powi(2)»",
            "a restitution above 1 would gain energy at each impact; it lies between 0 and 1, and what drives a body is a force",
        ),
        (
            "floor, gap = [y, x], restitution = [0.5, «1 + m.powi(2)»]",
            "a restitution above 1 would gain energy at each impact; it lies between 0 and 1, and what drives a body is a force",
        ),
        (
            "floor, gap = y, restitution = «-exp(m)»",
            "a restitution is not below zero: 0 where nothing bounces back, 1 where all of the velocity does",
        ),
    ]);
    for right in [
        "floor, gap = y, restitution = 1",
        "floor, gap = y, restitution = exp(-m)",
        "floor, gap = y, restitution = 1 - m.powi(2)",
        "floor, gap = y, slip = dt(x), friction = abs(m)",
    ] {
        assert!(accept_contact(right).is_empty(), "{right}");
    }
    assert_eq!(
        accept_contact("floor, gap = y, slip = dt(x), friction = -m"),
        ["the friction of the contact `floor` is below zero for parameters above zero"]
    );
    assert_eq!(
        accept_contact("floor, gap = y, restitution = 1 + m"),
        [
            "the restitution of the contact `floor` is above 1 for parameters above zero, so that impacts gain energy"
        ]
    );
}
