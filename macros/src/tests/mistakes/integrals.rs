//! Integrals and shape functions.

use super::{check_entries, check_potentials};

#[test]
fn integrals_have_a_rule_and_a_closure() {
    check_potentials(&[
        (
            "«integrate»(|s| s)",
            "`integrate` takes a rule and a closure, as in `integrate(Gauss(2), |s| s * x)`",
        ),
        (
            "«integrate»(|s| s, Gauss(2))",
            "the rule comes first, and the closure last, as in `integrate(Gauss(2), |s| s * x)`",
        ),
        (
            "integrate(Gauss(2), «x»)",
            "`integrate` takes a closure here, as in `integrate(Gauss(2), |s| s * x)`",
        ),
        (
            "integrate(Gauss(2), |«s, v»| x)",
            "the closure of `integrate` has one parameter, the place between 0 and 1, not 2: `integrate(Gauss(2), |s| s * x)`",
        ),
        (
            "integrate(«0..1», |s| s)",
            "this takes a rule of quadrature, as in `integrate(Gauss(2), |s| s * x)`",
        ),
        (
            "integrate(«Gaus»(2), |s| s)",
            "unknown rule `Gaus`; did you mean `Gauss`?",
        ),
        (
            "integrate(«simpson»(2), |s| s)",
            "`simpson` is no rule of quadrature; take one of `Gauss(2)`, `Lobatto(3)`, `Trapezoid(1)`, `Left`, `Right`",
        ),
        (
            "integrate(«Gauss::<2>», |s| s)",
            "in a formula this rule is written `Gauss(2)`",
        ),
        (
            "integrate(«Gauss»<2>, |s| s)",
            "in a formula this rule is written `Gauss(2)`",
        ),
        (
            "{ let f = |a| integrate(«Gaus»(2), |s| a * s); f(x) }",
            "unknown symbol `Gaus`; did you mean the rule `Gauss`?",
        ),
        (
            "integrate(«Gauss», |s| s)",
            "`Gauss` takes one number, as in `Gauss(2)`",
        ),
        (
            "integrate(«Left(2)», |s| s)",
            "`Left` has one point, and takes no number: drop the parentheses",
        ),
        (
            "integrate(Gauss(«0»), |s| s)",
            "the number of Gauss points is an integer between 1 and 12",
        ),
        (
            "integrate(Lobatto(«1»), |s| s)",
            "the number of Lobatto points is an integer between 2 and 12",
        ),
        (
            "integrate(Gauss(«m»), |s| s)",
            "the number of Gauss points is an integer between 1 and 12",
        ),
        (
            "x * «Gauss»(2)",
            "unknown function `Gauss`; a rule is the first argument of `integrate(Gauss(2), |s| s * x)`",
        ),
        (
            "«quadrature»(x)",
            "unknown function `quadrature`; an integral over s from 0 to 1 is `integrate(rule, |s| ..)`",
        ),
        ("integrate(Lobatto(3), |s| dt(«s»))", AT_REST),
        ("integrate(Lobatto(2), |s| s * dt(«m»))", AT_REST),
        (
            "integrate(Gauss(2), |s| s * «y»)",
            "unknown symbol `y`; formulas know the struct's fields, and the coordinates, inputs and `let`s of the declaration",
        ),
        (
            "integrate(Gauss(2), |s| r[«s»])",
            "an index is an integer: a literal or the index of a range, as in `r[0]`, `m[(1, 0)]` or `r[i + 1]`",
        ),
    ]);
    check_entries(&[(
        "coordinates(x), kinetic = dt(x).powi(2), let «linear» = |a| a * x",
        "`linear` is a function of formulas already; choose another name",
    )]);
}

#[test]
fn shape_functions_have_a_place_and_values_at_nodes() {
    check_potentials(&[
        (
            "linear(«r»)[0]",
            "`linear` takes a scalar, this is a vector of length 2",
        ),
        (
            "linear(x, «[x, x, x]»)",
            "`linear` takes the values at both nodes, `[a, b]`: this is a vector of length 3",
        ),
        (
            "hermite(x, «r»)",
            "`hermite` takes values and slopes at both nodes, `[a, da, b, db]`: this is a vector of length 2",
        ),
        (
            "linear_slope(x, «m»)",
            "`linear_slope` takes the values at both nodes, `[a, b]`: this is a scalar",
        ),
        (
            "«hermite»(x, r, r)",
            "`hermite` takes 1 argument, as in `hermite(s)`, or 2 with the values at the nodes, not 3",
        ),
        (
            "«linear_curvature»(x)",
            "unknown function `linear_curvature`; it is zero: linear functions have a slope, `linear_slope(s)`",
        ),
    ]);
}

const AT_REST: &str = "this is constant: it contains no coordinate and no `t`, so that its derivative is zero; what moves is \
                       listed in `coordinates(..)`, and the velocity of what is at rest is dropped";
