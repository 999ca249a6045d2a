//! Gonzalez' discrete gradient, built on differences without cancellation.
//! It refuses to know which function it is taken of, and which coordinates belong together.

use super::Differences;
use crate::expr::{Expr, Function, Node, Relation};
use crate::graph::Graph;
use crate::substitute::Substitution;

/// Of polynomials up to this degree the gradient in the middle gives the difference by itself.
const EXACT_IN_THE_MIDDLE: u32 = 2;

/// Sums within sums are looked into until there are so many terms: they may share more than could be written out.
const TERMS: usize = 1024;

/// Where |w|² is below 1/`SHORT`, the derivative of a correction is left out.
const SHORT: i64 = 100_000_000_000_000;

/// A discrete gradient, and what to differentiate in its place.
#[derive(Clone, Debug)]
pub struct DiscreteGradient {
    /// D̄f, for every w, however small.
    pub value: Vec<Expr>,
    /// What has the derivatives of D̄f; its value is D̄f with an error of ε/|w|. Where |w| is below 1e-7 both are those of ∇f(z): there the
    /// derivatives would have that error, too, while these differ from them by O(|w|). Has the symbols in `held`.
    pub smooth: Vec<Expr>,
    /// Symbols, and what they stand for once derivatives are formed.
    pub held: Vec<(Expr, Expr)>,
}

impl Graph {
    /// D̄f(x, y), a vector with D̄f·w = f(y) − f(x) that is ∇f to second order; ∇f(x) itself where w = 0. The steps are (x, y, w).
    ///
    /// ```text
    /// D̄f = ∇f(z) + κ w,   κ = (Δf − ∇f(z)·w)/(w·w),   z = (x + y)/2;   Δf/w for one coordinate
    /// ```
    ///
    /// (O. Gonzalez, Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6 (1996) 449.) Codes that form Δf by
    /// subtraction have to change to ∇f(z) where |w| is 1e-5 or so. Here that is done only where 1/(w·w) is no number any more, which is
    /// |w| below 1.5e-154: there κ w, which is O(|w|²), is none beside ∇f(z).
    ///
    /// f is given by terms whose sum it is. The correction κ w is linear in f, and zero for polynomials of degree two: terms that are such
    /// have none. (A sum by itself may have taken a factor out of them.)
    pub fn discrete_gradient(&mut self, f: &[Expr], steps: &[(Expr, Expr, Expr)]) -> DiscreteGradient {
        let (exact, rest) = self.exact_in_the_middle(f, steps);
        let exact = self.middle_gradient(exact, steps);
        if rest == Expr::ZERO {
            return DiscreteGradient {
                smooth: exact.clone(),
                value: exact,
                held: Vec::new(),
            };
        }
        let slopes = self.middle_gradient(rest, steps);
        if let ([step], [exact], [slope]) = (steps, &exact[..], &slopes[..]) {
            return self.discrete_derivative(rest, *step, (*exact, *slope));
        }
        let w: Vec<Expr> = steps.iter().map(|&(_, _, w)| w).collect();
        let (squared, along) = (self.inner(&w, &w), self.inner(&slopes, &w));
        let by = Differences::new(steps).of(self, rest);
        let missing = self.sub(by, along);
        let share = self.ratio_or_zero(missing, squared);
        let middle: Vec<Expr> = std::iter::zip(exact, slopes)
            .map(|(a, b)| self.add(a, b))
            .collect();
        let corrected = middle.iter().zip(&w).map(|(&middle, &w)| {
            let correction = self.mul(share, w);
            self.add(middle, correction)
        });
        let value = corrected.collect();
        let (smooth, held) = self.differentiable((rest, steps), (&middle, along), missing);
        DiscreteGradient { value, smooth, held }
    }

