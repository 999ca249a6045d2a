//! Integers of a formula: indices, bounds of ranges, exponents. Their values are known when the formula is read.
//!
//! ```text
//! 2   i   r.len()   i + 1   2 * i   i / 2   i % 3   -i        division is that of integers, rounded towards zero
//! ```

use extremal_symbolic::Rational;
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, ExprUnary, Lit, UnOp};

use super::scope::{Binding, Meaning};
use super::{Lowered, Lowering, index};
use crate::declaration::{name_of, operands, operations, ungrouped};
use crate::diagnostics::Reported;

impl Lowering<'_> {
    /// The value of an expression of integers; `None` if it is another formula.
    pub(super) fn whole(&mut self, expr: &Expr) -> Option<Result<i64, Reported>> {
        self.is_whole(expr).then(|| self.evaluate(expr))
    }

    /// An integer where `what` takes one.
    pub(super) fn whole_or(&mut self, expr: &Expr, message: &str) -> Result<i64, Reported> {
        match self.whole(expr) {
            Some(value) => value,
            None => Err(self.report(expr, message)),
        }
    }

    pub(super) fn is_whole(&self, expr: &Expr) -> bool {
        match ungrouped(expr) {
            Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(number) if number.suffix().is_empty()),
            Expr::Path(_) => self.index_named(expr).is_some() || self.is_entry_of_table(expr),
            Expr::Index(_) => self.is_entry_of_table(expr),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && self.is_whole(&unary.expr),
            Expr::Binary(_) => {
                let (first, operations) = operations(expr);
                let mut operations = operations.into_iter();
                self.is_whole(first)
                    && operations
                        .all(|operation| is_arithmetic(&operation.op) && self.is_whole(&operation.right))
            }
            Expr::MethodCall(call) => is_length(call) && !self.is_length_of_program(call),
            _ => false,
        }
    }

    /// Whether an expression of integers differs from item to item, or is a length.
    pub(super) fn is_of_indices(&self, expr: &Expr) -> bool {
        match ungrouped(expr) {
            Expr::Unary(unary) => self.is_of_indices(&unary.expr),
            Expr::Binary(_) => operands(expr)
                .into_iter()
                .any(|operand| self.is_of_indices(operand)),
            Expr::MethodCall(_) => true,
            other => self.index_named(other).is_some(),
        }
    }

    fn index_named(&self, expr: &Expr) -> Option<i64> {
        let Expr::Path(path) = ungrouped(expr) else {
            return None;
        };
        match self.scope.get(&name_of(path.path.get_ident()?)) {
            Some(Meaning::Index(value)) => Some(value),
            _ => None,
        }
    }

    /// Whether an expression is a `let` of an integer, or an entry of a `let` whose numbers are all integers.
    fn is_entry_of_table(&self, expr: &Expr) -> bool {
        let (base, indices) = index::base(expr);
        let Expr::Path(path) = base else {
            return false;
        };
        let meaning = path
            .path
            .get_ident()
            .and_then(|name| self.scope.get(&name_of(name)));
        let Some(Meaning::Let(Binding { value: Ok(table), .. }) | Meaning::Part(table)) = meaning else {
            return false;
        };
        let is_integer = |&entry| self.graph.constant_of(entry).is_some_and(Rational::is_integer);
        table.shape.lengths().len() == indices && table.entries.iter().all(is_integer)
    }

    fn entry_of_table(&mut self, expr: &Expr) -> Result<Option<i64>, Reported> {
        let entry = self.value(expr)?.as_scalar();
        Ok(entry.and_then(|entry| self.graph.constant_of(entry)?.to_i64()))
    }

    fn evaluate(&mut self, expr: &Expr) -> Result<i64, Reported> {
        let value = match ungrouped(expr) {
            Expr::Index(_) => self.entry_of_table(expr)?,
            Expr::Path(_) if self.index_named(expr).is_none() => self.entry_of_table(expr)?,
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse().ok(),
                _ => None,
            },
            Expr::Unary(ExprUnary { expr, .. }) => self.evaluate(expr)?.checked_neg(),
            Expr::Binary(_) => self.evaluate_operations(expr)?,
            Expr::MethodCall(call) => i64::try_from(self.length(call)?).ok(),
            other => self.index_named(other),
        };
        value.ok_or_else(|| self.report(expr, "this integer is too large"))
    }

    /// The number of an operation of integers that only the program knows: a remainder, which is none of formulas; `None` for others.
    pub(super) fn remainder_of_program(&mut self, binary: &ExprBinary) -> Option<Lowered> {
        let is_remainder = matches!(binary.op, BinOp::Rem(_)) && self.sums.is_family();
        let is_of_program = is_remainder
            && self.is_integer(&binary.left)
            && self.is_integer(&binary.right)
            && !(self.is_whole(&binary.left) && self.is_whole(&binary.right));
        is_of_program.then(|| {
            let integer = self.evaluate_integer(&Expr::Binary(binary.clone()))?;
            Ok(self.number_of(&integer))
        })
    }

    /// The value of `i % 3`, which is known when the formula is read; `None` for other operations.
    pub(super) fn remainder_of_indices(&mut self, binary: &ExprBinary) -> Option<Result<i64, Reported>> {
        let is_remainder = matches!(binary.op, BinOp::Rem(_))
            && self.is_whole(&binary.left)
            && self.is_whole(&binary.right)
            && (self.is_of_indices(&binary.left) || self.is_of_indices(&binary.right));
        is_remainder.then(|| {
            let left = self.evaluate(&binary.left);
            let remainder = self.integer_operation(left, binary)?;
            remainder.ok_or_else(|| self.report(binary, "this integer is too large"))
        })
    }

    fn evaluate_operations(&mut self, expr: &Expr) -> Result<Option<i64>, Reported> {
        let (first, operations) = operations(expr);
        let mut value = self.evaluate(first);
        for operation in operations {
            value = match self.integer_operation(value, operation) {
                Ok(Some(value)) => Ok(value),
                other => return other,
            };
        }
        value.map(Some)
    }

    fn integer_operation(
        &mut self,
        left: Result<i64, Reported>,
        binary: &ExprBinary,
    ) -> Result<Option<i64>, Reported> {
        let right = self.evaluate(&binary.right);
        let (a, b) = (left?, right?);
        Ok(match binary.op {
            BinOp::Add(_) => a.checked_add(b),
            BinOp::Sub(_) => a.checked_sub(b),
            BinOp::Mul(_) => a.checked_mul(b),
            _ if b == 0 => {
                return Err(self.report(
                    &binary.right,
                    format!("division by zero{}", self.with(&binary.right)),
                ));
            }
            BinOp::Div(_) => a.checked_div(b),
            _ => a.checked_rem(b),
        })
    }

    /// `r.len()`: the number of items of an array, of components of a vector, or of rows of a matrix.
    fn length(&mut self, call: &ExprMethodCall) -> Result<usize, Reported> {
        let lengths = match self.lengths_of_field(&call.receiver) {
            Some(lengths) => lengths?,
            None => self.value(&call.receiver)?.shape.lengths(),
        };
        let first = lengths.first().copied();
        first.ok_or_else(|| self.report(&call.method, "`len` is of a vector or an array, this is a scalar"))
    }

    /// The lengths of a field, or of a part of it, without a use of its numbers.
    fn lengths_of_field(&mut self, expr: &Expr) -> Option<Result<Vec<usize>, Reported>> {
        let (base, indices) = index::base(expr);
        if let Some(lengths) = self.lengths_within_list(base, indices) {
            return Some(Ok(lengths));
        }
        let (field, user) = self.named_field(base)?;
        let lengths = field.and_then(|field| self.parameters.lengths(field, user, self.diagnostics));
        Some(lengths.map(|lengths| lengths.into_iter().skip(indices).collect()))
    }

    /// Those of an item of a list, where the list alone has a length that only the program knows: two of `edges[0]`.
    fn lengths_within_list(&self, base: &Expr, indices: usize) -> Option<Vec<usize>> {
        let lengths = self.parameters.of(self.field_at(base)?).nested.lengths();
        let is_of_list = indices > 0 && lengths.first().is_some_and(Option::is_none);
        let inside = lengths.into_iter().skip(indices);
        inside.collect::<Option<Vec<_>>>().filter(|_| is_of_list)
    }

    /// The values of the indices in an expression, for messages: ", where `i` is 7".
    pub(super) fn with(&self, expr: &Expr) -> String {
        let mut values = Vec::new();
        self.indices_of(expr, &mut values);
        match values.as_slice() {
            [] => String::new(),
            values => format!(", where {}", values.join(" and ")),
        }
    }

    fn indices_of(&self, expr: &Expr, values: &mut Vec<String>) {
        match ungrouped(expr) {
            Expr::Unary(unary) => self.indices_of(&unary.expr, values),
            Expr::Binary(_) => operands(expr)
                .into_iter()
                .for_each(|operand| self.indices_of(operand, values)),
            Expr::MethodCall(call) => self.indices_of(&call.receiver, values),
            Expr::Index(part) => {
                self.indices_of(&part.expr, values);
                self.indices_of(&part.index, values);
            }
            Expr::Call(call) => call
                .args
                .iter()
                .for_each(|argument| self.indices_of(argument, values)),
            Expr::Path(path) => {
                if let (Some(name), Some(value)) = (path.path.get_ident(), self.index_named(expr)) {
                    let value = format!("`{name}` is {value}");
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
            }
            _ => {}
        }
    }
}

pub(super) fn is_arithmetic(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

pub(super) fn is_length(call: &ExprMethodCall) -> bool {
    call.method == "len" && call.args.is_empty() && call.turbofish.is_none()
}
