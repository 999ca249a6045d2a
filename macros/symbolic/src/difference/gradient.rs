//! Gonzalez' discrete gradient, built on differences without cancellation.
//! It refuses to know which function it is taken of, and which coordinates belong together.

use super::Differences;
use crate::expr::{Expr, Function, Function2, Node, Relation};
use crate::graph::Graph;
use crate::substitute::Substitution;

/// Of polynomials up to this degree the gradient in the middle gives the difference by itself.
const EXACT_IN_THE_MIDDLE: u32 = 2;

/// Below this step the derivative of a correction is left out: 1/`SHORT`.
const SHORT: i64 = 10_000_000;

/// A discrete gradient, and what to differentiate in its place.
#[derive(Clone, Debug)]
pub struct DiscreteGradient {
    /// D̄f, for every w, however small.
    pub value: Vec<Expr>,
    /// The same where |w| is at least 1e-7, and ∇f(z) where it is less. There the derivative of D̄f has an error of ε/|w|, while that
    /// of ∇f(z) differs from it by O(|w|). Not for values: it jumps. Has the symbols in `held`.
    pub smooth: Vec<Expr>,
    /// Symbols, and what they stand for once derivatives are formed: D̄f does not depend on the size by which w is scaled.
    pub held: Vec<(Expr, Expr)>,
}

impl Graph {
    /// D̄f(x, y), a vector with D̄f·w = f(y) − f(x) that is ∇f to second order; ∇f(x) itself where w = 0. The steps are (x, y, w).
    ///
    /// ```text
    /// D̄f = ∇f(z) + (Δf/s − ∇f(z)·u)/(u·u) u,   z = (x + y)/2,   s = max |wᵢ|,   u = w/s;   Δf/w for one coordinate
    /// ```
    ///
    /// (O. Gonzalez, Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6 (1996) 449.) The usual form divides by
    /// |w|², which is zero in floating-point numbers below |w| = 1e-162; and codes that form Δf by subtraction have to change to
    /// ∇f(z) from some threshold on. Here there is none. (That u and Δf/s are branches keeps the algebra from multiplying powers of s.)
    ///
    /// The correction is linear in f, and zero for polynomials of degree two: terms of f that are such have none.
    pub fn discrete_gradient(&mut self, f: Expr, steps: &[(Expr, Expr, Expr)]) -> DiscreteGradient {
        let (exact, rest) = self.exact_in_the_middle(f, steps);
        let exact = self.middle_gradient(exact, steps);
        if rest == Expr::ZERO {
            return DiscreteGradient {
                smooth: exact.clone(),
                value: exact,
                held: Vec::new(),
            };
        }
        let by = Differences::new(steps).of(self, rest);
        let slopes = self.middle_gradient(rest, steps);
        if let ([(_, _, w)], [exact], [slope]) = (steps, &exact[..], &slopes[..]) {
            return self.discrete_derivative((*exact, *slope), by, *w);
        }
        let size = self.largest(steps);
        let held = self.symbol(&format!("size of step {}", size.index()));
        let value = self.corrected((&exact, &slopes), by, steps, size);
        let corrected = self.corrected((&exact, &slopes), by, steps, held);
        let smooth = std::iter::zip(exact, slopes)
            .zip(corrected)
            .map(|((exact, slope), corrected)| {
                let middle = self.add(exact, slope);
                self.where_long(held, middle, corrected)
            });
        DiscreteGradient {
            smooth: smooth.collect(),
            value,
            held: vec![(held, size)],
        }
    }

