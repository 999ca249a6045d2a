//! The functions that formulas may call: names, numbers of arguments, meanings.
//!
//! It refuses to know values: it is a table and its lookup.

use extremal_symbolic::{Function, Function2};

use super::integral::INTEGRATE;
use super::shape_function::{
    HERMITE, HERMITE_CURVATURE, HERMITE_SLOPE, LINEAR, LINEAR_SLOPE, ShapeFunctions,
};
use super::{indexed, integral};
use crate::schemes::INTEGRAL;
use crate::suggest::nearest;

#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    OfOne(Function),
    OfTwo(Function2),
    Sqrt,
    Recip,
    Powi,
    Powf,
    Dot,
    Cross,
    Norm,
    NormSquared,
    Sum,
    Transpose,
    TimeDerivative,
    Multiplier,
    /// With the values at the nodes as a second argument, if there is one.
    Shape(ShapeFunctions),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) name: &'static str,
    pub(super) operation: Operation,
    pub(super) arguments: usize,
    /// An example of a call.
    pub(super) example: &'static str,
}

use Operation::{
    Cross, Dot, Multiplier, Norm, NormSquared, OfOne, OfTwo, Powf, Powi, Recip, Shape, Sqrt, Sum,
    TimeDerivative, Transpose,
};

const FUNCTIONS: [Named; 35] = [
    named("sin", OfOne(Function::Sin), 1, "sin(x)"),
    named("cos", OfOne(Function::Cos), 1, "cos(x)"),
    named("tan", OfOne(Function::Tan), 1, "tan(x)"),
    named("asin", OfOne(Function::Asin), 1, "asin(x)"),
    named("acos", OfOne(Function::Acos), 1, "acos(x)"),
    named("atan", OfOne(Function::Atan), 1, "atan(x)"),
    named("sinh", OfOne(Function::Sinh), 1, "sinh(x)"),
    named("cosh", OfOne(Function::Cosh), 1, "cosh(x)"),
    named("tanh", OfOne(Function::Tanh), 1, "tanh(x)"),
    named("exp", OfOne(Function::Exp), 1, "exp(x)"),
    named("ln", OfOne(Function::Ln), 1, "ln(x)"),
    named("ln_1p", OfOne(Function::Ln1p), 1, "ln_1p(x)"),
    named("abs", OfOne(Function::Abs), 1, "abs(x)"),
    named("signum", OfOne(Function::Signum), 1, "signum(x)"),
    named("atan2", OfTwo(Function2::Atan2), 2, "atan2(y, x)"),
    named("min", OfTwo(Function2::Min), 2, "min(a, b)"),
    named("max", OfTwo(Function2::Max), 2, "max(a, b)"),
    named("hypot", OfTwo(Function2::Hypot), 2, "hypot(a, b)"),
    named("sqrt", Sqrt, 1, "sqrt(x)"),
    named("recip", Recip, 1, "recip(x)"),
    named("powi", Powi, 2, "x.powi(2)"),
    named("powf", Powf, 2, "x.powf(1.5)"),
    named("dot", Dot, 2, "a.dot(b)"),
    named("cross", Cross, 2, "cross(a, b)"),
    named("norm", Norm, 1, "r.norm()"),
    named("norm_squared", NormSquared, 1, "r.norm_squared()"),
    named("sum", Sum, 1, "r.sum()"),
    named("transpose", Transpose, 1, "m.transpose()"),
    named("dt", TimeDerivative, 1, "dt(x)"),
    named("multiplier", Multiplier, 1, "multiplier(rod)"),
    named("linear", Shape(LINEAR), 1, "linear(s)"),
    named("linear_slope", Shape(LINEAR_SLOPE), 1, "linear_slope(s)"),
    named("hermite", Shape(HERMITE), 1, "hermite(s)"),
    named("hermite_slope", Shape(HERMITE_SLOPE), 1, "hermite_slope(s)"),
    named(
        "hermite_curvature",
        Shape(HERMITE_CURVATURE),
        1,
        "hermite_curvature(s)",
    ),
];

const fn named(name: &'static str, operation: Operation, arguments: usize, example: &'static str) -> Named {
    Named {
        name,
        operation,
        arguments,
        example,
    }
}

pub(super) fn find(name: &str) -> Option<Named> {
    FUNCTIONS.into_iter().find(|function| function.name == name)
}

/// Whether formulas know a function of this name.
pub(crate) fn is_function(name: &str) -> bool {
    find(name).is_some() || name == INTEGRATE || indexed::names().any(|known| known == name)
}

#[cfg(test)]
pub(crate) fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