    /// ∇f(z) + κ w + (f(y) − f(x) − ∇f(z)·w − κ w·w) w/(w·w), where κ and w/(w·w) are held.
    fn differentiable(
        &mut self,
        (f, steps): (Expr, &[(Expr, Expr, Expr)]),
        (middle, along): (&[Expr], Expr),
        missing: Expr,
    ) -> (Vec<Expr>, Vec<(Expr, Expr)>) {
        let w: Vec<Expr> = steps.iter().map(|&(_, _, w)| w).collect();
        let squared = self.inner(&w, &w);
        let mut held = Vec::new();
        let reciprocal = self.powi(squared, -1);
        let least = self.ratio(1, SHORT);
        let reciprocal = self.select(Relation::Less, squared, least, Expr::ZERO, reciprocal);
        let factor = self.mul(missing, reciprocal);
        let factor = self.hold(factor, &mut held);
        let parts = self.mul(factor, squared);
        let explained = self.add(along, parts);
        let by = self.subtracted(f, steps);
        let rest = self.sub(by, explained);
        let components = middle.iter().zip(&w);
        let smooth = components.map(|(&middle, &w)| {
            let direction = self.mul(w, reciprocal);
            let direction = self.hold(direction, &mut held);
            let corrections = [self.mul(factor, w), self.mul(rest, direction)];
            self.sum(&[&[middle], &corrections[..]].concat())
        });
        (smooth.collect(), held)
    }

    /// For one coordinate: Δf/w, and the slope in the middle where w = 0.
    fn discrete_derivative(
        &mut self,
        f: Expr,
        step: (Expr, Expr, Expr),
        (exact, slope): (Expr, Expr),
    ) -> DiscreteGradient {
        let (steps, w) = ([step], step.2);
        let by = Differences::new(&steps).of(self, f);
        let quotient = self.div(by, w);
        let (size, least) = (self.apply(Function::Abs, w), self.smallest());
        let quotient = self.select(Relation::LessEqual, size, least, slope, quotient);
        let mut held = Vec::new();
        let [factor, length] = [quotient, w].map(|e| self.hold(e, &mut held));
        // Δf/w + (f(y) − f(x) − (Δf/w) w)/w, where Δf/w and the divisor are held.
        let (by, explained) = (self.subtracted(f, &steps), self.mul(factor, w));
        let rest = self.sub(by, explained);
        let long = self.div(rest, length);
        let long = self.add(factor, long);
        let (least, size) = (self.ratio(1, SHORT), self.powi(length, 2));
        let smooth = self.select(Relation::Less, size, least, slope, long);
        DiscreteGradient {
            value: vec![self.add(exact, quotient)],
            smooth: vec![self.add(exact, smooth)],
            held,
        }
    }

    /// A symbol for e, without derivatives.
    fn hold(&mut self, e: Expr, held: &mut Vec<(Expr, Expr)>) -> Expr {
        let symbol = self.symbol("held");
        held.push((symbol, e));
        symbol
    }

    /// f(y) − f(x) as it stands.
    fn subtracted(&mut self, f: Expr, steps: &[(Expr, Expr, Expr)]) -> Expr {
        let ends: Vec<(Expr, Expr)> = steps.iter().map(|&(x, y, _)| (x, y)).collect();
        let end = self.substitute(&[f], &ends)[0];
        self.sub(end, f)
    }

    /// The part of a sum that the gradient in the middle suffices for, and what is left.
    fn exact_in_the_middle(&mut self, f: &[Expr], steps: &[(Expr, Expr, Expr)]) -> (Expr, Expr) {
        let symbols: Vec<Expr> = steps.iter().map(|&(x, _, _)| x).collect();
        let mut terms = Vec::new();
        for &f in f {
            self.collect_terms(f, Expr::ONE, &mut terms);
        }
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
            _ if terms.len() >= TERMS => terms.push(self.mul(c, f)),
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

    fn inner(&mut self, a: &[Expr], b: &[Expr]) -> Expr {
        let products: Vec<Expr> = a.iter().zip(b).map(|(&a, &b)| self.mul(a, b)).collect();
        self.sum(&products)
    }
}
