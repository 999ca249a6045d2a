//! Elementary functions and `select`: exact values, parity, and comparisons of constants.

use crate::expr::{Expr, Function, Function2, Node, Relation};
use crate::graph::Graph;

impl Graph {
    /// f(x)
    pub fn apply(&mut self, f: Function, x: Expr) -> Expr {
        let x = self.unary(Function::Opaque, x).unwrap_or(x); // functions do not look into it either
        if let Some(value) = exact_value(f, x) {
            return value;
        }
        let (c, _) = self.split(x);
        if self.value(c).is_negative() {
            match parity(f) {
                Parity::Even => {
                    let x = self.neg(x);
                    return self.apply(f, x); // f(−x) = f(x)
                }
                Parity::Odd => {
                    let x = self.neg(x);
                    let y = self.apply(f, x);
                    return self.neg(y); // f(−x) = −f(x)
                }
                Parity::None => {}
            }
        }
        match f {
            Function::Abs if self.is_nonnegative(x) => x, // |x| = x, x ≥ 0
            Function::Opaque if !self.is_looked_into(x) => x,
            _ => self.intern(Node::Unary(f, x)),
        }
    }

    /// Whether sums or products take the expression apart.
    fn is_looked_into(&self, x: Expr) -> bool {
        matches!(
            self.node(x),
            Node::Sum(_) | Node::Scale(..) | Node::Product(_) | Node::Root(..)
        )
    }

    /// f(x, y); `Atan2` takes (y, x).
    pub fn apply2(&mut self, f: Function2, x: Expr, y: Expr) -> Expr {
        match f {
            Function2::Min | Function2::Max if x == y => x,
            Function2::Hypot if x == Expr::ZERO => self.apply(Function::Abs, y), // √(0 + y²) = |y|
            Function2::Hypot if y == Expr::ZERO => self.apply(Function::Abs, x),
            Function2::Atan2 => self.intern(Node::Binary(f, x, y)),
            _ => self.intern(Node::Binary(f, x.min(y), x.max(y))), // symmetric
        }
    }

    /// `if a REL b { then } else { otherwise }`
    pub fn select(&mut self, relation: Relation, a: Expr, b: Expr, then: Expr, otherwise: Expr) -> Expr {
        if then == otherwise {
            return then; // both branches are one
        }
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b)) {
            return if relation.holds_exactly(x, y) {
                then
            } else {
                otherwise
            };
        }
        self.intern(Node::Select(relation, [a, b, then, otherwise]))
    }
}

enum Parity {
    Even,
    Odd,
    None,
}

fn parity(f: Function) -> Parity {
    use Function::{Abs, Acos, Asin, Atan, Cos, Cosh, Exp, Ln, Ln1p, Opaque, Signum, Sin, Sinh, Tan, Tanh};
    match f {
        Cos | Cosh | Abs => Parity::Even,
        Sin | Tan | Asin | Atan | Sinh | Tanh | Signum | Opaque => Parity::Odd,
        Acos | Exp | Ln | Ln1p => Parity::None,
    }
}

/// f at 0 and 1, if the value is rational.
fn exact_value(f: Function, x: Expr) -> Option<Expr> {
    use Function::{Abs, Acos, Asin, Atan, Cos, Cosh, Exp, Ln, Ln1p, Signum, Sin, Sinh, Tan, Tanh};
    match (f, x) {
        (Sin | Tan | Asin | Atan | Sinh | Tanh | Ln1p | Abs | Signum, Expr::ZERO) => Some(Expr::ZERO),
        (Cos | Cosh | Exp, Expr::ZERO) => Some(Expr::ONE),
        (Ln | Acos, Expr::ONE) => Some(Expr::ZERO),
        (Abs | Signum, Expr::ONE) => Some(Expr::ONE),
        _ => None,
    }
}
