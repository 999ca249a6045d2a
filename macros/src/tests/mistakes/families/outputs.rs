//! Outputs of systems of any size: of which sums they are functions.

use super::check_all;

#[test]
fn outputs_are_functions_of_sums_that_are_one_number_each() {
    let of_items = "this is a function of a sum over a range that only the program knows, which differs from item to item of the sum \
                    or array around it; an `output(..)` is a function of sums that are one number each: write these sums as an output, \
                    `array(.., |i| sum(..))`, and the function in the program; or make them a coordinate in `massless(..)`, with a \
                    constraint for each item";
    for output in [
        "sum(0..n, |i| «sqrt(sum(0..i, |j| q[j]))»)",
        "array(0..n, |i| «sqrt(sum(0..i, |j| q[j]))»)",
        "sqrt(sum(0..n, |i| «exp(sum(0..i, |j| q[j]))»))",
    ] {
        let entries =
            format!("coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), output(e = {output})");
        check_all(&[(&entries, &[of_items])]);
    }
}
