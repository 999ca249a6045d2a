//! Products of sums multiplied out, up to a size.
//! Whether that pays is not known here: count the operations of both forms.

use crate::Rational;
use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

/// A sum of monomials, none of them a sum.
type Terms = Vec<(Number, Expr)>;

/// Powers of sums up to this are multiplied out.
const HIGHEST: i32 = 4;

impl Graph {
    /// Multiplies out products and powers of sums in `roots`; the sums that come out are ordered anew, which finds like
    /// terms and squares of sine and cosine that the products hid.
    ///
    /// `None` if some sum would have more than `limit` terms. Arguments of functions are left as they are.
    pub fn expand(&mut self, roots: &[Expr], limit: usize) -> Option<Vec<Expr>> {
        let mut known: Map<Expr, Terms> = Map::default();
        for e in self.reachable(roots) {
            let terms = self.expanded_node(e, &known, limit)?;
            known.insert(e, terms);
        }
        Some(
            roots
                .iter()
                .map(|root| self.sum_of(known[root].clone()))
                .collect(),
        )
    }

    fn expanded_node(&mut self, e: Expr, known: &Map<Expr, Terms>, limit: usize) -> Option<Terms> {
        match self.node(e).clone() {
            Node::Sum(terms) => {
                let lists = terms
                    .iter()
                    .map(|&(c, x)| self.times(c, &known[&x]))
                    .collect::<Vec<_>>();
                self.within(lists.concat(), limit)
            }
            Node::Scale(c, x) => Some(self.times(c, &known[&x])),
            Node::Product(list) => {
                let mut product = vec![(Number::ONE, Expr::ONE)];
                for &(x, n) in list.iter() {
                    let is_sum = known[&x].len() > 1 && (1..=HIGHEST).contains(&n);
                    let (factor, times) = if is_sum {
                        (known[&x].clone(), n)
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

    /// c Σ terms
    fn times(&mut self, c: Number, terms: &Terms) -> Terms {
        terms
            .iter()
            .map(|&(d, x)| (self.number(self.value(c) * self.value(d)), x))
            .collect()
    }

    fn multiplied(&mut self, a: &Terms, b: &Terms, limit: usize) -> Option<Terms> {
        if a.len() * b.len() > limit * limit {
            return None;
        }
        let mut product = Vec::with_capacity(a.len() * b.len());
        for &(c, x) in a {
            for &(d, y) in b {
                let (e, monomial) = {
                    let product = self.mul(x, y);
                    self.split(product)
                };
                let cd: Rational = self.value(c) * self.value(d);
                let coefficient = &cd * self.value(e);
                product.push((self.number(coefficient), monomial));
            }
        }
        self.within(product, limit)
    }

    /// Like terms collected; `None` if there are too many.
    fn within(&mut self, terms: Terms, limit: usize) -> Option<Terms> {
        let terms = self.collect_like(terms);
        (terms.len() <= limit).then_some(terms)
    }
}
