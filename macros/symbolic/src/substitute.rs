//! Replaces expressions by others, and rebuilds the expressions that contain them.

use crate::expr::{Expr, Node};
use crate::graph::Graph;
use crate::hash::{Map, Set};

/// A replacement that is applied to several expressions; shared subexpressions are rebuilt once.
///
/// ```
/// use extremal_symbolic::{Graph, Substitution};
///
/// let mut graph = Graph::new();
/// let (x, y) = (graph.symbol("x"), graph.symbol("y"));
/// let (at_x, at_y) = (graph.powi(x, 2), graph.powi(y, 2));
/// let mut substitution = Substitution::new(&[(x, y)]);
/// assert_eq!(substitution.of(&mut graph, at_x), at_y);
/// ```
#[derive(Debug)]
pub struct Substitution {
    images: Map<Expr, Expr>,
}

impl Substitution {
    /// Replaces every `from` of the pairs (from, to), all at once, by its `to`.
    #[must_use]
    pub fn new(pairs: &[(Expr, Expr)]) -> Self {
        Self {
            images: pairs.iter().copied().collect(),
        }
    }

    /// The image of an expression.
    pub fn of(&mut self, graph: &mut Graph, e: Expr) -> Expr {
        for node in self.unknown_below(graph, e) {
            let image = graph.rebuild(node, &self.images);
            self.images.insert(node, image);
        }
        self.images[&e]
    }

    /// The expressions without an image yet, operands before users.
    fn unknown_below(&self, graph: &Graph, e: Expr) -> Vec<Expr> {
        let (mut seen, mut stack) = (Set::default(), vec![e]);
        while let Some(node) = stack.pop() {
            if !self.images.contains_key(&node) && seen.insert(node) {
                graph.for_operands(node, |operand| stack.push(operand));
            }
        }
        let mut unknown: Vec<Expr> = seen.into_iter().collect();
        unknown.sort_unstable();
        unknown
    }
}

impl Graph {
    /// Replaces in `roots` every `from` of the pairs (from, to), all at once, by its `to`.
    ///
    /// A `from` may be a symbol or any other expression. Inside a replaced expression nothing else is replaced.
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

    /// This node with the images of its operands.
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
            Node::Call(call) => {
                let arguments: Vec<Expr> = call.arguments.iter().map(|x| images[x]).collect();
                self.derivative_of_call(call.function, &call.by, &arguments)
            }
        }
    }
}
