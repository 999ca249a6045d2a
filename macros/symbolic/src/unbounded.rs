//! Which symbols may be infinite where no value becomes so: bounds of comparisons, minima and denominators.

use crate::expr::{Expr, Function, Function2, Node};
use crate::graph::Graph;

/// Symbols up to which each is looked at; of more none is said to be a bound.
const SYMBOLS: usize = 100;

impl Graph {
    /// For each symbol whether the roots have finite values where it alone is infinite: they compare with it, take a minimum or
    /// maximum with it, or divide by it. A choice by such a comparison is taken not to use it where it holds.
    ///
    /// ```
    /// use extremal_symbolic::{Function2, Graph};
    ///
    /// let mut graph = Graph::new();
    /// let [x, k, limit] = ["x", "k", "limit"].map(|name| graph.symbol(name));
    /// let least = graph.apply2(Function2::Min, x, limit);
    /// let spring = graph.mul(k, least);
    /// assert_eq!(graph.may_be_infinite(&[spring], &[k, limit]), [false, true]);
    /// ```
    #[must_use]
    pub fn may_be_infinite(&self, roots: &[Expr], symbols: &[Expr]) -> Vec<bool> {
        let nodes = self.reachable(roots);
        let bounds: Vec<Expr> = nodes.iter().flat_map(|&e| self.bounds_in(e)).collect();
        let candidates = self.symbols_below(&bounds);
        let is_few = candidates.len() <= SYMBOLS;
        let mut spread = vec![false; self.size()];
        symbols
            .iter()
            .map(|symbol| {
                if nodes.binary_search(symbol).is_err() {
                    return true;
                }
                if !is_few || candidates.binary_search(symbol).is_err() {
                    return false;
                }
                for &e in &nodes {
                    spread[e.index()] = e == *symbol || self.spreads(e, &|x| spread[x.index()]);
                }
                !roots.iter().any(|root| spread[root.index()])
            })
            .collect()
    }

    /// Operands that may be infinite while the value is not.
    fn bounds_in(&self, e: Expr) -> Vec<Expr> {
        match self.node(e) {
            Node::Select(_, [a, b, ..]) => vec![*a, *b],
            Node::Binary(Function2::Min | Function2::Max | Function2::Atan2, a, b) => vec![*a, *b],
            Node::Unary(Function::Atan | Function::Tanh | Function::Signum, x) => vec![*x],
            Node::Product(list) => list.iter().filter(|(_, n)| *n < 0).map(|&(x, _)| x).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the value is not finite where these operands are not.
    fn spreads(&self, e: Expr, is_infinite: &dyn Fn(Expr) -> bool) -> bool {
        match self.node(e) {
            Node::Select(_, [a, b, then, otherwise]) => {
                !(is_infinite(*a) || is_infinite(*b)) && (is_infinite(*then) || is_infinite(*otherwise))
            }
            Node::Binary(Function2::Min | Function2::Max, a, b) => is_infinite(*a) && is_infinite(*b),
            Node::Binary(Function2::Atan2, ..)
            | Node::Unary(Function::Atan | Function::Tanh | Function::Signum, _) => false,
            Node::Product(list) => list.iter().any(|&(x, n)| n > 0 && is_infinite(x)),
            _ => {
                let mut any = false;
                self.for_operands(e, |x| any |= is_infinite(x));
                any
            }
        }
    }
}
