//! `if a < b { x } else { y }` as a choice between values, without branches in the generated code.
//!
//! It refuses truth values outside of conditions: formulas are numeric.

use extremal_symbolic::{Expr, Graph, Relation};
use syn::{BinOp, ExprBinary, ExprIf, UnOp};

use super::integer::Known;
use super::{DEPTH, Lowered, Lowering, Value};
use crate::declaration::ungrouped;
use crate::diagnostics::Reported;

/// The condition of an `if`.
///
/// There is no "greater": `a > b` is `b < a`, which is also false for NaN.
enum Condition {
    Compare(Relation, Expr, Expr),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Lowering<'_> {
    pub(super) fn select_if(&mut self, expr: &ExprIf) -> Lowered {
        if let (Some(holds), Some((_, otherwise))) = (self.decided(&expr.cond), &expr.else_branch) {
            return if holds? {
                self.block(&expr.then_branch)
            } else {
                self.value(otherwise)
            };
        }
        let condition = self.condition(&expr.cond);
        let then = self.block(&expr.then_branch);
        let Some((_, otherwise)) = &expr.else_branch else {
            return Err(self.report(
                expr.if_token,
                "an `if` in a formula needs an `else`: it has a value either way",
            ));
        };
        let alternative = self.value(otherwise);
        let (condition, then, alternative) = (condition?, then?, alternative?);
        if then.shape != alternative.shape {
            let message = format!(
                "this is {}, but the other branch is {}",
                alternative.shape, then.shape
            );
            return Err(self.report(otherwise, message));
        }
        self.look_at_branches(&then, &alternative);
        let pairs = then.entries.iter().zip(&alternative.entries);
        let entries = pairs
            .map(|(&a, &b)| choose(&mut self.graph, &condition, a, b))
            .collect();
        Ok(Value::of(then.shape, entries))
    }

    /// Branches with one value may be a slip of the pen, unless it is that of an item or of an argument.
    fn look_at_branches(&mut self, then: &Value, otherwise: &Value) {
        let note = "both branches of a choice are the same, so that it chooses nothing";
        let is_odd = then.entries == otherwise.entries && self.scope.depth() == 0;
        if is_odd && !self.notes.iter().any(|known| known == note) {
            self.notes.push(note.to_owned());
        }
    }

