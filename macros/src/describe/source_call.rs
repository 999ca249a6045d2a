//! Functions of formulas, in the notation of papers.
//!
//! It refuses to know all functions: unknown ones keep their names.

use extremal_symbolic::Rational;
use extremal_symbolic::text::{Formula, Piece};
use syn::{Expr, ExprClosure, Lit, Pat, RangeLimits, UnOp};

use super::source::{SourceWriter, source_name};
use crate::declaration::{name_of, ungrouped};

/// Functions that are written with their names.
const NAMES: [&str; 17] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "ln", "atan2", "min", "max",
    "hypot", "cross", "dot",
];

impl SourceWriter<'_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[&Expr]) -> Formula {
        if let ("integrate", [rule, closure]) = (name, arguments)
            && let Expr::Closure(closure) = ungrouped(closure)
        {
            return self.integral(rule, closure);
        }
        if let Some(over) = self.over(name, arguments) {
            return over;
        }
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

    /// `∫(s = 0 … 1, Gauss(2)) f(s)`
    fn integral(&mut self, rule: &Expr, closure: &ExprClosure) -> Formula {
        let place = closure.inputs.first().map_or_else(|| "s".to_owned(), parameter);
        let pieces = [
            Piece::Formula(Formula::one()),
            Piece::Sign(", "),
            Piece::Formula(self.formula(rule)),
        ];
        let ends = [Formula::number(&Rational::zero()), Formula::Closed(pieces.into())];
        let integrand = self.formula(&closure.body);
        Formula::Over("∫", place, Box::new(ends), Box::new(integrand))
    }

    /// Formulas over a range.
    fn over(&mut self, name: &str, arguments: &[&Expr]) -> Option<Formula> {
        let (Expr::Range(range), Expr::Closure(closure)) =
            (ungrouped(arguments.first()?), ungrouped(arguments.last()?))
        else {
            return None;
        };
        let index = closure.inputs.last().map_or_else(|| "i".to_owned(), parameter);
        let first = self.formula(range.start.as_deref()?);
        let last = self.last(range.end.as_deref()?, &range.limits);
        let item = self.formula(&closure.body);
        let sign = match name {
            "sum" => "∑",
            "product" => "∏",
            _ => return Some(self.items(&index, [first, last], item, arguments, closure)),
        };
        Some(Formula::Over(
            sign,
            index,
            Box::new([first, last]),
            Box::new(item),
        ))
    }

    /// The last value of an index: 7 for `..8`, n − 1 for `..n`.
    fn last(&mut self, end: &Expr, limits: &RangeLimits) -> Formula {
        let before = match ungrouped(end) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number
                    .base10_parse::<i64>()
                    .ok()
                    .and_then(|end| end.checked_sub(1)),
                _ => None,
            },
            _ => None,
        };
        let end = self.formula(end);
        match (limits, before) {
            (RangeLimits::Closed(_), _) => end,
            (RangeLimits::HalfOpen(_), Some(last)) => Formula::number(&Rational::from_integer(last)),
            (RangeLimits::HalfOpen(_), None) => Formula::sum([(false, end), (true, Formula::one())]),
        }
    }

    /// `[x[i] for i = 0 … 7]`, and for a scan what precedes the first item.
    fn items(
        &mut self,
        index: &str,
        [first, last]: [Formula; 2],
        item: Formula,
        arguments: &[&Expr],
        closure: &ExprClosure,
    ) -> Formula {
        let mut pieces = vec![
            Piece::Sign("["),
            Piece::Formula(item),
            Piece::Sign(" for "),
            Piece::Name(index.to_owned()),
            Piece::Sign(" = "),
            Piece::Formula(first),
            Piece::Sign(" … "),
            Piece::Formula(last),
        ];
        if let ([_, start, _], Some(before)) = (arguments, closure.inputs.first()) {
            let start = self.formula(start);
            pieces.extend([
                Piece::Sign(", first "),
                Piece::Name(parameter(before)),
                Piece::Sign(" = "),
                Piece::Formula(start),
            ]);
        }
        pieces.push(Piece::Sign("]"));
        Formula::Closed(pieces)
    }

    fn named(&mut self, name: &str, arguments: &[&Expr]) -> Formula {
        match NAMES.iter().find(|known| **known == name) {
            Some(known) => {
                let arguments = arguments.iter().map(|argument| self.formula(argument));
                Formula::Call(known, arguments.collect())
            }
            None => self.of_field(name, arguments),
        }
    }

    /// `lift(α)`
    pub(super) fn of_field(&mut self, name: &str, arguments: &[&Expr]) -> Formula {
        let list = Formula::list("(", self.list(arguments.iter().copied()), ")");
        Formula::Closed(vec![Piece::Name(name.to_owned()), Piece::Formula(list)])
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

/// The name of a parameter of a closure.
pub(super) fn parameter(pattern: &Pat) -> String {
    match pattern {
        Pat::Ident(name) => name_of(&name.ident),
        _ => "_".to_owned(),
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
