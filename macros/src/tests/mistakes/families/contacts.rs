//! Contacts over ranges that only the program knows: what they cannot be.

use super::check_all;

/// Contacts of discs `r[n][2]` with angles `turn[n]`.
fn check_contacts(cases: &[(&str, &[&str])]) {
    for (contact, messages) in cases {
        let kinetic = "sum(0..n, |i| dt(r[i]).norm_squared() + dt(turn[i]).powi(2)) + dt(x).powi(2)";
        let entries = format!(
            "coordinates(r[n][2], turn[n], x), inputs(u), kinetic = {kinetic}, force(x = u), contact({contact})"
        );
        check_all(&[(&entries, messages)]);
    }
}

#[test]
fn parts_of_a_contact_are_over_the_ranges_of_its_gap() {
    check_contacts(&[
        (
            "floor, gap = array(0..n, |i| r[i][1]), slip = «array(1..n, |i| dt(r[i][0]))», friction = k",
            &[
                "the gap is an array, and the slip of each of its items is one over the same ranges: `slip = array(0..n, |i| ..)`",
            ],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1]), slip = «dt(x)», friction = k",
            &[
                "the gap is an array, and the slip of each of its items is one over the same ranges: `slip = array(0..n, |i| ..)`",
            ],
        ),
        (
            "pair, gap = array(0..n, |i| array(0..i, |j| norm(r[i] - r[j]) - k)), restitution = «array(0..n, |i| m[i])»",
            &[
                "the gap is an array, and the restitution of each of its items is one over the same ranges: `restitution = \
               array(0..n, |i| array(0..i, |j| ..))`",
            ],
        ),
        (
            "last, gap = r[n - 1][1], slip = «array(0..n, |i| dt(r[i][0]))», friction = k",
            &["the gap is of one contact, and this slip is an array: make the gap an array as well"],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1]), point = «array(0..n, |i| turn[i])», normal = [0, 1], friction = k",
            &["a point has two coordinates, or three in space; this is a scalar"],
        ),
        (
            "all, gap = «array(0..n, |i| array(0..i, |j| array(0..j, |l| norm(r[i] - r[j]) - turn[l])))»",
            &[
                "this gap is over 3 ranges that only the program knows, and a contact has one or two running indices: make the pairs a list \
               of indices, as in `pairs[k][0]`",
            ],
        ),
        (
            "centre, gap = «sum(0..n, |i| r[i][1])»",
            &[
                "this contains a sum over a range that only the program knows, and a gap is of a few coordinates: make the sum a \
               coordinate with a constraint",
            ],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1]), slip = «array(0..n, |i| sum(0..n, |j| dt(r[j][0])))», friction = k",
            &[
                "this contains a sum over a range that only the program knows, and a slip is of a few coordinates: make the sum a \
               coordinate with a constraint",
            ],
        ),
        (
            "floor, gap = «array(0..n, |i| m[i])»",
            &[
                "the gap of `floor[i]` contains no coordinate, so that no motion opens or closes it; write the distance of the bodies, as in \
               `y - r`",
            ],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1]), friction = «array(0..n, |i| dt(x))», slip = array(0..n, |i| dt(r[i][0]))",
            &[
                "this friction has the opposite sign for opposite velocities, and a friction is not below zero: write a function of the \
             speed, as in `exp(-(dt(x) / v).powi(2))`, or what is in proportion to a velocity as a force or a dissipation",
            ],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1]), «friction» = k",
            &[
                "the friction of `floor` acts along the slip, which is not there; write `slip = ..`, the velocity along the contact, or \
               `point = [..]` and `normal = [..]`",
            ],
        ),
        (
            "floor, gap = «array(0..n, |i| r[i][1].powi(2))»",
            &[
                "this gap is nowhere below zero, so that the contact never closes, or is never left; write a distance that has another sign \
               where the bodies overlap, as in `y` for `y.abs()`",
            ],
        ),
    ]);
}

