//! Literals: exact rationals from the digits that the user wrote.
//!
//! It refuses to round.

use extremal_symbolic::Rational;
use proc_macro2::Span;
use syn::Lit;

use super::{Lowered, Lowering, Value};

impl Lowering<'_> {
    pub(super) fn literal(&mut self, literal: &Lit) -> Lowered {
        let (digits, suffix, span) = match literal {
            Lit::Int(number) => (number.base10_digits(), number.suffix(), number.span()),
            Lit::Float(number) => (number.base10_digits(), number.suffix(), number.span()),
            Lit::Bool(truth) => {
                return self.refuse(
                    truth.span,
                    "`true` and `false` are no numbers; an `if` compares numbers",
                );
            }
            Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_) | Lit::Byte(_) | Lit::Char(_) => {
                return self.refuse(
                    literal.span(),
                    "a formula is of numbers, not of text; write it without quotes",
                );
            }
            other => return self.refuse(other.span(), "expected a number"),
        };
        if !matches!(suffix, "" | "f64" | "f32") {
            let message = if self.scope.get(suffix).is_some() {
                format!("for a product write `{digits} * {suffix}`")
            } else {
                format!("all numbers of a formula are of one type; drop the suffix `{suffix}`")
            };
            return self.refuse(span, message);
        }
        let (mantissa, _) = digits.split_once(['e', 'E']).unwrap_or((digits, ""));
        let is_zero = !mantissa.contains(|c| matches!(c, '1'..='9'));
        match digits.parse::<f64>() {
            Ok(0.0) if !is_zero => self.refuse(span, "this number is too small for `f64`"),
            Ok(rounded) if rounded.is_finite() => match Rational::from_decimal(digits) {
                Some(value) => Ok(Value::scalar(self.graph.constant(value))),
                None if is_zero => Ok(Value::scalar(self.graph.zero())),
                None => self.refuse(span, "this number has too many digits"),
            },
            _ => self.refuse(span, "this number is too large for `f64`"),
        }
    }

    fn refuse(&mut self, span: Span, message: impl std::fmt::Display) -> Lowered {
        Err(self.diagnostics.report_at(span, message))
    }
}
