//! Replaces expressions by others and rebuilds what is made of them.
//! It refuses to know what the replacement means.

use crate::expr::{Expr, Node};
use crate::graph::Graph;
use crate::hash::Map;

impl Graph {
    /// Replaces in `roots` every `from` of the pairs (from, to), all at once, by its `to`.
    ///
    /// A `from` may be a symbol or any other expression; inside a replaced one nothing else is replaced.
    pub fn substitute(&mut self, roots: &[Expr], pairs: &[(Expr, Expr)]) -> Vec<Expr> {
        let mut images: Map<Expr, Expr> = pairs.iter().copied().collect();
        for e in self.reachable(roots) {
            if images.contains_key(&e) {
                continue;
            }
            let image = self.rebuild(e, &images);
            images.insert(e, image);
        }
        roots.iter().map(|root| images[root]).collect()
    }

    /// The same node over the images of its operands.
    pub(crate) fn rebuild(&mut self, e: Expr, images: &Map<Expr, Expr>) -> Expr {
        let mut changed = false;
        self.for_operands(e, |x| changed |= images[&x] != x);
        if !changed {
            return e;
        }
        match self.node(e).clone() {
            Node::Constant(_) | Node::Symbol(_) => e,
            Node::Sum(terms) => {
                let terms: Vec<Expr> = terms
                    .iter()
                    .map(|&(c, x)| {
                        let c = self.scaled(c, Expr::ONE);
                        self.mul(c, images[&x])
                    })
                    .collect();
                self.sum(&terms)
            }
            Node::Scale(c, x) => {
                let c = self.scaled(c, Expr::ONE);
                self.mul(c, images[&x])
            }
            Node::Product(list) => {
                let factors: Vec<Expr> = list.iter().map(|&(x, n)| self.powi(images[&x], n)).collect();
                self.product(&factors)
            }
            Node::Root(x, r) => {
                let r = self.value(r).clone();
                self.power(images[&x], &r)
            }
            Node::Unary(f, x) => self.apply(f, images[&x]),
            Node::Binary(f, x, y) => self.apply2(f, images[&x], images[&y]),
            Node::Select(relation, [a, b, then, otherwise]) => self.select(
                relation,
                images[&a],
                images[&b],
                images[&then],
                images[&otherwise],
            ),
        }
    }
}
