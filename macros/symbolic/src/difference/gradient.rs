//! Gonzalez' discrete gradient, built on differences without cancellation.
//! It refuses to know which function it is taken of, and which coordinates belong together.

use super::Differences;
use crate::expr::{Expr, Function, Function2, Relation};
use crate::graph::Graph;
use crate::substitute::Substitution;

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
    pub fn discrete_gradient(&mut self, f: Expr, steps: &[(Expr, Expr, Expr)]) -> Vec<Expr> {
        let (by, gradient) = (
            Differences::new(steps).of(self, f),
            self.middle_gradient(f, steps),
        );
        if let ([(_, _, w)], [slope]) = (steps, &gradient[..]) {
            let quotient = self.div(by, *w);
            return vec![self.select(Relation::Equal, *w, Expr::ZERO, *slope, quotient)];
        }
        let size = self.largest(steps);
        let direction: Vec<Expr> = steps
            .iter()
            .map(|&(_, _, w)| self.ratio_or_zero(w, size))
            .collect();
        let squared = self.inner(&direction, &direction);
        // Not zero, so that nothing is divided by zero: the factor is zero then.
        let squared = self.select(Relation::Equal, squared, Expr::ZERO, Expr::ONE, squared);
        let (rate, along) = (self.ratio_or_zero(by, size), self.inner(&gradient, &direction));
        let missing = self.sub(rate, along);
        let share = self.div(missing, squared);
        let components = gradient.into_iter().zip(direction);
        components
            .map(|(slope, direction)| {
                let correction = self.mul(share, direction);
                self.add(slope, correction)
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