/// A name that begins with that of a function, as `sintheta`: the function, and the rest.
pub(super) fn in_front_of(name: &str) -> Option<(&'static str, &str)> {
    let named = FUNCTIONS.iter().filter_map(|function| {
        let rest = name.strip_prefix(function.name)?;
        Some((function.name, rest.strip_prefix('_').unwrap_or(rest)))
    });
    named.max_by_key(|(function, _)| function.len())
}

/// Functions under other names, and what to write for them.
const OTHERS: [(&[&str], &str); 32] = [
    (
        &["eye", "identity", "diag", "diagonal"],
        "write the matrix out, as in `[[a, 0], [0, b]]`",
    ),
    (
        &["zeros", "ones", "repmat", "full"],
        "a vector of equal numbers is `[0; 3]`",
    ),
    (
        &["array", "matrix", "vec", "Vector", "Matrix"],
        "a vector is `[a, b]`, and a matrix `[[a, b], [c, d]]`",
    ),
    (&["clamp"], "write `x.max(a).min(b)`"),
    (
        &["normalize", "normalized", "normalise", "unit", "direction"],
        "write `r / r.norm()`",
    ),
    (&["inner", "scalar_product", "dotc"], "write `a.dot(b)`"),
    (
        &["iter", "into_iter", "map", "fold", "zip", "enumerate", "product"],
        "write `sum(0..3, |i| ..)`, `product(0..3, |i| ..)`, `array(0..3, |i| ..)`, or `scan(..)` for a fold",
    ),
    (
        &["integral", "int", "quad", "quadrature", "integrate_over"],
        "an integral over s from 0 to 1 is `integrate(rule, |s| ..)`",
    ),
    (
        &["shape", "shape_functions", "lagrange", "hat", "interpolate"],
        "the shape functions are `linear(s)` and `hermite(s)`",
    ),
    (
        &["linear_curvature"],
        "it is zero: linear functions have a slope, `linear_slope(s)`",
    ),
    (&["deg", "degrees", "deg2rad", "radians"], "write `x * PI / 180`"),
    (
        &["inverse", "try_inverse", "inv", "determinant", "det", "trace"],
        "write it out in entries, as in `m[(0, 0)] + m[(1, 1)]`",
    ),
    (&["log", "loge"], "the natural logarithm is `ln(x)`"),
    (&["log10", "lg"], "write `ln(x) / ln(10)`"),
    (&["log2", "lb", "ld"], "write `ln(x) / ln(2)`"),
    (&["exp2"], "write `exp(x * ln(2))`"),
    (
        &["pow", "power", "powr"],
        "write `x.powi(2)` for integer exponents and `x.powf(1.5)` for others",
    ),
    (&["square", "sqr", "sq", "squared"], "write `x.powi(2)`"),
    (&["cube"], "write `x.powi(3)`"),
    (&["cbrt"], "write `x.powf(1.0 / 3.0)`"),
    (&["sec"], "write `1.0 / cos(x)`"),
    (&["csc", "cosec"], "write `1.0 / sin(x)`"),
    (&["cot"], "write `1.0 / tan(x)`"),
    (&["sgn", "sign"], "write `signum(x)`"),
    (&["heaviside", "step"], "write `if x < 0.0 { 0.0 } else { 1.0 }`"),
    (&["length", "magnitude", "mag", "len", "abs2"], "write `r.norm()`"),
    (
        &["magnitude_squared", "norm2", "norm_sq"],
        "write `r.norm_squared()`",
    ),
    (
        &[
            "diff",
            "der",
            "deriv",
            "derivative",
            "ddt",
            "d_dt",
            "rate",
            "velocity",
        ],
        "the time derivative is `dt(x)`",
    ),
    (&["to_radians"], "write `x * PI / 180`"),
    (&["to_degrees"], "write `x * 180 / PI`"),
    (
        &["floor", "ceil", "round", "trunc", "fract", "rem_euclid"],
        "a formula has no rounding: it has no derivative where it jumps",
    ),
    (
        &["clone", "into", "to_owned", "unwrap", "abs_sub"],
        "a formula needs no such call: its values are numbers; drop it",
    ),
];

/// What to write instead of an unknown function.
pub(super) fn advice(name: &str) -> Option<String> {
    if integral::is_rule(name) {
        return Some(format!("a rule is the first argument of `{INTEGRAL}`"));
    }
    let others = OTHERS.iter().find(|(names, _)| names.contains(&name));
    if let Some((_, advice)) = others {
        return Some((*advice).to_owned());
    }
    let near = nearest(name, FUNCTIONS.iter().map(|function| function.name))?;
    Some(format!("did you mean `{near}`?"))
}
