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

/// Scripts write sums of thousands of terms. The whole expansion has to stand them without optimisation on half of the
/// stack that rustc and editors give to a macro: what editors are shown, and what is left of a declaration that is refused.
#[test]
fn what_is_long_or_nested_ends_in_code_or_in_a_message() {
    let cases = [
        (format!("x{}", " + x".repeat(9_900)), None),
        (format!("x{}", " + x.powi(2)".repeat(2_500)), None),
        (format!("x{}", " - k * x".repeat(4_900)), None),
        (format!("x{}", " * x".repeat(9_900)), None),
        (format!("x{}", " + 1".repeat(9_900)), None),
        (
            format!("sum(0..2, |i| 2 * (x{}))", " + i * x".repeat(3_500)),
            None,
        ),
        (format!("sum(0..1{}, |i| x)", " + 0".repeat(9_000)), None),
        (
            format!(
                "sum(0..3, |i| if i < 1{} {{ x }} else {{ m }})",
                " && i < 1".repeat(400)
            ),
            None,
        ),
        (format!("x{}", ".powi(2).sqrt()".repeat(90)), None),
        (
            format!("x{}", ".powi(1)".repeat(400)),
            Some("nested more than 200"),
        ),
        (format!("x{}", ".norm".repeat(9_000)), Some("in a row")),
        (format!("x{}", "[0]".repeat(6_000)), Some("in a row")),
        (format!("sin{}", "(x)".repeat(6_000)), Some("in a row")),
        (
            format!("x{} + y", " + x".repeat(9_900)),
            Some("unknown symbol `y`"),
        ),
        (format!("{}x{}", "(".repeat(99), ")".repeat(99)), None),
        (format!("{}x{}", "sin(".repeat(99), ")".repeat(99)), None),
        (
            format!("{}x{}", "(".repeat(450), ")".repeat(450)),
            Some("nested more than 100"),
        ),
        (
            format!("{}1", "if x < 1 { x } else ".repeat(2_000) + "{ m } + "),
            Some("in a row"),
        ),
        (format!("{{ {} x }}", "let s = x;".repeat(3_000)), None),
    ];
    for (potential, message) in cases {
        let start = potential[..40.min(potential.len())].to_owned();
        let entries = format!("coordinates(x), kinetic = dt(x).powi(2), potential = {potential}");
        let text = with_entries(&entries);
        let thread = std::thread::Builder::new().stack_size(4 << 20);
        let expand = move || {
            let tokens = text.parse().expect("balanced brackets");
            crate::tests::expand(tokens).to_string()
        };
        let expansion = thread
            .spawn(expand)
            .expect("a thread")
            .join()
            .expect("no overflow");
        let errors = expansion.matches("compile_error").count();
        match message {
            None => assert_eq!(errors, 0, "{start}"),
            Some(message) => assert!(errors == 1 && expansion.contains(message), "{start}: {errors}"),
        }
    }
}
