//! The part of a sum that is of degree at most two: the gradient in the middle of a line gives its change.

use super::line::Line;
use crate::expr::{Expr, Node};
use crate::graph::Graph;

/// Nested sums are opened up to this many summands, because shared sums may be too many to write out.
const TERMS: usize = 1024;

impl Graph {
    /// The part of a sum for which the gradient in the middle suffices, and the rest.
    pub(super) fn exact_in_the_middle(&mut self, f: &[Expr], line: &Line) -> (Expr, Expr) {
        let mut terms = Vec::new();
        for &f in f {
            self.collect_terms(f, Expr::ONE, &mut terms);
        }
        let quadratic = self.quadratic_in(&terms, &line.starts);
        let (exact, rest): (Vec<_>, Vec<_>) = terms
            .into_iter()
            .zip(quadratic)
            .partition(|&(_, is_quadratic)| is_quadratic);
        let mut sum = |part: Vec<(Expr, bool)>| {
            let terms: Vec<Expr> = part.into_iter().map(|(term, _)| term).collect();
            self.sum(&terms)
        };
        (sum(exact), sum(rest))
    }

    /// The summands of c f, including those of nested sums.
    fn collect_terms(&mut self, f: Expr, c: Expr, terms: &mut Vec<Expr>) {
        match self.node(f).clone() {
            _ if terms.len() >= TERMS => terms.push(self.mul(c, f)),
            Node::Sum(list) => {
                for &(factor, x) in list.iter() {
                    let factor = self.scaled(factor, c);
                    self.collect_terms(x, factor, terms);
                }
            }
            Node::Scale(factor, x) => {
                let factor = self.scaled(factor, c);
                self.collect_terms(x, factor, terms);
            }
            _ => terms.push(self.mul(c, f)),
        }
    }
}
