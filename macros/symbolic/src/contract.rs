//! Products of sines and cosines contracted to functions of sums of angles: cos a cos b + sin a sin b = cos(a − b). The
//! inverse of `angles`, for readers.

use crate::expr::{Expr, Function, Number};
use crate::graph::Graph;
use crate::hash::Map;

/// A product of this many angles needs as many rounds.
const ROUNDS: usize = 4;

/// Angles with up to this many summands are multiplied out.
const LONGEST: usize = 24;

impl Graph {
    /// Summands of `e`, multiplied out, with like terms collected and products of sines and cosines contracted.
    ///
    /// `None` if there would be more than `limit` summands at some point.
    pub fn terms_for_reading(&mut self, e: Expr, limit: usize) -> Option<Vec<Expr>> {
        let terms = self.expanded_terms(e, limit)?;
        Some(self.contract_angles(terms))
    }

    fn contract_angles(&mut self, mut terms: Vec<Expr>) -> Vec<Expr> {
        for _ in 0..ROUNDS {
            let pairs: Vec<(Number, Expr)> = terms.iter().map(|&term| self.split(term)).collect();
            let mut places: Map<Expr, usize> =
                pairs.iter().enumerate().map(|(at, &(_, x))| (x, at)).collect();
            let mut contracted: Vec<Option<Expr>> = terms.iter().copied().map(Some).collect();
            let mut found = false;
            for (at, &(c, x)) in pairs.iter().enumerate() {
                if !places.contains_key(&x) {
                    continue;
                }
                if let Some((partner, joined)) = self.joined(c, x, &pairs, &places) {
                    places.remove(&x);
                    places.remove(&pairs[partner].1);
                    contracted[at] = Some(joined);
                    contracted[partner] = None;
                    found = true;
                }
            }
            terms = contracted.into_iter().flatten().collect();
            if !found {
                break;
            }
        }
        terms
    }

    /// A summand that contracts with c x, and the result.
    fn joined(
        &mut self,
        c: Number,
        x: Expr,
        pairs: &[(Number, Expr)],
        places: &Map<Expr, usize>,
    ) -> Option<(usize, Expr)> {
        let factors = self.factors(x);
        let angle = |graph: &Self, f: Expr| {
            let of = |function| graph.unary(function, f).map(|angle| (function, angle));
            of(Function::Sin).or_else(|| of(Function::Cos))
        };
        let waves: Vec<(Expr, (Function, Expr))> = factors
            .iter()
            .filter(|&&(_, n)| n == 1)
            .filter_map(|&(f, _)| Some((f, angle(self, f)?)))
            .collect();
        for (at, &(f, first)) in waves.iter().enumerate() {
            for &(g, second) in &waves[at + 1..] {
                // sin a cos a is its own partner.
                if first.1 == second.1 {
                    continue;
                }
                let rest: Vec<Expr> = factors
                    .iter()
                    .filter(|&&(y, _)| y != f && y != g)
                    .map(|&(y, n)| self.powi(y, n))
                    .collect();
                let mirrored =
                    [first, second].map(|(function, angle)| self.apply(complement(function), angle));
                let partner = self.product(&[&rest[..], &mirrored].concat());
                let (sign, partner) = self.split(partner);
                let Some(&place) = places.get(&partner) else {
                    continue;
                };
                let (size, other) = (
                    self.value(c).clone(),
                    self.value(pairs[place].0) * self.value(sign),
                );
                if size.abs() != other.abs() {
                    continue;
                }
                let joined = self.wave(first, second, size == other);
                let c = self.scaled(c, Expr::ONE);
                return Some((place, self.product(&[&[c], &rest[..], &[joined]].concat())));
            }
        }
        None
    }

    /// f(a) g(b) ± f'(a) g'(b), where f' is the other one of sine and cosine.
    fn wave(&mut self, (f, a): (Function, Expr), (g, b): (Function, Expr), is_added: bool) -> Expr {
        let (sum, difference) = (self.add(a, b), self.sub(a, b));
        // Angles may be sums: a − (a + b) is −b.
        let [sum, difference] = [sum, difference].map(|angle| match self.expand(&[angle], LONGEST) {
            Some(angles) => angles[0],
            None => angle,
        });
        match (f, g, is_added) {
            (Function::Cos, Function::Cos, true) | (Function::Sin, Function::Sin, true) => {
                self.apply(Function::Cos, difference)
            }
            (Function::Cos, Function::Cos, false) => self.apply(Function::Cos, sum),
            (Function::Sin, Function::Sin, false) => {
                let cosine = self.apply(Function::Cos, sum);
                self.neg(cosine)
            }
            (_, _, true) => self.apply(Function::Sin, sum),
            (Function::Sin, _, false) => self.apply(Function::Sin, difference),
            (_, _, false) => {
                let sine = self.apply(Function::Sin, difference);
                self.neg(sine)
            }
        }
    }
}

fn complement(f: Function) -> Function {
    match f {
        Function::Sin => Function::Cos,
        _ => Function::Sin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_waves_come_together() {
        let mut graph = Graph::new();
        let [a, b, m] = ["a", "b", "m"].map(|name| graph.symbol(name));
        for angle in [(1, -1), (1, 1), (-1, 1)] {
            for f in [Function::Sin, Function::Cos] {
                let [x, y] = [(angle.0, a), (angle.1, b)].map(|(c, x)| {
                    let c = graph.integer(c);
                    graph.mul(c, x)
                });
                let sum = graph.add(x, y);
                let wave = graph.apply(f, sum);
                let typed = graph.mul(m, wave);
                let apart = graph.expand_angles(&[typed], &[a, b])[0];
                assert_ne!(apart, typed);
                assert_eq!(graph.terms_for_reading(apart, 10), Some(vec![typed]));
            }
        }
    }

    #[test]
    fn what_differs_stays_apart() {
        let mut graph = Graph::new();
        let [a, b] = ["a", "b"].map(|name| graph.symbol(name));
        let [ca, cb] = [a, b].map(|x| graph.apply(Function::Cos, x));
        let [sa, sb] = [a, b].map(|x| graph.apply(Function::Sin, x));
        let three = graph.integer(3);
        let terms = [graph.mul(ca, cb), graph.product(&[three, sa, sb])];
        let sum = graph.sum(&terms);
        assert_eq!(graph.terms_for_reading(sum, 10).map(|terms| terms.len()), Some(2));
    }

    #[test]
    fn one_angle_is_left_alone() {
        let mut graph = Graph::new();
        let a = graph.symbol("a");
        let (sine, cosine) = (graph.apply(Function::Sin, a), graph.apply(Function::Cos, a));
        let product = graph.mul(sine, cosine);
        assert_eq!(graph.terms_for_reading(product, 10), Some(vec![product]));
    }
}
