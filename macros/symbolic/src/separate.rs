//! Sums of products, grouped by the factors that depend on one group of symbols only: Σ aᵢbᵢ with each aᵢ of that group.
//! The caller decides which form to use, by counting the operations of both.

use crate::Rational;
use crate::expr::{Expr, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

/// The largest integer coefficient that a normalised sum may have.
const LARGEST: i64 = 1 << 10;

/// Sums in the order in which they were met.
#[derive(Default)]
struct Gathered {
    keys: Vec<Expr>,
    terms: Map<Expr, Vec<Expr>>,
}

impl Gathered {
    fn add(&mut self, key: Expr, term: Expr) {
        if !self.terms.contains_key(&key) {
            self.keys.push(key);
        }
        self.terms.entry(key).or_default().push(term);
    }

    fn into_sums(self, graph: &mut Graph) -> Vec<(Expr, Expr)> {
        let sum = |key: Expr| (key, graph.sum(&self.terms[&key]));
        self.keys.iter().copied().map(sum).collect()
    }
}

/// A monomial in three parts: of the group, of the other variables, of neither.
struct Parts {
    own: Expr,
    other: Expr,
    constant: Expr,
}

impl Graph {
    /// Multiplies out each root and groups it again: first the summands with the same factors of the root's own group of
    /// symbols, then those with the same sum of other variables.
    ///
    /// ```text
    /// a c + b c + a d + b d,  a and b of the group  →  (a + b)(c + d)
    /// ```
    ///
    /// `groups` partition the variables; root k belongs to the group `own[k]`. Matrix entries that combine variables of a
    /// row and of a column then take few operations, and the entries of a row share their sums. A root that would have
    /// more than `limit` summands is not changed.
    pub fn separate(
        &mut self,
        roots: &[Expr],
        groups: &[Vec<Expr>],
        own: &[usize],
        limit: usize,
    ) -> Vec<Expr> {
        let of_group: Vec<Vec<bool>> = groups.iter().map(|group| self.dependents(group)).collect();
        let any = self.dependents(&groups.concat());
        let expanded = self.expanded(roots, |e| any[e.index()], limit);
        let separated = roots.iter().zip(expanded).zip(own);
        separated
            .map(|((&root, terms), &own)| match terms {
                Some(terms) if terms.len() > 1 => self.gathered(&terms, &of_group[own], &any),
                _ => root,
            })
            .collect()
    }

    fn gathered(&mut self, terms: &[(Number, Expr)], own: &[bool], any: &[bool]) -> Expr {
        let mut by_own = Gathered::default();
        for &(c, x) in terms {
            let Parts { own, other, constant } = self.parts(x, own, any);
            let other = self.product(&[constant, other]);
            let other = self.scaled(c, other);
            by_own.add(own, other);
        }
        let mut by_other = Gathered::default();
        for (own, sum) in by_own.into_sums(self) {
            // Multiples of one sum belong to the same group.
            let (c, sum) = self.split(sum);
            let Parts { other, constant, .. } = self.parts(sum, &[], any);
            let (leading, other) = self.primitive(other);
            let factor = self.product(&[constant, own]);
            let factor = self.scaled(c, factor);
            let factor = self.scaled_by(&leading, factor);
            by_other.add(other, factor);
        }
        let mut products = Vec::new();
        for (other, sum) in by_other.into_sums(self) {
            let (c, sum) = self.split(sum);
            let Parts {
                own,
                other: rest,
                constant,
            } = self.parts(sum, own, any);
            let (leading, rest) = self.primitive(rest);
            let product = self.product(&[constant, own, rest, other]);
            let product = self.scaled(c, product);
            products.push(self.scaled_by(&leading, product));
        }
        self.sum(&products)
    }

    /// A sum as c times a sum with small integer coefficients without a common divisor; if there is none, as c times a
    /// sum whose first coefficient is 1. Other expressions are not changed. So multiples of a sum become the same sum.
    fn primitive(&mut self, sum: Expr) -> (Rational, Expr) {
        let Node::Sum(terms) = self.node(sum).clone() else {
            return (Rational::one(), sum);
        };
        let values = || terms.iter().map(|&(c, _)| self.value(c));
        let gcd = values().fold(Rational::zero(), |gcd, c| gcd.gcd(c));
        let inverse = gcd.recip().expect("coefficients are not zero");
        let is_small = |c: &Rational| (c * &inverse).to_i64().is_some_and(|c| c.abs() <= LARGEST);
        let common = if values().all(is_small) {
            gcd
        } else {
            self.value(terms[0].0).clone()
        };
        let inverse = common.recip().expect("coefficients are not zero");
        (common, self.scaled_by(&inverse, sum))
    }

    /// c x, with the coefficient multiplied into x if x is a sum.
    fn scaled_by(&mut self, c: &Rational, x: Expr) -> Expr {
        if c.is_one() {
            return x;
        }
        let terms = match self.node(x).clone() {
            Node::Sum(terms) => terms.to_vec(),
            _ => vec![self.split(x)],
        };
        let scaled = terms
            .into_iter()
            .map(|(d, y)| (self.number(c * self.value(d)), y));
        let scaled: Vec<_> = scaled.collect();
        self.sum_of(scaled)
    }

    fn parts(&mut self, x: Expr, own: &[bool], any: &[bool]) -> Parts {
        let factors = self.factors(x);
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for &(x, n) in factors.iter().filter(|(x, _)| *x != Expr::ONE) {
            let part = if own.get(x.index()).copied().unwrap_or(false) {
                0
            } else if any.get(x.index()).copied().unwrap_or(true) {
                // An expression newer than the list is a sum that was grouped.
                1
            } else {
                2
            };
            parts[part].push((x, n));
        }
        let [own, other, constant] = parts.map(|list| self.monomial(&list));
        Parts { own, other, constant }
    }
}
