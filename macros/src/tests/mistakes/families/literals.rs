//! Long literal lengths: what is refused to loops, each with the limit.

use super::check_all;

/// Literals above a limit make loops, and what is refused names the limit.
#[test]
fn long_sums_are_refused_what_loops_cannot_have() {
    let rest =
        "coordinates(q[300], x[2]), kinetic = sum(0..300, |i| dt(q[i]).powi(2)) + dt(x).norm_squared()";
    for (entries, message) in [
        (
            "symmetry(shift = «[array(0..300, |_| 1)]»)",
            "a generator has an entry for each of the coordinates `q`, `x`, which for items is an array of all of them: write \
             `[array(0..q.len(), |i| ..), ..]`"
                .to_owned(),
        ),
        (
            "potential = norm(«q»)",
            "`q` has 300 items, and a formula is of a few: select one, `q[i]`, within `sum(0..q.len(), |i| ..)`".to_owned(),
        ),
        ("potential = q[«300»]", "index 300 is out of range: the indices are 0 to 299".to_owned()),
        ("force(q[«300»] = 1)", "index 300 is out of range: the indices are 0 to 299".to_owned()),
        (
            "potential = sum(0..300, |i| sum(0..i, |j| q[j])) + «sin(sum(0..300, |i| q[i]))»",
            "this is a function of a sum over a range of more than 16 items, and equations are of a few items: write the function of each \
             item, within the sum, or make the sum a coordinate with a constraint, or a field if it is one of fields alone; only an `output(..)` is a \
             function of sums"
                .to_owned(),
        ),
        (
            "potential = sum(0..17, |i| x[«i»])",
            "this is the index of a loop, as its range has more than 16 items, and selects items of lists and of coordinates with more \
             than 256 items: make what it is of a field"
                .to_owned(),
        ),
        (
            "potential = sum(0..17, |i| if «i == 0» { 0 } else { q[i] })",
            "all items of a range of more than 16 items have one formula, and this depends on the item: write the ends as terms of their \
             own, as in `sum(1..n, |i| ..) + 0.5 * k * q[0].powi(2)`"
                .to_owned(),
        ),
        (
            "potential = x[0] + «sqrt(sum(0..300, |i| q[i].powi(2)))»",
            "this is a function of a sum over a range of more than 16 items, and equations are of a few items: write the function of each \
             item, within the sum, or make the sum a coordinate with a constraint, or a field if it is one of fields alone; only an `output(..)` is a \
             function of sums"
                .to_owned(),
        ),
        (
            "potential = sum(«array»(0..300, |i| q[i]))",
            "this array has 300 items, so that it is no value: give it a name with `let` and use its items, `d[i]`, or write it as all of \
             a `constraint(name = array(..))`, a `force(q = array(..))` or an `output(name = array(..))`"
                .to_owned(),
        ),
        (
            "discretize(«NullSpace<Midpoint>»)",
            "a basis of the null space is of all coordinates at once, and sums over more than 256 items, or over a number that only the \
             program knows, are loops; list the scheme inside, which solves for multipliers"
                .to_owned(),
        ),
    ] {
        check_all(&[(&format!("{rest}, {entries}"), &[message.as_str()])]);
    }
}