    /// Whether a condition on indices holds, which is known when the formula is read: the other branch is not read then, as it
    /// may contain items that do not exist. `None` for other conditions.
    fn decided(&mut self, expr: &syn::Expr) -> Option<Result<bool, Reported>> {
        match ungrouped(expr) {
            syn::Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                Some(self.decided(&unary.expr)?.map(|holds| !holds))
            }
            syn::Expr::Binary(binary) => match binary.op {
                BinOp::And(_) | BinOp::Or(_) => {
                    let (mut operations, mut first) = (Vec::new(), expr);
                    while let syn::Expr::Binary(connective) = ungrouped(first)
                        && let BinOp::And(_) | BinOp::Or(_) = connective.op
                    {
                        operations.push(connective);
                        first = &connective.left;
                    }
                    let mut value = self.decided(first)?;
                    for connective in operations.into_iter().rev() {
                        let settles = matches!(connective.op, BinOp::Or(_));
                        if matches!(value, Ok(left) if left != settles) {
                            value = self.decided(&connective.right)?;
                        }
                    }
                    Some(value)
                }
                _ if self.is_compared_by_program(binary) => Some(self.decided_by_algebra(binary)),
                _ if self.is_of_indices(&binary.left) || self.is_of_indices(&binary.right) => {
                    let (left, right) = (self.whole(&binary.left)?, self.whole(&binary.right)?);
                    let order = left.and_then(|left| Ok(left.cmp(&right?)));
                    Some(order.map(|order| agrees(&binary.op, order)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a condition is on integers of which only the program knows one.
    fn is_compared_by_program(&self, binary: &ExprBinary) -> bool {
        self.sums.is_family() && self.known_of_both(binary) == Some(Known::ByProgram)
    }

    /// Whether it holds, if the difference of both sides is the same for each item and each program.
    fn decided_by_algebra(&mut self, binary: &ExprBinary) -> Result<bool, Reported> {
        let left = self.evaluate_integer(&binary.left);
        let right = self.evaluate_integer(&binary.right);
        let (left, right) = (left?, right?);
        let difference = left.plus(-1, &right);
        match difference.and_then(|difference| difference.known()) {
            Some(known) => Ok(agrees(&binary.op, known.cmp(&0))),
            None => {
                let range = self.sums.why().of_ranges("range");
                let way_out = match left.is_running() && right.is_running() {
                    true => "write each pair of items once, as in `sum(0..n, |i| sum(0..i, |j| ..))`",
                    false => {
                        "write the ends as terms of their own, as in `sum(1..n, |i| ..) + 0.5 * k * q[0].powi(2)`"
                    }
                };
                let message =
                    format!("all items of {range} have one formula, and this depends on the item: {way_out}");
                Err(self.report(binary, message))
            }
        }
    }

    fn condition(&mut self, expr: &syn::Expr) -> Result<Condition, Reported> {
        if self.depth == DEPTH {
            let message =
                format!("this is nested more than {DEPTH} operations deep; split it with `let name = ..`");
            return Err(self.report(expr, message));
        }
        self.depth += 1;
        let condition = match ungrouped(expr) {
            syn::Expr::Binary(binary) => self.connective(binary),
            syn::Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => self
                .condition(&unary.expr)
                .map(|inner| Condition::Not(Box::new(inner))),
            syn::Expr::Assign(assign) => Err(self.report(assign.eq_token, ASSIGNMENT)),
            other => Err(self.report(other, CONDITION)),
        };
        self.depth -= 1;
        condition
    }

    fn connective(&mut self, expr: &ExprBinary) -> Result<Condition, Reported> {
        match expr.op {
            BinOp::And(_) | BinOp::Or(_) => {
                let (left, right) = (self.condition(&expr.left), self.condition(&expr.right));
                let (left, right) = (Box::new(left?), Box::new(right?));
                let is_and = matches!(expr.op, BinOp::And(_));
                Ok(if is_and {
                    Condition::And(left, right)
                } else {
                    Condition::Or(left, right)
                })
            }
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_) => {
                let left = self.scalar(&expr.left, "a comparison takes");
                let right = self.scalar(&expr.right, "a comparison takes");
                Ok(comparison(&expr.op, left?, right?))
            }
            _ => Err(self.report(expr, CONDITION)),
        }
    }
}

const ASSIGNMENT: &str = "a comparison for equality has two signs: write `==`";
const CONDITION: &str = "a condition compares numbers: `a < b`, with `&&`, `||` and `!` where there are more";

fn agrees(operator: &BinOp, order: std::cmp::Ordering) -> bool {
    match operator {
        BinOp::Lt(_) => order.is_lt(),
        BinOp::Le(_) => order.is_le(),
        BinOp::Gt(_) => order.is_gt(),
        BinOp::Ge(_) => order.is_ge(),
        BinOp::Ne(_) => order.is_ne(),
        _ => order.is_eq(),
    }
}

fn comparison(operator: &BinOp, a: Expr, b: Expr) -> Condition {
    match operator {
        BinOp::Lt(_) => Condition::Compare(Relation::Less, a, b),
        BinOp::Le(_) => Condition::Compare(Relation::LessEqual, a, b),
        BinOp::Gt(_) => Condition::Compare(Relation::Less, b, a),
        BinOp::Ge(_) => Condition::Compare(Relation::LessEqual, b, a),
        BinOp::Ne(_) => Condition::Not(Box::new(Condition::Compare(Relation::Equal, a, b))),
        _ => Condition::Compare(Relation::Equal, a, b),
    }
}

fn choose(graph: &mut Graph, condition: &Condition, then: Expr, otherwise: Expr) -> Expr {
    match condition {
        Condition::Compare(relation, a, b) => graph.select(*relation, *a, *b, then, otherwise),
        Condition::Not(inner) => choose(graph, inner, otherwise, then),
        Condition::And(first, second) => {
            let then = choose(graph, second, then, otherwise);
            choose(graph, first, then, otherwise)
        }
        Condition::Or(first, second) => {
            let otherwise = choose(graph, second, then, otherwise);
            choose(graph, first, then, otherwise)
        }
    }
}
