//! The factor of a symbol in all of its occurrences.

use crate::Rational;
use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;

impl Graph {
    /// The magnitude of the numeric factor of e; 1 if there is none.
    pub fn numeric_factor(&mut self, e: Expr) -> Expr {
        let (c, _) = self.split(e);
        let size = self.number(self.value(c).abs());
        self.scaled(size, Expr::ONE)
    }

    /// (c, x) with e = c x, where c is the product of all factors of e that do not depend on the symbols.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::new();
    /// let (m, x) = (graph.symbol("m"), graph.symbol("x"));
    /// let square = graph.powi(x, 2);
    /// let (half, per_m) = (graph.ratio(1, 2), graph.powi(m, -1));
    /// let e = graph.product(&[half, square, per_m]);
    /// let c = graph.mul(half, per_m);
    /// assert_eq!(graph.content(e, &[x]), (c, square));
    /// assert_eq!(graph.content(e, &[m, x]).0, half);
    /// ```
    pub fn content(&mut self, e: Expr, symbols: &[Expr]) -> (Expr, Expr) {
        let (c, x) = self.split(e);
        let mut content = vec![self.scaled(c, Expr::ONE)];
        let Node::Product(factors) = self.node(x).clone() else {
            return (content[0], x);
        };
        let mut rest = Vec::new();
        for &(base, n) in factors.iter() {
            let power = self.powi(base, n);
            if self.depends_on(base, symbols) {
                rest.push(power);
            } else {
                content.push(power);
            }
        }
        (self.product(&content), self.product(&rest))
    }

    /// The m, without a sign, such that `symbol` occurs in the multiplied-out roots only in summands ± m · symbol.
    ///
    /// `None` if there is no such m, if m depends on the `varying` symbols, if m is 1, or if some sum would have more
    /// than `limit` summands.
    pub fn common_cofactor(
        &mut self,
        roots: &[Expr],
        symbol: Expr,
        varying: &[Expr],
        limit: usize,
    ) -> Option<Expr> {
        let mut common = None;
        let has = self.dependents(&[symbol]);
        for terms in self.expanded(roots, |e| has[e.index()], limit) {
            for (c, x) in terms? {
                if !self.depends_on(x, &[symbol]) {
                    continue;
                }
                let cofactor = self.cofactor(c, x, symbol)?;
                if self.depends_on(cofactor, varying) || *common.get_or_insert(cofactor) != cofactor {
                    return None;
                }
            }
        }
        common.filter(|&m| m != Expr::ONE)
    }

    /// The roots with m · symbol replaced by `symbol`, for pairs of a symbol and its [common
    /// cofactor](Self::common_cofactor) m. Expressions without these symbols are not multiplied out, because powers of
    /// differences would cancel.
    pub fn without_cofactors(
        &mut self,
        roots: &[Expr],
        pairs: &[(Expr, Expr)],
        limit: usize,
    ) -> Option<Vec<Expr>> {
        let symbols: Vec<Expr> = pairs.iter().map(|&(symbol, _)| symbol).collect();
        let has = self.dependents(&symbols);
        let expanded = self.expanded(roots, |e| has[e.index()], limit);
        let expanded: Option<Vec<_>> = expanded.into_iter().collect();
        let mut images = Vec::with_capacity(roots.len());
        for mut terms in expanded? {
            for (c, x) in &mut terms {
                for &(symbol, m) in pairs {
                    if self.depends_on(*x, &[symbol]) {
                        (self.cofactor(*c, *x, symbol)? == m).then_some(())?;
                        let is_negative = self.value(*c).is_negative();
                        (*c, *x) = (Number::ONE, symbol);
                        if is_negative {
                            *c = self.number(Rational::from_integer(-1));
                        }
                    }
                }
            }
            images.push(self.sum_of(terms));
        }
        Some(images)
    }

    /// |c| x / symbol, for an x that has the symbol once as a factor.
    fn cofactor(&mut self, c: Number, x: Expr, symbol: Expr) -> Option<Expr> {
        let mut rest = self.factors(x).to_vec();
        let place = rest.iter().position(|&factor| factor == (symbol, 1))?;
        rest.remove(place);
        let size = self.value(c).abs();
        let size = self.number(size);
        let rest = self.monomial(&rest);
        let cofactor = self.scaled(size, rest);
        (!self.depends_on(cofactor, &[symbol])).then_some(cofactor)
    }

    /// a − b, summand by summand; `None` if there are more than `limit` of them.
    pub fn difference(&mut self, a: Expr, b: Expr, limit: usize) -> Option<Expr> {
        let difference = self.sub(a, b);
        let mut sums = self.reachable(&[difference]);
        sums.retain(|&e| matches!(self.node(e), Node::Sum(_) | Node::Scale(..)));
        let is_sum = |e: Expr| sums.binary_search(&e).is_ok();
        let terms = self.expanded(&[difference], is_sum, limit).pop()??;
        Some(self.sum_of(terms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_that_always_stands_with_the_same_factor() {
        let mut graph = Graph::new();
        let [p, k, c, s, q] = ["p", "k", "c", "s", "q"].map(|name| graph.symbol(name));
        let sum = graph.add(c, s);
        let impulse = graph.mul(k, sum);
        let end = graph.sub(p, impulse);
        let kc = graph.mul(k, c);
        let start = graph.sub(p, kc);
        assert_eq!(graph.common_cofactor(&[start, end], c, &[q], 8), Some(k));
        let images = graph.without_cofactors(&[start, end], &[(c, k)], 8);
        let start_with = graph.sub(p, c);
        let (minus_c, minus_ks) = {
            let ks = graph.mul(k, s);
            (graph.neg(c), graph.neg(ks))
        };
        let end_with = graph.sum(&[p, minus_c, minus_ks]);
        assert_eq!(images, Some(vec![start_with, end_with]));
        // No common cofactor: alone, with different factors, squared, inside a function, with a varying factor.
        let qc = graph.mul(q, c);
        let square = graph.mul(kc, c);
        let sine = graph.apply(crate::Function::Sin, kc);
        for other in [c, qc, square, sine] {
            assert_eq!(graph.common_cofactor(&[start, other], c, &[q], 8), None);
        }
        assert_eq!(graph.common_cofactor(&[p], c, &[q], 8), None);
        assert_eq!(graph.difference(end_with, start_with, 8), Some(minus_ks));
    }
}