    /// The part of a sum that the gradient in the middle suffices for, and what is left.
    fn exact_in_the_middle(&mut self, f: Expr, steps: &[(Expr, Expr, Expr)]) -> (Expr, Expr) {
        let symbols: Vec<Expr> = steps.iter().map(|&(x, _, _)| x).collect();
        let mut terms = Vec::new();
        self.collect_terms(f, Expr::ONE, &mut terms);
        let degrees = self.degrees_in(&terms, &symbols);
        let (exact, rest): (Vec<_>, Vec<_>) = terms
            .into_iter()
            .zip(degrees)
            .partition(|&(_, degree)| degree.is_some_and(|degree| degree <= EXACT_IN_THE_MIDDLE));
        let mut sum = |part: Vec<(Expr, Option<u32>)>| {
            let terms: Vec<Expr> = part.into_iter().map(|(term, _)| term).collect();
            self.sum(&terms)
        };
        (sum(exact), sum(rest))
    }

    /// The terms of c f, of sums within sums too.
    fn collect_terms(&mut self, f: Expr, c: Expr, terms: &mut Vec<Expr>) {
        match self.node(f).clone() {
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

    /// For one coordinate: Δf/w, and the slope in the middle where w = 0.
    fn discrete_derivative(&mut self, (exact, slope): (Expr, Expr), by: Expr, w: Expr) -> DiscreteGradient {
        let quotient = self.div(by, w);
        let value = self.select(Relation::Equal, w, Expr::ZERO, slope, quotient);
        let length = self.apply(Function::Abs, w);
        let smooth = self.where_long(length, slope, quotient);
        DiscreteGradient {
            value: vec![self.add(exact, value)],
            smooth: vec![self.add(exact, smooth)],
            held: Vec::new(),
        }
    }

    fn where_long(&mut self, length: Expr, short: Expr, long: Expr) -> Expr {
        let least = self.ratio(1, SHORT);
        self.select(Relation::Less, length, least, short, long)
    }

    /// exact + ∇f(z) + (Δf/s − ∇f(z)·u)/(u·u) u
    fn corrected(
        &mut self,
        (exact, slopes): (&[Expr], &[Expr]),
        by: Expr,
        steps: &[(Expr, Expr, Expr)],
        size: Expr,
    ) -> Vec<Expr> {
        let direction: Vec<Expr> = steps
            .iter()
            .map(|&(_, _, w)| self.ratio_or_zero(w, size))
            .collect();
        let squared = self.inner(&direction, &direction);
        // Not zero, so that nothing is divided by zero: the factor is zero then.
        let squared = self.select(Relation::Equal, squared, Expr::ZERO, Expr::ONE, squared);
        let (rate, along) = (self.ratio_or_zero(by, size), self.inner(slopes, &direction));
        let missing = self.sub(rate, along);
        let share = self.div(missing, squared);
        let components = exact.iter().zip(slopes).zip(direction);
        components
            .map(|((&exact, &slope), direction)| {
                let correction = self.mul(share, direction);
                self.sum(&[exact, slope, correction])
            })
            .collect()
    }

    /// ∇f(z)
    fn middle_gradient(&mut self, f: Expr, steps: &[(Expr, Expr, Expr)]) -> Vec<Expr> {
        let symbols: Vec<Expr> = steps.iter().map(|&(x, _, _)| x).collect();
        let middle: Vec<(Expr, Expr)> = steps.iter().map(|&(x, y, _)| (x, self.mean(x, y))).collect();
        let gradient = self.gradient(f, &symbols);
        let mut at_middle = Substitution::new(&middle);
        gradient
            .into_iter()
            .map(|slope| at_middle.of(self, slope))
            .collect()
    }

    /// max |wᵢ|
    fn largest(&mut self, steps: &[(Expr, Expr, Expr)]) -> Expr {
        steps.iter().fold(Expr::ZERO, |largest, &(_, _, w)| {
            let size = self.apply(Function::Abs, w);
            self.apply2(Function2::Max, largest, size)
        })
    }

    fn inner(&mut self, a: &[Expr], b: &[Expr]) -> Expr {
        let products: Vec<Expr> = a.iter().zip(b).map(|(&a, &b)| self.mul(a, b)).collect();
        self.sum(&products)
    }
}
