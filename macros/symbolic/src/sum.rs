//! Sums: like terms, sin² + cos² = 1, and common factors. Products are not expanded. Nested sums stay nested, so that the
//! cost of chains of sums is linear.

use std::rc::Rc;

use crate::Rational;
use crate::expr::{Expr, Function, Node, Number};
use crate::graph::Graph;
use crate::hash::Map;

type Term = (Number, Expr);

impl Graph {
    /// a + b
    pub fn add(&mut self, a: Expr, b: Expr) -> Expr {
        self.sum(&[a, b])
    }

    /// a − b
    pub fn sub(&mut self, a: Expr, b: Expr) -> Expr {
        let minus_b = self.neg(b);
        self.sum(&[a, minus_b])
    }

    /// The sum of all terms in canonical order. Like terms are collected, c x + d x = (c + d) x; for c = −d this drops an
    /// x that must be finite. Common factors are taken out.
    pub fn sum(&mut self, terms: &[Expr]) -> Expr {
        let terms = terms.iter().map(|&e| self.split(e)).collect();
        self.sum_of(terms)
    }

    /// The summands of sums of two; other expressions stay summands.
    pub(crate) fn short_terms(&mut self, sums: &[Expr]) -> Vec<Expr> {
        let mut terms = Vec::new();
        for &e in sums {
            match self.node(e).clone() {
                Node::Sum(list) if list.len() == 2 => {
                    terms.extend(list.iter().map(|&(c, x)| self.scaled(c, x)));
                }
                _ => terms.push(e),
            }
        }
        terms
    }

    pub(crate) fn sum_of(&mut self, mut terms: Vec<Term>) -> Expr {
        loop {
            if self.is_exhausted() {
                return Expr::ZERO;
            }
            terms = self.collect_like(terms);
            if self.join_squares(&mut terms, Function::Sin, Function::Cos, false)
                || self.join_squares(&mut terms, Function::Sinh, Function::Cosh, true)
            {
                continue;
            }
            let factored = self
                .take_out_factors(&terms)
                .or_else(|| self.take_out_coefficients(&terms));
            match factored {
                Some(factored) => terms = factored,
                None => return self.finish_sum(terms),
            }
        }
    }

    pub(crate) fn collect_like(&mut self, mut terms: Vec<Term>) -> Vec<Term> {
        self.spend(terms.len());
        terms.sort_unstable_by_key(|&(_, x)| x);
        let mut collected = Vec::with_capacity(terms.len());
        for like in terms.chunk_by(|a, b| a.1 == b.1) {
            let c = match like {
                [(c, _)] => *c,
                _ => self.total(like),
            };
            if c != Number::ZERO {
                collected.push((c, like[0].1));
            }
        }
        collected
    }

    /// The sum of the coefficients, rounded to zero if it is below the precision of a float. Points of quadratures are
    /// rational only approximately; so they cancel exactly and leave no tiny number.
    fn total(&mut self, like: &[Term]) -> Number {
        let zero = Rational::zero();
        let (mut total, mut largest) = (zero.clone(), zero);
        for &(c, _) in like {
            let c = self.value(c);
            total = &total + c;
            let size = c.abs();
            if (&largest - &size).is_negative() {
                largest = size;
            }
        }
        let seen = &(&total.abs() * &Rational::from_integer(1 << 50)) * &Rational::from_integer(1 << 50);
        let is_lost = (&seen - &largest).is_negative();
        self.number(if is_lost { Rational::zero() } else { total })
    }

    /// a sin²x·r + b cos²x·r = b r + (a − b) sin²x·r, and a sinh²x·r + b cosh²x·r = b r + (a + b) sinh²x·r.
    pub(crate) fn join_squares(
        &mut self,
        terms: &mut [Term],
        sine: Function,
        cosine: Function,
        plus: bool,
    ) -> bool {
        let keys: Vec<Expr> = terms.iter().map(|&(_, x)| x).collect();
        let mut joined = false;
        for at in 0..keys.len() {
            let Some((rest, partner)) = self.complement(keys[at], sine, cosine) else {
                continue;
            };
            let Ok(found) = keys.binary_search(&partner) else {
                continue;
            };
            if terms[found].1 != partner || terms[found].0 == Number::ZERO {
                continue;
            }
            let (a, b) = (self.value(terms[found].0), self.value(terms[at].0));
            let total = if plus { a + b } else { a - b };
            // Summands of different signs would cancel if the square is near one.
            if !total.is_zero() && total.is_negative() != b.is_negative() {
                continue;
            }
            terms[found].0 = self.number(total);
            terms[at].1 = rest;
            joined = true;
        }
        joined
    }

    /// For x = cos²y·r: r and sin²y·r.
    fn complement(&mut self, x: Expr, sine: Function, cosine: Function) -> Option<(Expr, Expr)> {
        let factors = self.factors(x);
        let mut squares = factors.iter().filter(|&&(_, exponent)| exponent >= 2);
        let (base, angle) = squares.find_map(|&(base, _)| Some((base, self.unary(cosine, base)?)))?;
        let rest = self.drop_square(x, base);
        let sine = self.apply(sine, angle);
        let square = self.powi(sine, 2);
        Some((rest, self.product(&[rest, square])))
    }

    /// x/base², if base² divides x.
    fn drop_square(&mut self, x: Expr, base: Expr) -> Expr {
        let list: Vec<_> = self
            .factors(x)
            .iter()
            .map(|&(y, n)| if y == base { (y, n - 2) } else { (y, n) })
            .collect();
        self.monomial(&list)
    }

