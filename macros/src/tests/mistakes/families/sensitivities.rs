//! Fields by which steps are differentiated: numbers, and lists with a known number of them for each item.

use super::check_all;

#[test]
fn sensitivities_are_by_known_numbers_of_each_item() {
    let rest = "coordinates(q[n]), kinetic = sum(0..n, |i| m[i] * dt(q[i]).powi(2))";
    let no_integer = "by which a motion has no derivative; drop it, or list fields of numbers";
    for (listed, reason) in [
        ("k, «n»", format!("`n` is an integer, {no_integer}")),
        ("«edges», m", format!("`edges` has integers, {no_integer}")),
        (
            "w, at, «groups»",
            "only the program knows how many numbers each item of `groups` has, and sensitivities are by a known number for each item: \
             make the items numbers, or arrays whose length is a literal"
                .to_owned(),
        ),
        (
            "«pairs»",
            "a formula needs numbers, but the field `pairs` is an integer; make it `f64` instead of `i32`".to_owned(),
        ),
        (
            "«q»",
            "`q` is a coordinate: the derivatives of a step by it are there without being listed; drop it".to_owned(),
        ),
        ("m, rest, «m»", "`m` is listed twice; drop one of the two".to_owned()),
    ] {
        check_all(&[(&format!("{rest}, sensitivities({listed})"), &[reason.as_str()])]);
    }
}
