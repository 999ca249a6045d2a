//! One expression of Rust's syntax: the kinds that a formula may contain, and messages for all others.
//!
//! It refuses to know the meaning of the kinds; each has its file.

use quote::ToTokens;
use syn::{Expr, ExprArray, ExprRepeat, ExprUnary, Lit, UnOp};

use super::{DEPTH, ENTRIES, Lowered, Lowering, NODES, Value};
use crate::declaration::ungrouped;
use crate::diagnostics::Reported;

impl Lowering<'_> {
    /// The value of an expression, within the limits of depth and size.
    pub(super) fn value(&mut self, expr: &Expr) -> Lowered {
        if let Some(reported) = self.exhausted {
            return Err(reported);
        }
        if self.depth == DEPTH {
            let message =
                format!("this is nested more than {DEPTH} operations deep; split it with `let name = ..`");
            return Err(self.exhaust(expr, message));
        }
        self.depth += 1;
        let value = self.of_kind(ungrouped(expr));
        self.depth -= 1;
        let value = self.finite(expr, value?)?;
        self.is_affine(expr, &value)?;
        let value = self.of_numbers(value);
        let is_full = self.graph.size() > NODES || self.graph.is_exhausted();
        if is_full && self.exhausted.is_none() {
            let message = format!(
                "the declaration has more than {NODES} operations by here; that is too large to derive"
            );
            return Err(self.exhaust(expr, message));
        }
        Ok(value)
    }

    /// Refuses constants that are not finite, which would appear in the generated code only.
    pub(super) fn finite(&mut self, expr: impl ToTokens, value: Value) -> Lowered {
        let constant = value.as_scalar().and_then(|x| self.graph.constant_of(x));
        if constant.is_none_or(|constant| constant.to_f64().is_finite()) {
            return Ok(value);
        }
        Err(self.report(expr, "this constant is too large for `f64`; use other units"))
    }

    /// A scalar where `what` needs one.
    pub(super) fn scalar(&mut self, expr: &Expr, what: &str) -> Result<extremal_symbolic::Expr, Reported> {
        let value = self.value(expr)?;
        value
            .as_scalar()
            .ok_or_else(|| self.report(expr, format!("{what} a scalar, this is {}", value.shape)))
    }

    /// Refuses vectors and matrices that are too large, before they are built.
    pub(super) fn afford(&mut self, tokens: impl ToTokens, entries: usize) -> Result<(), Reported> {
        if entries <= ENTRIES {
            return Ok(());
        }
        Err(self.report(
            tokens,
            format!("a vector or matrix in a formula has at most {ENTRIES} numbers"),
        ))
    }

    fn exhaust(&mut self, expr: &Expr, message: String) -> Reported {
        let reported = self.report(expr, message);
        self.exhausted = Some(reported);
        reported
    }

    fn of_kind(&mut self, expr: &Expr) -> Lowered {
        match expr {
            Expr::Lit(literal) => self.literal(&literal.lit),
            Expr::Path(path) => self.path(path),
            Expr::Field(member) => self.member(member),
            Expr::Index(index) => self.index(index),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Array(array) => self.array(array),
            Expr::Repeat(repeat) => self.repeat(repeat),
            Expr::If(branches) => self.select_if(branches),
            Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            other => Err(self.report(offender(other), unsupported(other))),
        }
    }

    fn unary(&mut self, expr: &ExprUnary) -> Lowered {
        let value = self.value(&expr.expr);
        match expr.op {
            UnOp::Neg(_) => Ok(value?.neg(&mut self.graph)),
            UnOp::Not(_) => Err(self.report(expr.op, "`!` belongs in the condition of an `if`")),
            _ => {
                let message =
                    "a formula has nothing to dereference; drop the `*`, or for a power write `.powi(2)`";
                Err(self.report(expr.op, message))
            }
        }
    }

    fn array(&mut self, expr: &ExprArray) -> Lowered {
        let parts: Vec<Lowered> = expr.elems.iter().map(|element| self.value(element)).collect();
        let parts = parts.into_iter().collect::<Result<Vec<Value>, Reported>>()?;
        self.afford(expr, parts.iter().map(|part| part.entries.len()).sum())?;
        Value::stacked(&parts).map_err(|(at, misfit)| match expr.elems.iter().nth(at) {
            Some(element) => self.report(element, misfit),
            None => self.report(expr, misfit),
        })
    }

    /// `[x; 3]`.
    fn repeat(&mut self, expr: &ExprRepeat) -> Lowered {
        let part = self.value(&expr.expr);
        let Expr::Lit(literal) = ungrouped(&expr.len) else {
            return Err(self.report(
                &expr.len,
                "the length of an array in a formula is an integer literal",
            ));
        };
        let length = match &literal.lit {
            Lit::Int(number) => number.base10_parse::<usize>().ok().filter(|length| *length > 0),
            _ => None,
        };
        let Some(length) = length else {
            return Err(self.report(
                &expr.len,
                "the length of an array in a formula is an integer, 1 or more",
            ));
        };
        let part = part?;
        self.afford(expr, part.entries.len().saturating_mul(length))?;
        Value::stacked(&vec![part; length]).map_err(|(_, misfit)| self.report(&expr.expr, misfit))
    }
}

