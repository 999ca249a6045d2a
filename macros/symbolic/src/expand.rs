//! Products of sums multiplied out, up to a size. The caller decides which form to use, by counting the operations of
//! both.

use crate::expr::{Expr, Function, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

/// The monomials of a sum; none of them is a sum.
pub(crate) type Terms = Vec<(Number, Expr)>;

/// Powers of sums up to this exponent are multiplied out.
const HIGHEST: i32 = 4;

/// How many times more summands a product may have before like terms are collected than after.
const MOST_LIKE: usize = 16;

impl Graph {
    /// Multiplies out products and powers of sums in `roots`. The resulting sums are simplified again, which finds like
    /// terms and squares of sine and cosine that the products had hidden.
    ///
    /// `None` if some sum would have more than `limit` summands. Arguments of functions are not changed.
    pub fn expand(&mut self, roots: &[Expr], limit: usize) -> Option<Vec<Expr>> {
        let expanded: Option<Vec<Terms>> = self.expanded(roots, |_| true, limit).into_iter().collect();
        let sums = expanded?.into_iter().map(|terms| self.sum_of(terms));
        Some(sums.collect())
    }

    /// The monomials of each root; `None` if some sum in it would have more than `limit` of them. Expressions that are
    /// not `is_variable` are not changed.
    pub(crate) fn expanded(
        &mut self,
        roots: &[Expr],
        is_variable: impl Fn(Expr) -> bool,
        limit: usize,
    ) -> Vec<Option<Terms>> {
        let mut known: Map<Expr, Option<Terms>> = Map::default();
        for e in self.reachable(roots) {
            let terms = if is_variable(e) {
                self.expanded_node(e, &known, limit)
            } else {
                Some(vec![self.split(e)])
            };
            known.insert(e, terms);
        }
        roots.iter().map(|root| known[root].clone()).collect()
    }

    /// The monomials whose sum is `e`; `None` if some sum would have more than `limit` of them.
    pub fn expanded_terms(&mut self, e: Expr, limit: usize) -> Option<Vec<Expr>> {
        let expanded = self.expanded(&[e], |_| true, limit).pop().flatten()?;
        let mut terms = self.collect_like(expanded);
        while self.join_squares(&mut terms, Function::Sin, Function::Cos, false)
            || self.join_squares(&mut terms, Function::Sinh, Function::Cosh, true)
        {
            terms = self.collect_like(terms);
        }
        Some(terms.into_iter().map(|(c, x)| self.scaled(c, x)).collect())
    }

    /// Multiplies out a sum whose summands differ in factors without the symbols `varying`, and holds those factors of
    /// each summand together, so that no sum takes a part of them out. Then the derivatives of a summand by different
    /// symbols share them.
    ///
    /// ```text
    /// a (b x + c y) + b c z  →  (a b) x + (a c) y + (b c) z
    /// ```
    ///
    /// `None` if there are more than `most` summands, or `least` or less.
    pub fn with_factors_together(
        &mut self,
        e: Expr,
        varying: &[Expr],
        (least, most): (usize, usize),
    ) -> Option<Expr> {
        let terms = self.expanded(&[e], |_| true, most).pop().flatten()?;
        if terms.len() <= least {
            return None;
        }
        let varies = self.dependents(varying);
        let together = terms.into_iter().map(|(c, x)| {
            let (rest, constant): (Vec<_>, Vec<_>) =
                self.factors(x).iter().partition(|(base, _)| varies[base.index()]);
            let constant = self.monomial(&constant);
            let constant = self.apply(Function::Opaque, constant);
            let rest = self.monomial(&rest);
            let product = self.mul(constant, rest);
            let (d, x) = self.split(product);
            (self.number_product(c, d), x)
        });
        let together = together.collect();
        Some(self.sum_of(together))
    }

    fn expanded_node(&mut self, e: Expr, known: &Map<Expr, Option<Terms>>, limit: usize) -> Option<Terms> {
        match self.node(e).clone() {
            Node::Sum(terms) => {
                let mut lists = Vec::with_capacity(terms.len());
                for &(c, x) in terms.iter() {
                    lists.extend(self.times(c, known[&x].as_ref()?));
                }
                self.within(lists, limit)
            }
            Node::Scale(c, x) => Some(self.times(c, known[&x].as_ref()?)),
            Node::Product(list) => {
                let mut product = vec![(Number::ONE, Expr::ONE)];
                for &(x, n) in list.iter() {
                    let terms = known[&x].as_ref()?;
                    // A sum may have been simplified to one summand, or to none.
                    let is_sum = terms[..] != [(Number::ONE, x)] && (1..=HIGHEST).contains(&n);
                    let (factor, times) = if is_sum {
                        (terms.clone(), n)
                    } else {
                        let power = self.powi(x, n);
                        (vec![self.split(power)], 1)
                    };
                    for _ in 0..times {
                        product = self.multiplied(&product, &factor, limit)?;
                    }
                }
                Some(product)
            }
            Node::Constant(_) => Some(vec![self.split(e)]),
            _ => Some(vec![(Number::ONE, e)]),
        }
    }

    /// c times the sum of the terms.
    fn times(&mut self, c: Number, terms: &Terms) -> Terms {
        terms
            .iter()
            .map(|&(d, x)| (self.number_product(c, d), x))
            .collect()
    }

    fn multiplied(&mut self, a: &Terms, b: &Terms, limit: usize) -> Option<Terms> {
        if a.len() * b.len() > MOST_LIKE * limit {
            return None;
        }
        let mut product = Vec::with_capacity(a.len() * b.len());
        for &(c, x) in a {
            for &(d, y) in b {
                let (e, monomial) = {
                    let product = self.mul(x, y);
                    self.split(product)
                };
                let cd = self.number_product(c, d);
                product.push((self.number_product(cd, e), monomial));
            }
        }
        self.within(product, limit)
    }

    /// Collects like terms; `None` if too many are left.
    fn within(&mut self, terms: Terms, limit: usize) -> Option<Terms> {
        let terms = self.collect_like(terms);
        (terms.len() <= limit).then_some(terms)
    }
}
