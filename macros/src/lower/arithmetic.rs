//! Binary operations, chains of them without recursion.
//!
//! It refuses to know which shapes fit, which is the task of `value`.

use syn::{BinOp, Expr, ExprBinary, ExprUnary, UnOp};

use super::{Lowered, Lowering, MULTIPLICATIONS, Value};
use crate::declaration::{operations, ungrouped};
use crate::diagnostics::Reported;

/// Terms that are not added up yet, all of one shape.
type Terms = Vec<Value>;

impl Lowering<'_> {
    /// `a + b + c` is `((a + b) + c)`: descends to the left, and returns with the values.
    ///
    /// The terms of a run are added together, and not one by one: sums of n terms are built in O(n).
    pub(super) fn binary(&mut self, expr: &ExprBinary) -> Lowered {
        let (first, before) = operations(&expr.left);
        let mut terms = self.value(first).map(|value| vec![value]);
        for operation in before.into_iter().chain([expr]) {
            let right = match power_of_stars(operation) {
                Some((star, message)) => Err(self.report(star, message)),
                None => self.value(&operation.right),
            };
            terms = self.operate(operation, terms, right);
        }
        terms.map(|terms| self.total(terms))
    }

    fn operate(
        &mut self,
        operation: &ExprBinary,
        terms: Result<Terms, Reported>,
        right: Lowered,
    ) -> Result<Terms, Reported> {
        if let Some(remainder) = self.remainder(operation) {
            return Ok(vec![remainder?]);
        }
        if matches!(operation.op, BinOp::Eq(_)) && self.content.is_zero {
            let message = "an equation stands alone in a constraint; in an array write what is zero, `a - b` for `a == b`";
            return Err(self.report(operation.op, message));
        }
        if let Some(message) = refused(operation) {
            return Err(self.report(operation.op, message));
        }
        let (mut terms, right) = (terms?, right?);
        match operation.op {
            BinOp::Add(_) | BinOp::Sub(_) => {
                let (left, found) = (terms[0].shape, right.shape);
                if left != found {
                    let message = format!("this is {found}, but what it is added to or taken from is {left}");
                    return Err(self.report(&operation.right, message));
                }
                let is_difference = matches!(operation.op, BinOp::Sub(_));
                terms.push(if is_difference {
                    right.neg(&mut self.graph)
                } else {
                    right
                });
                Ok(terms)
            }
            BinOp::Mul(_) => {
                let left = self.total(terms);
                let product = self.product(operation, &left, &right)?;
                Ok(vec![self.finite(operation, product)?])
            }
            _ => {
                let left = self.total(terms);
                let quotient = self.quotient(operation, &left, &right)?;
                Ok(vec![self.finite(operation, quotient)?])
            }
        }
    }

    fn total(&mut self, mut terms: Terms) -> Value {
        match terms.len() {
            1 => terms.remove(0),
            _ => Value::sum(&mut self.graph, &terms),
        }
    }

    fn product(&mut self, operation: &ExprBinary, left: &Value, right: &Value) -> Lowered {
        if Value::cost_of_product(left.shape, right.shape) > MULTIPLICATIONS {
            let message = format!("a product of matrices takes at most {MULTIPLICATIONS} multiplications");
            return Err(self.report(operation.op, message));
        }
        Value::product(&mut self.graph, left, right).map_err(|misfit| self.report(operation.op, misfit))
    }

    fn quotient(&mut self, operation: &ExprBinary, left: &Value, right: &Value) -> Lowered {
        let Some(divisor) = right.as_scalar() else {
            let message = format!("only a scalar divides, this is {}", right.shape);
            return Err(self.report(&operation.right, message));
        };
        if self.is_rounded_zero(divisor) {
            let with = self.with(&operation.right);
            let instead = if with.is_empty() {
                ""
            } else {
                "; leave this item out, by `if i == j { 0 } else { .. }`, or by `sum(0..i, |j| ..)` for pairs"
            };
            return Err(self.report(&operation.right, format!("this divisor is zero{with}{instead}")));
        }
        Ok(left.map(|x| self.graph.div(x, divisor)))
    }
}

/// `x ** 2`, which Rust reads as `x * (*2)`.
fn power_of_stars(operation: &ExprBinary) -> Option<(&UnOp, String)> {
    match (&operation.op, &*operation.right) {
        (
            BinOp::Mul(_),
            Expr::Unary(ExprUnary {
                op: op @ UnOp::Deref(_),
                expr,
                ..
            }),
        ) => Some((op, format!("`**` is no operator; {}", power(expr)))),
        _ => None,
    }
}

/// The text of a power with this exponent.
fn power(exponent: &Expr) -> String {
    match ungrouped(exponent) {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(n) => format!("for a power write `.powi({n})`"),
            syn::Lit::Float(r) => format!("for a power write `.powf({r})`"),
            _ => "for a power write `.powi(2)`".to_owned(),
        },
        _ => "for a power write `.powi(2)`".to_owned(),
    }
}

/// The reason why an operator is refused in formulas.
fn refused(operation: &ExprBinary) -> Option<String> {
    let message = match operation.op {
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) => return None,
        BinOp::BitXor(_) => {
            let power = power(&operation.right);
            return Some(format!("`^` is an exclusive or in Rust; {power}"));
        }
        BinOp::Rem(_) => "a formula has no remainders: they have no derivative where they jump",
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_) => {
            "a comparison belongs in the condition of an `if`"
        }
        BinOp::And(_) | BinOp::Or(_) => "`&&` and `||` belong in the condition of an `if`",
        BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::Shl(_) | BinOp::Shr(_) => {
            "a formula has no bits; its values are numbers"
        }
        _ => "a formula changes nothing; give a new value a new name with `let`",
    };
    Some(message.to_owned())
}