/// The smallest token that names the kind of the expression.
fn offender(expr: &Expr) -> proc_macro2::TokenStream {
    match expr {
        Expr::Cast(cast) => {
            let ty = &cast.ty;
            let mut tokens = cast.as_token.to_token_stream();
            ty.to_tokens(&mut tokens);
            tokens
        }
        Expr::Reference(reference) => reference.and_token.to_token_stream(),
        Expr::Try(question) => question.question_token.to_token_stream(),
        Expr::Match(choice) => choice.match_token.to_token_stream(),
        Expr::ForLoop(looped) => looped.for_token.to_token_stream(),
        Expr::While(looped) => looped.while_token.to_token_stream(),
        Expr::Loop(looped) => looped.loop_token.to_token_stream(),
        Expr::Macro(call) => call.mac.path.to_token_stream(),
        Expr::Assign(assign) => assign.eq_token.to_token_stream(),
        Expr::Return(leave) => leave.return_token.to_token_stream(),
        Expr::Block(block) => block.label.to_token_stream(),
        Expr::Unsafe(block) => block.unsafe_token.to_token_stream(),
        Expr::Async(block) => block.async_token.to_token_stream(),
        Expr::Range(range) => range.limits.to_token_stream(),
        other => other.to_token_stream(),
    }
}

fn unsupported(expr: &Expr) -> &'static str {
    match expr {
        Expr::Cast(_) => "a formula needs no cast: all its numbers are of one type; drop the `as`",
        Expr::Reference(_) | Expr::RawAddr(_) => {
            "a formula needs no references: its values are numbers; drop the `&`"
        }
        Expr::Closure(_) => {
            "a closure is the formula of an item, as in `sum(0..3, |i| ..)`, or a function, `let f = |x| ..`; an absolute value \
             is `abs(x)`"
        }
        Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
            "a formula has no loops; write `sum(0..3, |i| ..)` or `array(0..3, |i| ..)`"
        }
        Expr::Macro(_) => "a formula has no macro calls; write out what the macro would",
        Expr::Match(_) => "a formula has no `match`; write `if a < b { .. } else { .. }`",
        Expr::Let(_) => "a formula has no patterns; an `if` compares numbers",
        Expr::Try(_) => "a formula cannot fail: its values are numbers; drop the `?`",
        Expr::Tuple(_) => "a formula has no tuples; a vector is an array `[a, b]`",
        Expr::Struct(_) => "a formula has no structs; a vector is an array `[a, b]`",
        Expr::Range(_) => {
            "a range is that of an index, as in `sum(0..3, |i| ..)`; for components write `array(0..2, |i| r[i])`"
        }
        Expr::Assign(_) => "a formula changes nothing; give a new value a new name with `let`",
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
            "a formula has nothing to leave; use `if` and `else`"
        }
        Expr::Async(_) | Expr::Await(_) => "a formula has nothing to wait for; drop the `async` or `.await`",
        Expr::Unsafe(_) => "a formula has nothing unsafe in it; drop the `unsafe`",
        Expr::Const(_) | Expr::TryBlock(_) => "a block of a formula is a plain `{ .. }`",
        Expr::Block(_) => "a block of a formula has no label",
        Expr::Infer(_) => "expected an expression",
        _ => "this syntax has no meaning in a formula; write it with operators, functions and `if`",
    }
}
