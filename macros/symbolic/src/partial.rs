//! The derivative of each kind of node by its operands: the table that forward and reverse differentiation share.

use crate::Rational;
use crate::expr::{Expr, Function, Function2, Node, Relation};
use crate::graph::Graph;

/// How a node depends on one of its operands to first order.
pub(crate) enum Partial {
    /// d node = factor · d operand.
    Factor(Expr, Expr),
    /// d node = a REL b ? d then : d otherwise. This is not 1 · d then + 0 · d otherwise, because the branch that is not
    /// taken may be singular.
    Branches {
        relation: Relation,
        compared: [Expr; 2],
        branches: [Expr; 2],
    },
}

impl Graph {
    /// The partial derivatives of `e` by the `wanted` operands.
    pub(crate) fn partials(&mut self, e: Expr, wanted: impl Fn(Expr) -> bool) -> Vec<Partial> {
        match self.node(e).clone() {
            Node::Constant(_) | Node::Symbol(_) => Vec::new(),
            Node::Sum(terms) => {
                let wanted = terms.iter().filter(|&&(_, x)| wanted(x));
                wanted
                    .map(|&(c, x)| Partial::Factor(self.scaled(c, Expr::ONE), x))
                    .collect()
            }
            Node::Scale(c, x) => vec![Partial::Factor(self.scaled(c, Expr::ONE), x)],
            Node::Product(list) => {
                let places = (0..list.len()).filter(|&at| wanted(list[at].0));
                places
                    .map(|at| Partial::Factor(self.product_partial(&list, at), list[at].0))
                    .collect()
            }
            Node::Root(x, r) => {
                let r = self.value(r).clone();
                vec![Partial::Factor(self.root_partial(x, &r), x)]
            }
            Node::Unary(f, x) => vec![Partial::Factor(self.unary_partial(e, f, x), x)],
            Node::Binary(f, x, y) => self.binary_partials(e, f, x, y),
            Node::Select(relation, [a, b, then, otherwise]) => {
                vec![Partial::Branches {
                    relation,
                    compared: [a, b],
                    branches: [then, otherwise],
                }]
            }
            Node::Call(call) => {
                let places = (0..call.arguments.len()).filter(|&at| wanted(call.arguments[at]));
                places
                    .map(|at| Partial::Factor(self.call_partial(&call, at), call.arguments[at]))
                    .collect()
            }
        }
    }

    /// n xⁿ⁻¹ times the other factors.
    fn product_partial(&mut self, list: &[(Expr, i32)], at: usize) -> Expr {
        let n = i64::from(list[at].1);
        let factors: Vec<_> = list
            .iter()
            .enumerate()
            .map(|(k, &(x, m))| (x, if k == at { m - 1 } else { m }))
            .collect();
        let power: Vec<_> = factors
            .iter()
            .filter(|&&(_, m)| m != 0)
            .map(|&(x, m)| self.powi(x, m))
            .collect();
        let (n, product) = (self.integer(n), self.product(&power));
        self.mul(n, product)
    }

    /// r xʳ⁻¹, which for r > 1 is defined at x = 0.
    fn root_partial(&mut self, x: Expr, r: &Rational) -> Expr {
        let factor = self.constant(r.clone());
        let power = self.power(x, &(r - &Rational::one()));
        self.mul(factor, power)
    }

    /// f′(x); `e` is f(x) itself.
    fn unary_partial(&mut self, e: Expr, f: Function, x: Expr) -> Expr {
        let one = Expr::ONE;
        match f {
            Function::Sin => self.apply(Function::Cos, x),
            Function::Cos => {
                let sine = self.apply(Function::Sin, x);
                self.neg(sine)
            }
            Function::Tan => {
                let square = self.powi(e, 2);
                self.add(one, square)
            }
            Function::Asin | Function::Acos => {
                let square = self.powi(x, 2);
                let cosine = self.sub(one, square);
                let cosine = self.sqrt(cosine);
                let inverse = self.powi(cosine, -1);
                if f == Function::Asin {
                    inverse
                } else {
                    self.neg(inverse)
                }
            }
            Function::Atan => {
                let square = self.powi(x, 2);
                let sum = self.add(one, square);
                self.powi(sum, -1)
            }
            Function::Sinh => self.apply(Function::Cosh, x),
            Function::Cosh => self.apply(Function::Sinh, x),
            Function::Tanh => {
                let square = self.powi(e, 2);
                self.sub(one, square)
            }
            Function::Exp => e,
            Function::Opaque => one,
            Function::Ln => self.powi(x, -1),
            Function::Ln1p => {
                let sum = self.add(one, x);
                self.powi(sum, -1)
            }
            Function::Abs => self.apply(Function::Signum, x),
            Function::Signum => Expr::ZERO, // away from the jump
        }
    }

    fn binary_partials(&mut self, e: Expr, f: Function2, x: Expr, y: Expr) -> Vec<Partial> {
        match f {
            Function2::Min => vec![Partial::Branches {
                relation: Relation::Less,
                compared: [x, y],
                branches: [x, y],
            }],
            Function2::Max => vec![Partial::Branches {
                relation: Relation::Less,
                compared: [y, x],
                branches: [x, y],
            }],
            Function2::Hypot => {
                let inverse = self.powi(e, -1);
                let by_x = self.mul(x, inverse);
                let by_y = self.mul(y, inverse);
                vec![Partial::Factor(by_x, x), Partial::Factor(by_y, y)]
            }
            // atan2(x, y): the angle φ with sin φ ∝ x, cos φ ∝ y; dφ = (y dx − x dy)/(x² + y²)
            Function2::Atan2 => {
                let squares = [self.powi(x, 2), self.powi(y, 2)];
                let sum = self.sum(&squares);
                let inverse = self.powi(sum, -1);
                let by_x = self.mul(y, inverse);
                let by_y = self.mul(x, inverse);
                let by_y = self.neg(by_y);
                vec![Partial::Factor(by_x, x), Partial::Factor(by_y, y)]
            }
        }
    }
}
