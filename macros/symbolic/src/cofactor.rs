//! The factor of a symbol in all of its occurrences.

use crate::Rational;
use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

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

    /// For each of the symbols the m, without a sign, such that it occurs in the multiplied-out roots only in summands
    /// ± m · symbol. All of them in one loop.
    ///
    /// `None` if there is no such m, if m depends on the `varying` symbols or on another of the symbols, if m is 1, or if a
    /// root with the symbol would have more than `limit` summands.
    pub fn common_cofactors(
        &mut self,
        roots: &[Expr],
        symbols: &[Expr],
        varying: &[Expr],
        limit: usize,
    ) -> Vec<Option<Expr>> {
        let has = self.dependents(symbols);
        let varies = self.dependents(&[symbols, varying].concat());
        let mut found: Map<Expr, Option<Expr>> = Map::default();
        let expanded = self.expanded(roots, |e| has[e.index()], limit);
        let mut others = Vec::new();
        for (&root, terms) in roots.iter().zip(expanded) {
            let Some(terms) = terms else {
                others.push(root);
                continue;
            };
            for (c, x) in terms {
                match self.cofactor(c, x, |e| has.get(e.index()) == Some(&true)) {
                    Some((symbol, m)) if !self.is_among(&varies, m) => {
                        let known = found.entry(symbol).or_insert(Some(m));
                        *known = known.filter(|&known| known == m);
                    }
                    _ => others.push(x),
                }
            }
        }
        let others = self.reachable(&others);
        let cofactor = |symbol: &Expr| match others.binary_search(symbol) {
            Ok(_) => None,
            Err(_) => found.get(symbol).copied().flatten().filter(|&m| m != Expr::ONE),
        };
        symbols.iter().map(cofactor).collect()
    }

    /// The roots with m · symbol replaced by `symbol`, for pairs of a symbol and its [common
    /// cofactor](Self::common_cofactors) m. Expressions without these symbols are not multiplied out, because powers of
    /// differences would cancel.
    pub fn without_cofactors(
        &mut self,
        roots: &[Expr],
        pairs: &[(Expr, Expr)],
        limit: usize,
    ) -> Option<Vec<Expr>> {
        let cofactors: Map<Expr, Expr> = pairs.iter().copied().collect();
        let symbols: Vec<Expr> = pairs.iter().map(|&(symbol, _)| symbol).collect();
        let has = self.dependents(&symbols);
        let expanded = self.expanded(roots, |e| has[e.index()], limit);
        let expanded: Option<Vec<_>> = expanded.into_iter().collect();
        let mut images = Vec::with_capacity(roots.len());
        for mut terms in expanded? {
            for (c, x) in &mut terms {
                if !self.is_among(&has, *x) {
                    continue;
                }
                let (symbol, m) = self.cofactor(*c, *x, |e| has.get(e.index()) == Some(&true))?;
                (cofactors[&symbol] == m).then_some(())?;
                let is_negative = self.value(*c).is_negative();
                (*c, *x) = (Number::ONE, symbol);
                if is_negative {
                    *c = self.number(Rational::from_integer(-1));
                }
            }
            images.push(self.sum_of(terms));
        }
        Some(images)
    }

    /// The symbol that x has once as a factor, and |c| x / symbol. `None` if another factor of x `has` such a symbol, too.
    fn cofactor(&mut self, c: Number, x: Expr, has: impl Fn(Expr) -> bool) -> Option<(Expr, Expr)> {
        let mut rest = self.factors(x).to_vec();
        let place = rest.iter().position(|&(base, _)| has(base))?;
        let (symbol, power) = rest.remove(place);
        if power != 1
            || !matches!(self.node(symbol), Node::Symbol(_))
            || rest.iter().any(|&(base, _)| has(base))
        {
            return None;
        }
        let size = self.value(c).abs();
        let size = self.number(size);
        let rest = self.monomial(&rest);
        Some((symbol, self.scaled(size, rest)))
    }

    /// Whether `e` is of a list of [`dependents`](Self::dependents), made before `e` perhaps.
    fn is_among(&self, dependents: &[bool], e: Expr) -> bool {
        match dependents.get(e.index()) {
            Some(&is_among) => is_among,
            None => self.operands(e).into_iter().any(|x| self.is_among(dependents, x)),
        }
    }

    /// a − b for pairs (a, b), summand by summand; `None` if some difference has more than `limit` of them.
    pub fn differences(&mut self, pairs: &[(Expr, Expr)], limit: usize) -> Option<Vec<Expr>> {
        let differences: Vec<Expr> = pairs.iter().map(|&(a, b)| self.sub(a, b)).collect();
        let mut sums = self.reachable(&differences);
        sums.retain(|&e| matches!(self.node(e), Node::Sum(_) | Node::Scale(..)));
        let is_sum = |e: Expr| sums.binary_search(&e).is_ok();
        let expanded = self.expanded(&differences, is_sum, limit).into_iter();
        expanded.map(|terms| Some(self.sum_of(terms?))).collect()
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
        let found = graph.common_cofactors(&[start, end], &[c, s], &[q], 8);
        assert_eq!(found, [Some(k), Some(k)]);
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
            assert_eq!(graph.common_cofactors(&[start, other], &[c], &[q], 8), [None]);
        }
        assert_eq!(graph.common_cofactors(&[p], &[c], &[q], 8), [None]);
        // Of a sum that is too long nothing is known.
        assert_eq!(
            graph.common_cofactors(&[start, end], &[c, s], &[q], 2),
            [None, None]
        );
        assert_eq!(
            graph.differences(&[(end_with, start_with)], 8),
            Some(vec![minus_ks])
        );
    }
}
