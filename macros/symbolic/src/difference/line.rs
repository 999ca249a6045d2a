//! A straight line through a space of coordinates.

use crate::expr::Expr;
use crate::graph::Graph;

/// The line from x to y = x + 2 s u: coordinates, their rates u, and s: half the line is s u.
///
/// For a step h from q with the velocity v these are q, v and h/2.
#[derive(Clone, Debug)]
pub struct Line {
    /// x, symbols.
    pub starts: Vec<Expr>,
    /// y
    pub ends: Vec<Expr>,
    /// u
    pub rates: Vec<Expr>,
    /// s > 0
    pub scale: Expr,
}

impl Line {
    /// Each x with its y.
    #[must_use]
    pub fn to_end(&self) -> Vec<(Expr, Expr)> {
        self.starts
            .iter()
            .copied()
            .zip(self.ends.iter().copied())
            .collect()
    }

    /// y − x, without cancellation.
    pub fn differences(&self, graph: &mut Graph) -> Vec<Expr> {
        let two = graph.integer(2);
        let rates = self.rates.iter();
        rates
            .map(|&rate| graph.product(&[two, self.scale, rate]))
            .collect()
    }

    /// (x, y, y − x) for [`Differences`](crate::Differences).
    pub fn steps(&self, graph: &mut Graph) -> Vec<(Expr, Expr, Expr)> {
        let differences = self.differences(graph);
        let ends = self.to_end().into_iter().zip(differences);
        ends.map(|((start, end), by)| (start, end, by)).collect()
    }
}
