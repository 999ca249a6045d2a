//! The sign of an expression, determined when its node is made, from its operands alone.

use crate::expr::{Expr, Function, Function2, Node};
use crate::graph::Graph;

impl Graph {
    /// Whether a node with these operands is known to be ≥ 0 wherever it is defined.
    pub(crate) fn has_nonnegative_value(&self, node: &Node) -> bool {
        match node {
            Node::Constant(c) => !self.value(*c).is_negative(),
            Node::Scale(c, x) => !self.value(*c).is_negative() && self.is_nonnegative(*x),
            Node::Sum(terms) => terms
                .iter()
                .all(|&(c, x)| !self.value(c).is_negative() && self.is_nonnegative(x)),
            Node::Product(list) => list.iter().all(|&(x, n)| n % 2 == 0 || self.is_nonnegative(x)),
            Node::Root(..) | Node::Binary(Function2::Hypot, ..) => true,
            Node::Unary(Function::Opaque, x) => self.is_nonnegative(*x),
            Node::Unary(f, _) => {
                matches!(f, Function::Exp | Function::Cosh | Function::Abs | Function::Acos)
            }
            Node::Binary(Function2::Min, x, y) | Node::Select(_, [_, _, x, y]) => {
                self.is_nonnegative(*x) && self.is_nonnegative(*y)
            }
            Node::Binary(Function2::Max, x, y) => self.is_nonnegative(*x) || self.is_nonnegative(*y),
            Node::Binary(Function2::Atan2, ..) | Node::Symbol(_) => false,
        }
    }

    /// Whether x > 0 for every finite argument.
    pub(crate) fn is_positive(&self, x: Expr) -> bool {
        match self.node(x) {
            Node::Constant(c) => !self.value(*c).is_negative() && x != Expr::ZERO,
            Node::Unary(f, _) => matches!(f, Function::Exp | Function::Cosh),
            _ => false,
        }
    }
}
