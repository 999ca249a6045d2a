//! The functions that formulas may call: names, numbers of arguments, meanings.
//!
//! It refuses to know values; a table and its lookup.

use extremal_symbolic::{Function, Function2};

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
    Transpose,
    TimeDerivative,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) name: &'static str,
    pub(super) operation: Operation,
    pub(super) arguments: usize,
    /// How a call looks.
    pub(super) example: &'static str,
}

use Operation::{
    Cross, Dot, Norm, NormSquared, OfOne, OfTwo, Powf, Powi, Recip, Sqrt, TimeDerivative, Transpose,
};

const FUNCTIONS: [Named; 27] = [
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
    named("transpose", Transpose, 1, "m.transpose()"),
    named("dt", TimeDerivative, 1, "dt(x)"),
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

pub(super) fn suggestion(name: &str) -> Option<&'static str> {
    nearest(name, FUNCTIONS.iter().map(|function| function.name))
}