#[test]
fn near_is_of_the_points_of_a_pair() {
    let of_pairs = |near: &str| {
        format!("pair, gap = array(0..n, |i| array(0..i, |j| norm(r[i] - r[j]) - 2 * k)), {near}")
    };
    let no_point = "`near` takes a point of two or three coordinates for each index: a coordinate, as in `r[discs][2]`, or \
                    `array(0..discs, |i| ..)`; ";
    for (near, message) in [
        ("near(«x», k)", format!("{no_point}this is a scalar")),
        ("near(«turn», k)", format!("{no_point}an item of this is a scalar")),
        (
            "near(«[x, x]», k)",
            format!("{no_point}this is a vector of length 2"),
        ),
        (
            "near(«array(0..n, |i| [turn[i], x])», k)",
            "`near` takes the points of both items of a pair, and the gap does not depend on the point `i`".to_owned(),
        ),
        (
            "near(r, «k - 2 * k - x»)",
            "how far a point reaches depends on parameters only: write the largest distance at which it touches another one"
                .to_owned(),
        ),
        (
            "near(r, «-1»)",
            "a point does not reach less far than itself: write the largest distance at which it touches another one".to_owned(),
        ),
        (
            "near(r, «array(1..n, |i| m[i])»)",
            "each point has a reach: write `array(0..n, |i| ..)`".to_owned(),
        ),
        (
            "near(r, «at»)",
            "the reach of a point is a number, or a field with one for each point; this is a vector of length 3".to_owned(),
        ),
        (
            "«near»(r)",
            "`near` takes points and how far each of them reaches: write `near(r, radius)`".to_owned(),
        ),
        (
            "near «=» r",
            "`near` has arguments: write `near(r, radius)`".to_owned(),
        ),
        (
            "«nearr»(r, k)",
            "`nearr` is no part of a contact; did you mean `near`?".to_owned(),
        ),
        (
            "near(«array(1..n, |i| r[i])», k)",
            "an index of the gap may have no point here: write an array over all of them, as in `array(0..discs, |i| ..)`".to_owned(),
        ),
    ] {
        check_contacts(&[(&of_pairs(near), &[&message])]);
    }
    check_contacts(&[
        (
            "floor, gap = array(0..n, |i| r[i][1]), «near»(r, k)",
            &[
                "`near` finds pairs, and this gap is over one range: each of its items is looked at anyway; drop it",
            ],
        ),
        (
            "one, gap = r[0][1], «near»(r, k)",
            &[
                "`near` finds pairs where only the program knows how many there are; these contacts are of a known number, all of which \
               are looked at: drop it",
            ],
        ),
        (
            "pair, gap = array(0..n, |i| array(0..i, |j| [norm(r[i] - r[j]) - k, r[i][0] - r[j][0]])), «near»(r, k)",
            &[
                "`near` is of pairs that touch at one place, and this gap has several numbers for each pair: drop it",
            ],
        ),
        // Both points are needed.
        (
            "pair, gap = array(0..n, |i| array(0..i, |j| norm(r[i]) - k - turn[j])), near(«r», k)",
            &[
                "`near` takes the points of both items of a pair, and the gap does not depend on the point `j`",
            ],
        ),
    ]);
}

#[test]
fn contacts_of_items_neither_repeat_nor_exclude_each_other() {
    check_contacts(&[
        (
            "floor, gap = array(0..n, |i| r[i][1])), contact(ground, gap = «array(0..n, |l| 2 * r[l][1] - r[l][1])»",
            &[
                "`floor[i]` and `ground[i]` are the same contact, so that nothing determines how they share its percussion; drop one of the \
                 two",
            ],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1])), contact(lid, gap = «array(0..n, |i| -r[i][1])»",
            &[
                "this gap is the opposite of that of `floor[i]`, so that both are zero at all times; write a constraint in place of \
                 the two",
            ],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1])), contact(lid, gap = «array(0..n, |i| -1 - r[i][1])»",
            &[
                "this gap and that of `floor[i]` exclude each other: their sum is below zero at all places; change one of the two",
            ],
        ),
        (
            "floor, gap = «array(0..n, |i| r[i][1].powi(3))»",
            &[
                "the gradient of this gap vanishes where it closes, because it is a power: no percussion along it can stop the bodies; \
                 write the base, as in `y` for `y.powi(3)`",
            ],
        ),
        (
            "floor, gap = array(0..n, |i| r[i][1]), restitution = «array(0..n, |i| 1 + m[i].powi(2))»",
            &[
                "a restitution above 1 would gain energy at each impact; it lies between 0 and 1, and what drives a body is a force",
            ],
        ),
        (
            "pair, gap = array(0..n, |i| array(0..i, |j| norm(r[i] - r[j]) - k)), near(r, «0»)",
            &[
                "points that do not reach beyond their places find no others: write the largest distance at which a point touches, as a \
                 radius",
            ],
        ),
    ]);
}

#[test]
fn frictions_are_over_the_ranges_of_their_slips() {
    let kinetic = "sum(0..n, |i| dt(r[i]).norm_squared() + dt(turn[i]).powi(2)) + dt(x).powi(2)";
    for (friction, message) in [
        (
            "slip = array(0..n, |i| dt(r[i])), force = «array(1..n, |i| m[i])»",
            "the slip is an array, and the force of each of its items is one over the same ranges: `force = array(0..n, |i| ..)`",
        ),
        (
            "slip = dt(x), force = «array(0..n, |i| m[i])»",
            "the slip is of one friction, and this force is an array: make the slip an array as well",
        ),
        (
            "slip = «array(0..n, |i| dt(x))», force = k",
            "this is the same slip for each `i` in `0..n`: use `i`, as in `q[i]`, or write it once, without this range",
        ),
        (
            "slip = «sum(0..n, |i| dt(turn[i]))», force = k",
            "this contains a sum over a range that only the program knows, and a slip is of a few coordinates: make the sum a \
             coordinate with a constraint",
        ),
        (
            "slip = «array(0..n, |i| [dt(r[i][0]), dt(r[i][1]), dt(turn[i])])», force = k",
            "a slip has one component, or two that share one bound; this is a vector of length 3: for several write `slip = \
             array(0..n, |i| ..)`, whose items have one or two components",
        ),
    ] {
        let entries =
            format!("coordinates(r[n][2], turn[n], x), kinetic = {kinetic}, friction(seal, {friction})");
        check_all(&[(&entries, &[message])]);
    }
}