    pub(crate) fn monomial(&mut self, list: &[(Expr, i32)]) -> Expr {
        let kept: Vec<_> = list.iter().copied().filter(|&(_, n)| n != 0).collect();
        match *kept {
            [] => Expr::ONE,
            [(x, 1)] => x,
            _ => self.intern(Node::Product(Rc::from(kept))),
        }
    }

    /// x a + x b = x (a + b), beginning with the bases that most summands share; `None` if no two summands share any.
    fn take_out_factors(&mut self, terms: &[Term]) -> Option<Vec<Term>> {
        if terms.len() < 2 {
            return None;
        }
        let groups = self.group_by_shared_base(terms)?;
        let mut factored = Vec::with_capacity(groups.len());
        for group in groups {
            if let [single] = *group {
                factored.push(single);
                continue;
            }
            let common = self.common_factors(&group);
            let inner = group
                .iter()
                .map(|&(c, x)| (c, self.without(x, &common)))
                .collect();
            let inner = self.sum_of(inner);
            let common = self.monomial(&common);
            let product = self.product(&[common, inner]);
            factored.push(self.split(product));
        }
        Some(factored)
    }

    /// c x − c y = c (x − y), for a |c| ≠ 1 that some summands share. A c that all share is taken out at the end.
    fn take_out_coefficients(&mut self, terms: &[Term]) -> Option<Vec<Term>> {
        let size = |graph: &Self, (c, x): Term| {
            let size = graph.value(c).abs();
            (x != Expr::ONE && !size.is_one()).then_some(size)
        };
        let mut groups: Map<Rational, Vec<Term>> = Map::default();
        for &term in terms {
            if let Some(size) = size(self, term) {
                groups.entry(size).or_default().push(term);
            }
        }
        let is_shared = |group: &Vec<Term>| group.len() > 1 && group.len() < terms.len();
        if !groups.values().any(is_shared) {
            return None;
        }
        let mut grouped = Vec::new();
        for &term in terms {
            match size(self, term)
                .and_then(|size| groups.get(&size))
                .filter(|group| is_shared(group))
            {
                None => grouped.push(term),
                Some(group) if group[0] == term => {
                    let inner = self.finish_sum(group.clone());
                    grouped.push(self.split(inner));
                }
                Some(_) => {}
            }
        }
        Some(grouped)
    }

    /// Sorts the summands by the base (with one sign of exponent) that most of them share.
    fn group_by_shared_base(&self, terms: &[Term]) -> Option<Vec<Vec<Term>>> {
        let lists: Vec<_> = terms.iter().map(|&(_, x)| self.factors(x)).collect();
        let mut counts: Map<(Expr, bool), usize> = Map::default();
        for list in &lists {
            list.iter()
                .for_each(|&(x, n)| *counts.entry((x, n < 0)).or_default() += 1);
        }
        if counts.values().all(|&count| count < 2) {
            return None;
        }
        let mut groups: Vec<Vec<Term>> = Vec::new();
        let mut places: Map<(Expr, bool), usize> = Map::default();
        for (&term, list) in terms.iter().zip(&lists) {
            let keys = list.iter().map(|&(x, n)| (x, n < 0));
            let best = keys.max_by_key(|key| (counts[key], std::cmp::Reverse(*key)));
            match best.filter(|key| counts[key] >= 2) {
                None => groups.push(vec![term]),
                Some(key) => {
                    let place = *places.entry(key).or_insert_with(|| {
                        groups.push(Vec::new());
                        groups.len() - 1
                    });
                    groups[place].push(term);
                }
            }
        }
        (groups.len() < terms.len()).then_some(groups)
    }

    /// The factors that divide every summand; powers of one sign with the exponent nearest to zero.
    fn common_factors(&self, group: &[Term]) -> Vec<(Expr, i32)> {
        let mut common = self.factors(group[0].1).to_vec();
        for &(_, x) in &group[1..] {
            let list = self.factors(x);
            common.retain_mut(|(base, n)| {
                let same = list.iter().find(|&&(y, m)| y == *base && (m < 0) == (*n < 0));
                same.is_some_and(|&(_, m)| {
                    *n = if *n < 0 { m.max(*n) } else { m.min(*n) };
                    true
                })
            });
        }
        common
    }

    fn without(&mut self, x: Expr, common: &[(Expr, i32)]) -> Expr {
        let mut list = self.factors(x).to_vec();
        for &(base, n) in common {
            if let Some(place) = list
                .iter_mut()
                .find(|(y, m)| *y == base && m.signum() == n.signum())
            {
                place.1 -= n;
            }
        }
        self.monomial(&list)
    }

    /// Takes out a common coefficient and the sign of the first summand.
    fn finish_sum(&mut self, mut terms: Vec<Term>) -> Expr {
        match *terms {
            [] => return Expr::ZERO,
            [(c, x)] => return self.scaled(c, x),
            _ => {}
        }
        let first = self.value(terms[0].0).clone();
        let size = first.abs();
        let common = terms.iter().all(|&(c, _)| self.value(c).abs() == size);
        let factor = match (common, first.is_negative()) {
            (true, _) => first,
            (false, true) => -&Rational::one(),
            (false, false) => Rational::one(),
        };
        if factor.is_one() {
            return self.intern(Node::Sum(terms.into()));
        }
        let inverse = factor.recip().expect("coefficients are not zero");
        for (c, _) in &mut terms {
            let scaled = self.value(*c) * &inverse;
            *c = self.number(scaled);
        }
        let sum = self.intern(Node::Sum(terms.into()));
        let factor = self.number(factor);
        self.scaled(factor, sum)
    }
}
