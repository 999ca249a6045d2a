//! A sum taken apart: what is free of given symbols, and the rest.

use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;

impl Graph {
    /// f and g with e = f + g, where f does not depend on the symbols, and no summand of g is free of them. Common factors
    /// that are free of the symbols are multiplied in.
    ///
    /// ```
    /// # use extremal_symbolic::Graph;
    /// let mut graph = Graph::new();
    /// let [h, q, v] = ["h", "q", "v"].map(|name| graph.symbol(name));
    /// let sum = graph.add(q, v);
    /// let all = graph.mul(h, sum);
    /// let (free, rest) = graph.apart(all, &[v]);
    /// assert_eq!((free, rest), (graph.mul(h, q), graph.mul(h, v)));
    /// ```
    pub fn apart(&mut self, e: Expr, symbols: &[Expr]) -> (Expr, Expr) {
        let depends = self.dependents(symbols);
        self.halves(e, &depends)
    }

    /// e − x, if x is a summand of the sum e.
    ///
    /// ```
    /// # use extremal_symbolic::Graph;
    /// let mut graph = Graph::new();
    /// let [h, q, v] = ["h", "q", "v"].map(|name| graph.symbol(name));
    /// let moved = graph.mul(h, v);
    /// let end = graph.add(q, moved);
    /// assert_eq!(graph.without_summand(end, q), Some(moved));
    /// assert_eq!(graph.without_summand(moved, q), None);
    /// ```
    pub fn without_summand(&mut self, e: Expr, x: Expr) -> Option<Expr> {
        if e == x {
            return Some(self.zero());
        }
        let Node::Sum(terms) = self.node(e).clone() else {
            return None;
        };
        let is_it = |&(c, term): &(Number, Expr)| term == x && self.value(c).is_one();
        let at = terms.iter().position(is_it)?;
        let others = terms.iter().enumerate().filter(|&(k, _)| k != at);
        Some(self.sum_of(others.map(|(_, &term)| term).collect()))
    }

    /// Summands whose sum is e. What multiplies a sum, if nothing else of it is one, multiplies each of its summands.
    ///
    /// ```
    /// # use extremal_symbolic::Graph;
    /// let mut graph = Graph::new();
    /// let [h, q, v] = ["h", "q", "v"].map(|name| graph.symbol(name));
    /// let sum = graph.add(q, v);
    /// let all = graph.mul(h, sum);
    /// assert_eq!(graph.summands(all), [graph.mul(h, q), graph.mul(h, v)]);
    /// ```
    pub fn summands(&mut self, e: Expr) -> Vec<Expr> {
        match self.node(e).clone() {
            Node::Sum(terms) => {
                let mut all = Vec::new();
                for &(c, x) in &*terms {
                    let summands = self.summands(x);
                    all.extend(summands.into_iter().map(|x| self.multiple_of(c, x)));
                }
                all
            }
            Node::Scale(c, x) => {
                let summands = self.summands(x);
                summands.into_iter().map(|x| self.multiple_of(c, x)).collect()
            }
            Node::Product(factors) => {
                let mut sums = factors
                    .iter()
                    .filter(|(x, _)| matches!(self.node(*x), Node::Sum(_)));
                let (Some(&(sum, 1)), None) = (sums.next(), sums.next()) else {
                    return vec![e];
                };
                let others = factors.iter().filter(|(other, _)| *other != sum);
                let others: Vec<Expr> = others.map(|&(y, n)| self.powi(y, n)).collect();
                let others = self.product(&others);
                let summands = self.summands(sum);
                summands.into_iter().map(|x| self.mul(others, x)).collect()
            }
            _ => vec![e],
        }
    }

    /// Summands whose sum is e, where a product stays one unless all but one of its factors are free of the symbols.
    ///
    /// ```
    /// # use extremal_symbolic::{Function, Graph};
    /// let mut graph = Graph::new();
    /// let [k, x, y] = ["k", "x", "y"].map(|name| graph.symbol(name));
    /// let difference = graph.sub(y, x);
    /// let wave = graph.apply(Function::Sin, difference);
    /// let both = graph.add(difference, wave);
    /// let sum = graph.mul(k, both);
    /// assert_eq!(graph.addends(sum, &[x, y]).len(), 3);
    /// ```
    pub fn addends(&mut self, e: Expr, symbols: &[Expr]) -> Vec<Expr> {
        let depends = self.dependents(symbols);
        let mut found = Vec::new();
        self.collect_addends(e, Expr::ONE, &depends, &mut found);
        found
    }

    fn collect_addends(&mut self, e: Expr, factor: Expr, depends: &[bool], found: &mut Vec<Expr>) {
        match self.node(e).clone() {
            Node::Sum(terms) => {
                for &(c, x) in &*terms {
                    let factor = self.multiple_of(c, factor);
                    self.collect_addends(x, factor, depends, found);
                }
            }
            Node::Scale(c, x) => {
                let factor = self.multiple_of(c, factor);
                self.collect_addends(x, factor, depends, found);
            }
            Node::Product(factors) => {
                let is_free = |e: Expr| depends.get(e.index()).is_some_and(|depends| !depends);
                let (free, dependent): (Vec<_>, Vec<_>) =
                    factors.iter().copied().partition(|&(x, _)| is_free(x));
                if let [(x, 1)] = dependent[..] {
                    let free: Vec<Expr> = free.into_iter().map(|(y, n)| self.powi(y, n)).collect();
                    let factor = self.product(&[&free[..], &[factor]].concat());
                    self.collect_addends(x, factor, depends, found);
                } else {
                    found.push(self.mul(factor, e));
                }
            }
            _ => found.push(self.mul(factor, e)),
        }
    }

    fn multiple_of(&mut self, c: Number, x: Expr) -> Expr {
        let c = self.scaled(c, Expr::ONE);
        self.mul(c, x)
    }

    fn halves(&mut self, e: Expr, depends: &[bool]) -> (Expr, Expr) {
        let is_free = |e: Expr| depends.get(e.index()).is_some_and(|depends| !depends);
        if is_free(e) {
            return (e, Expr::ZERO);
        }
        match self.node(e).clone() {
            Node::Sum(terms) => {
                let (mut free, mut rest) = (Vec::new(), Vec::new());
                for &(c, x) in &*terms {
                    let parts = self.halves(x, depends);
                    free.push(self.multiple_of(c, parts.0));
                    rest.push(self.multiple_of(c, parts.1));
                }
                (self.sum(&free), self.sum(&rest))
            }
            Node::Scale(c, x) => {
                let (free, rest) = self.halves(x, depends);
                (self.multiple_of(c, free), self.multiple_of(c, rest))
            }
            Node::Product(factors) => {
                let mut dependent = factors.iter().filter(|(x, _)| !is_free(*x));
                let (Some(&(x, 1)), None) = (dependent.next(), dependent.next()) else {
                    return (Expr::ZERO, e);
                };
                let (free, rest) = self.halves(x, depends);
                if free == Expr::ZERO {
                    return (free, e);
                }
                let others = factors.iter().filter(|(other, _)| *other != x);
                let others: Vec<Expr> = others.map(|&(y, n)| self.powi(y, n)).collect();
                let others = self.product(&others);
                (self.mul(others, free), self.mul(others, rest))
            }
            _ => (Expr::ZERO, e),
        }
    }
}
