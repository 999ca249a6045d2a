//! Limits of size and depth.

use crate::tests::{parse, with_entries};

#[test]
fn size_and_depth_have_limits() {
    let nested = format!(
        "coordinates(x), kinetic = dt(x).powi(2), potential = {}x{}",
        "(".repeat(200),
        ")".repeat(200)
    );
    let chained = format!(
        "coordinates(x), kinetic = dt(x).powi(2), potential = x{}",
        ".sin()".repeat(300)
    );
    let negated = format!(
        "coordinates(x), kinetic = dt(x).powi(2), potential = {}x",
        "-".repeat(300)
    );
    let long = format!(
        "coordinates(x), kinetic = dt(x).powi(2), potential = x{}",
        " + x".repeat(10_001)
    );
    let wide = "coordinates(x), kinetic = dt(x).powi(2), let a = [[x; 1000]; 1000]".to_owned();
    let steps: String = (1..60)
        .map(|i| format!(", let c{i} = c{} * (x + {i})", i - 1))
        .collect();
    let grown = format!(
        "coordinates(x, r[100]), kinetic = dt(x).powi(2) + dt(r).norm_squared(), let c0 = r * r.transpose(){steps}"
    );
    let multiplied =
        "coordinates(r[100]), kinetic = dt(r).norm_squared(), let c = r * r.transpose(), let d = c * c"
            .to_owned();
    for (entries, start) in [
        (nested, "brackets are nested more than 100 deep"),
        (chained, "this is nested more than 200 operations deep"),
        (negated, "more than 100 operators in a row"),
        (long, "a formula of more than 20000 tokens"),
        (wide, "a vector or matrix in a formula has at most 10000 numbers"),
        (
            multiplied,
            "a product of matrices takes at most 100000 multiplications",
        ),
        (grown, "the declaration has more than 200000 operations by here"),
    ] {
        let result = parse(&with_entries(&entries));
        let errors: Vec<String> = result
            .expect_err(start)
            .errors
            .into_iter()
            .map(|e| e.to_string())
            .collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with(start), "{errors:?}");
    }
}

/// The parser, the lowering and the destructors have to stand the limits on the stack of a test's thread, 2 MiB,
/// without optimisation; rustc has 8.
#[test]
fn what_is_within_the_limits_fits_on_the_stack() {
    for potential in [
        format!("{}x{}", "(".repeat(90), ")".repeat(90)),
        format!("{}x{}", "sin(".repeat(90), ")".repeat(90)),
        format!("{}x{}", "lift(".repeat(90), ")".repeat(90)),
        format!("{}x{}", "{".repeat(90), "}".repeat(90)),
        format!("{}x", "-".repeat(90)),
        format!("x{}", ".sin()".repeat(190)),
        format!("x{}", " + x * 2".repeat(4_900)),
        format!("x{}", " * x".repeat(9_900)),
        format!("{}1", "if x < 1 { x } else ".repeat(150) + "{ m } + "),
        format!("if {} 1 < x {{ x }} else {{ m }}", "x < 1 && ".repeat(150)),
    ] {
        let entries = format!("coordinates(x), kinetic = dt(x).powi(2), potential = {potential}");
        let errors = parse(&with_entries(&entries))
            .err()
            .map(|failed| failed.errors.to_string());
        assert_eq!(errors, None, "{}", &potential[..40.min(potential.len())]);
    }
}
