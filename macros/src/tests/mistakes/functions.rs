//! Mistakes of calls: unknown functions, wrong arguments, values that do not exist.

use super::check_potentials;

#[test]
fn functions_are_known() {
    check_potentials(&[
        ("«sine»(x)", "unknown function `sine`; did you mean `sin`?"),
        ("x.«sqr»()", "unknown method `sqr`; write `x.powi(2)`"),
        ("x.«arcsin»()", "unknown method `arcsin`; did you mean `asin`?"),
        (
            "«log»(x)",
            "unknown function `log`; the natural logarithm is `ln(x)`",
        ),
        (
            "x.«pow»(2)",
            "unknown method `pow`; write `x.powi(2)` for integer exponents and `x.powf(1.5)` for others",
        ),
        ("r.«length»()", "unknown method `length`; write `r.norm()`"),
        (
            "x.«clone»()",
            "unknown method `clone`; a formula needs no such call: its values are numbers; drop it",
        ),
        (
            "«ddt»(x)",
            "unknown function `ddt`; the time derivative is `dt(x)`",
        ),
        (
            "«dot»(x)",
            "`dot` takes 2 arguments, as in `a.dot(b)`; for the velocity write `dt(x)`",
        ),
        (
            "x.«dot»()",
            "`dot` is the product of two vectors, as in `a.dot(b)`; for the velocity write `dt(x)`",
        ),
        ("m * «ln»(0)", "`ln` has no finite value here"),
        ("«sqrt»(-1.0)", "`sqrt` has no finite value here"),
        ("x * «powi»(0, -1)", "`powi` has no finite value here"),
        (
            "x.powi(«3000000000»)",
            "an exponent lies between -2147483648 and 2147483647",
        ),
        (
            "«bessel»(x)",
            "unknown function `bessel`; a macro cannot look into functions: write the formula out, give it with `let`, or make it a field with `Function<1>`",
        ),
        (
            "«m»(x)",
            "`m` is a field, and no function; for a product write `m * (..)`",
        ),
        (
            "«f64::sin»(x)",
            "formulas call functions by their plain names, as in `sin(x)`",
        ),
        ("«sin»(x, x)", "`sin` takes 1 argument, as in `sin(x)`, not 2"),
        (
            "x.«atan2»()",
            "`atan2` takes 2 arguments, as in `atan2(y, x)`, not 1",
        ),
        ("sin(«r»)", "`sin` takes a scalar, this is a vector of length 2"),
        ("«x».norm()", "`norm` takes a vector, this is a scalar"),
        (
            "r.«dot»(axis)",
            "`dot` takes two vectors of equal length, not a vector of length 2 and a vector of length 3",
        ),
        (
            "«cross»(r, r)[0]",
            "`cross` takes two vectors of length 3, not a vector of length 2 and a vector of length 2",
        ),
        ("«x».transpose()", "a scalar has nothing to transpose"),
        (
            "x.powi(«1.5»)",
            "the exponent of `powi` is an integer that is written out; for others write `.powf(..)`, with a field that is a scalar",
        ),
        ("x.«dt»()", "the time derivative is a function: write `dt(x)`"),
        (
            "x.sin«::<f64>»()",
            "functions of formulas have no type arguments; drop them",
        ),
    ]);
}
