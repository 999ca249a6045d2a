//! Functions of formulas, in the notation of papers.
//!
//! It refuses to know all functions: unknown ones keep their names.

use extremal_symbolic::text::{Formula, Piece};
use syn::{Expr, Lit, UnOp};

use super::source::{SourceWriter, source_name};
use crate::declaration::ungrouped;

/// Functions that are written with their names.
const NAMES: [&str; 17] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "ln", "atan2", "min", "max",
    "hypot", "cross", "dot",
];

impl SourceWriter<'_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[&Expr]) -> Formula {
        match (name, arguments) {
            ("dt", [x]) => self.velocity(x),
            ("sqrt", [x]) => Formula::Call("√", vec![self.formula(x)]),
            ("abs" | "norm", [x]) => Formula::Call("|", vec![self.formula(x)]),
            ("norm_squared", [x]) => Formula::Call("|", vec![self.formula(x)]).power(2),
            ("signum", [x]) => Formula::Call("sign", vec![self.formula(x)]),
            ("recip", [x]) => self.formula(x).power(-1),
            ("transpose", [x]) => Formula::Transposed(Box::new(self.formula(x))),
            ("powi", [x, n]) => match integer(n) {
                Some(n) => self.formula(x).power(n),
                None => self.raised(x, n),
            },
            ("powf", [x, y]) => self.raised(x, y),
            ("dot", [a, b]) => self.between(a, " · ", b),
            ("cross", [a, b]) => self.between(a, " × ", b),
            _ => self.named(name, arguments),
        }
    }

    fn named(&mut self, name: &str, arguments: &[&Expr]) -> Formula {
        match NAMES.iter().find(|known| **known == name) {
            Some(known) => {
                let arguments = arguments.iter().map(|argument| self.formula(argument));
                Formula::Call(known, arguments.collect())
            }
            None => {
                let list = Formula::list("(", self.list(arguments.iter().copied()), ")");
                Formula::Closed(vec![Piece::Name(name.to_owned()), Piece::Formula(list)])
            }
        }
    }

    /// ẋ for a name, d/dt for other expressions.
    fn velocity(&mut self, x: &Expr) -> Formula {
        match source_name(x) {
            Some(name) => self.names.derivative(&name, 1),
            None => Formula::Call("d/dt", vec![self.formula(x)]),
        }
    }

    fn raised(&mut self, x: &Expr, y: &Expr) -> Formula {
        let [x, y] = [x, y].map(|e| self.formula(e));
        Formula::Raised(Box::new(x), Box::new(y))
    }

    fn between(&mut self, a: &Expr, sign: &'static str, b: &Expr) -> Formula {
        let [a, b] = [a, b].map(|e| self.formula(e));
        Formula::Phrase(vec![Piece::Operand(a), Piece::Sign(sign), Piece::Operand(b)])
    }
}

fn integer(expr: &Expr) -> Option<i32> {
    match ungrouped(expr) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => integer(&unary.expr).map(|n| -n),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
