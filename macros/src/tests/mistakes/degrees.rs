//! Degrees of inputs within a step.

use crate::tests::{parse, with_entries};

const BESIDE_ITEMS: &str = "an input with a degree is not beside inputs of items whose number only the program knows, `w[i]`: write \
                            `a` without its degree";

#[test]
fn degrees_are_of_inputs_and_have_limits() {
    for (entries, message) in [
        (
            "coordinates(x: 2), kinetic = dt(x).powi(2)",
            "only inputs have a degree within a step, that of a coordinate is the scheme's: write `x`",
        ),
        (
            "coordinates(x), inputs(u: 0), kinetic = dt(x).powi(2), force(x = u)",
            "an input of degree 0 is constant over a step, as without a degree: write `u`",
        ),
        (
            "coordinates(x), inputs(w[2]: 7), kinetic = dt(x).powi(2), force(x = w[0] + w[1])",
            "the degree of an input within a step is 1 to 6",
        ),
        (
            "coordinates(x), inputs(w[m.len()]: 2), kinetic = dt(x).powi(2), force(x = w[0])",
            "inputs of items whose number only the program knows are constant over a step: drop the degree",
        ),
        (
            "coordinates(x), inputs(a: 2, w[m.len()]), kinetic = dt(x).powi(2), force(x = a + w[0])",
            BESIDE_ITEMS,
        ),
        (
            "coordinates(x), inputs(w[m.len()], a: 2), kinetic = dt(x).powi(2), force(x = a + w[0])",
            BESIDE_ITEMS,
        ),
    ] {
        let result = parse(&with_entries(entries));
        let errors = result.expect_err(message).errors.into_iter();
        let errors: Vec<String> = errors.map(|error| error.to_string()).collect();
        assert!(errors.iter().any(|error| error == message), "{errors:?}");
    }
}
