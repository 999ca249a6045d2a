//! Mistakes of symmetries.

use super::{check, check_entries};
use crate::tests::with_entries;

#[test]
fn generators_have_one_entry_a_coordinate() {
    check_entries(&[
        (
            "coordinates(x, y), kinetic = dt(x) * dt(y), symmetry(s = «[1]»)",
            "a generator has 2 entries, one for each component of `x`, `y`, this has 1",
        ),
        (
            "coordinates(x, r[3]), kinetic = dt(x).powi(2) + dt(r).norm_squared(), symmetry(s = «[0, r, 1]»)",
            "a generator has 4 entries, one for each component of `x`, `r[3]`, this has 5",
        ),
        (
            "coordinates(x, r[3]), kinetic = dt(x).powi(2) + dt(r).norm_squared(), symmetry(s = [0, «[1, 2]»])",
            "the entry for `r` is a vector of length 3, this is a vector of length 2",
        ),
        (
            "coordinates(x, r[3]), kinetic = dt(x).powi(2) + dt(r).norm_squared(), symmetry(s = [«r», 0])",
            "the entry for `x` is a scalar, this is a vector of length 3",
        ),
        (
            "coordinates(r[3]), kinetic = dt(r).norm_squared(), symmetry(s = [1, «r»])",
            "the entry for `r[1]` is a scalar, this is a vector of length 3",
        ),
        (
            "coordinates(r[3]), kinetic = dt(r).norm_squared(), symmetry(s = «r[0]»)",
            "a generator has 3 entries, one for each component of `r[3]`, this is a scalar",
        ),
    ]);
}

#[test]
fn generators_are_functions_of_coordinates_and_parameters() {
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), symmetry(s = [«dt(x)»])",
            "a generator is a function of coordinates and parameters: it moves configurations, and velocities follow",
        ),
        (
            "coordinates(x), let v = dt(x), kinetic = v * v, symmetry(s = [2 * «v»])",
            "`v` contains a velocity, but a generator is a function of coordinates and parameters: it moves \
             configurations, and velocities follow",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x).powi(2), force(x = u), symmetry(s = [«u»])",
            "a generator is a function of coordinates and parameters, and `u` is an input",
        ),
        (
            "coordinates(x), inputs(u), let w = u, kinetic = dt(x).powi(2), force(x = w), symmetry(s = [«w»])",
            "a generator is a function of coordinates and parameters, and `w` contains an input",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), symmetry(s = [1 + «t»])",
            "a generator is the same at all times: time elements inherit no other symmetries",
        ),
        (
            "coordinates(x), let w = m * t, kinetic = dt(x).powi(2), symmetry(s = [«w»])",
            "`w` contains `t`, but a generator is the same at all times: time elements inherit no other symmetries",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), symmetry(s = [1]), potential = «s»",
            "`s` is a symmetry, and its momentum map a function of state and momentum, which formulas do not know",
        ),
    ]);
}

#[test]
fn symmetries_have_names_of_their_own() {
    for (entries, messages) in [
        (
            "coordinates(x), kinetic = dt(x).powi(2), output(y = x), symmetry(«x» = [1], «m» = [1], «y» = [1], a = [1], \
             «a» = [2], «t» = [1])",
            &[
                "`x` is a coordinate already; a name has one meaning: choose another",
                "`m` is a field already; a name has one meaning: choose another",
                "`y` is an output already; a name has one meaning: choose another",
                "the symmetry `a` is there twice; choose another name",
                "`t` is the time in every formula; choose another name",
            ][..],
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), symmetry(«momentum» = [1], energy = [1], «describe» = [1])",
            &[
                "`momentum` is a method of every system, which a momentum map of that name would hide; choose another name",
                "`describe` is a method of every system, which a momentum map of that name would hide; choose another name",
            ],
        ),
    ] {
        check(&with_entries(entries), messages);
    }
}

#[test]
fn what_changes_along_a_generator_is_shown() {
    check_entries(&[
        (
            "coordinates(theta), kinetic = m * (l * dt(theta)).powi(2), potential = -m * l * cos(theta), \
             symmetry(«spin» = [1])",
            "`spin` is no symmetry: L changes along it by `−m l sin theta`, which is not zero",
        ),
        (
            "coordinates(x, y), kinetic = m * (dt(x).powi(2) + 2 * dt(y).powi(2)), symmetry(«spin» = [-y, x])",
            "`spin` is no symmetry: L changes along it by `2 m dt(x) dt(y)`, which is not zero",
        ),
        (
            "coordinates(x), inputs(u), kinetic = m * dt(x).powi(2), force(x = 2 * u), dissipation = l * dt(x).powi(2), \
             symmetry(«shift» = [1])",
            "`shift` is no symmetry: forces act along it with `2 u − 2 l dt(x)`, which is not zero",
        ),
        (
            "coordinates(x), kinetic = m * dt(x).powi(2), potential = x, symmetry(assume «shift» = [1])",
            "`shift` is no symmetry: L changes along it by `−1`, which is not zero",
        ),
        (
            "coordinates(x), kinetic = m * dt(x).powi(2), symmetry(«rest» = [x - x])",
            "`rest` moves nothing: all entries are zero",
        ),
    ]);
}

#[test]
fn what_cannot_be_decided_needs_a_word() {
    check_entries(&[
        (
            "coordinates(x), kinetic = m * dt(x).powi(2), potential = exp(2 * x) - exp(x).powi(2), \
             symmetry(«shift» = [1])",
            "it could not be decided whether `shift` is a symmetry: L changes along it by `2 exp²(x) − 2 exp(2 x)`, \
             which is zero at 48 random points, but not seen to be zero; `symmetry(assume shift = [..])` takes it",
        ),
        (
            "coordinates(x), kinetic = m * dt(x).powi(2), potential = sqrt(-1 - x * x), symmetry(assume «shift» = [1])",
            "it could not be decided whether `shift` is a symmetry: L changes along it by `x/√(−(1 + x²))`, which has a \
             value at no random point",
        ),
        (
            "coordinates(x), kinetic = m * dt(x).powi(2), potential = if x < l { 1 } else { 2 }, symmetry(«shift» = [1])",
            "it could not be decided whether `shift` is a symmetry: L may jump along it where `x − l` changes its sign; \
             `symmetry(assume shift = [..])` takes it",
        ),
    ]);
}

#[test]
fn symmetries_are_written_like_outputs() {
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), symmetry «=» [1]",
            "expected parentheses: write `symmetry(rotation = [..])`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), symmetry(s «[»1])",
            "expected `=`: write `s = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), «symetry»(s = [1])",
            "unknown key `symetry`; did you mean `symmetry`?",
        ),
    ]);
}
