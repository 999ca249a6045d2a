//! Gonzalez' discrete gradient, built on differences without cancellation.

use super::Differences;
use super::line::Line;
use super::middle::{Middles, Span};
use crate::expr::{Expr, Function, Relation};
use crate::graph::Graph;
use crate::substitute::Substitution;

/// If |w|² is below 1/`SHORT`, the derivative of a correction is omitted.
const SHORT: i64 = 100_000_000_000_000;

/// A discrete gradient along a [`Line`], and a surrogate with the right derivatives.
#[derive(Clone, Debug)]
pub struct DiscreteGradient {
    /// D̄f, for every step, however small.
    pub value: Slopes,
    /// A surrogate with the derivatives of D̄f, and its value up to rounding. If |w| is below 1e-7, its derivatives are
    /// those of ∇f(z): the derivatives of D̄f would have an error of ε/|w|, while those of ∇f(z) differ from them by
    /// O(|w|). It contains the symbols in `frozen`.
    pub surrogate: Slopes,
    /// Symbols that are frozen under differentiation, and their values.
    pub frozen: Vec<(Expr, Expr)>,
}

/// s D̄f = s middle + correction. There is no division by s, which may be as small as a step.
#[derive(Clone, Debug)]
pub struct Slopes {
    /// ∇f(z)
    pub middle: Vec<Expr>,
    /// K u
    pub correction: Vec<Expr>,
}

/// ½ (Δf − ∇f(z)·w), and a surrogate with the right derivatives.
struct Missing {
    value: Expr,
    surrogate: Expr,
    frozen: Vec<(Expr, Expr)>,
}

impl Slopes {
    /// Without a correction.
    #[must_use]
    pub fn exact(middle: Vec<Expr>) -> Self {
        let correction = vec![Expr::ZERO; middle.len()];
        Self { middle, correction }
    }

    /// One component of D̄f.
    pub fn component(&self, graph: &mut Graph, scale: Expr, k: usize) -> Expr {
        let correction = graph.div(self.correction[k], scale);
        graph.add(self.middle[k], correction)
    }
}

impl Graph {
    /// D̄f(x, y), a vector with D̄f·w = f(y) − f(x) that equals ∇f to second order; ∇f(x) if w = 0.
    ///
    /// ```text
    /// D̄f = ∇f(z) + K u/s,   K = ½ (Δf − ∇f(z)·w)/(u·u),   z = (x + y)/2,   w = y − x = 2 s u;   Δf/w for one coordinate
    /// ```
    ///
    /// (O. Gonzalez, Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6 (1996) 449.) Codes that form
    /// Δf by subtraction have to switch to ∇f(z) at |w| of about 1e-5. Here the error of K u/s is ε times the summands of
    /// ∇f(z) for every w, and there is no switch. The smallest number with a finite reciprocal is added to u·u, so that K
    /// u is 0 if w is 0.
    ///
    /// f is given by its summands. The correction is linear in f, and zero for summands that are polynomials of degree
    /// two. (The sum as one expression may have taken a common factor out of them.)
    pub fn discrete_gradient(&mut self, f: &[Expr], line: &Line) -> DiscreteGradient {
        let (exact, rest) = self.exact_in_the_middle(f, line);
        let exact = self.middle_gradient(exact, line);
        if rest == Expr::ZERO {
            return DiscreteGradient {
                surrogate: Slopes::exact(exact.clone()),
                value: Slopes::exact(exact),
                frozen: Vec::new(),
            };
        }
        let slopes = self.middle_gradient(rest, line);
        if let ([exact], [slope]) = (&exact[..], &slopes[..]) {
            return self.discrete_derivative(rest, line, *exact, *slope);
        }
        let middle = std::iter::zip(exact, slopes).map(|(a, b)| self.add(a, b));
        let middle: Vec<Expr> = middle.collect();
        let squared = self.inner(&line.rates, &line.rates);
        let least = self.smallest();
        let divisor = self.add(squared, least);
        let missing = self.missing(rest, line);
        let share = self.div(missing.value, divisor);
        let share = self.apply(Function::Opaque, share);
        let correction = line.rates.iter().map(|&rate| self.mul(share, rate)).collect();
        let (along, frozen) = self.differentiable(line, squared, divisor, missing);
        DiscreteGradient {
            value: Slopes {
                middle: middle.clone(),
                correction,
            },
            surrogate: Slopes {
                middle,
                correction: along,
            },
            frozen,
        }
    }

    /// The deviation of D̄f from ∇f(z). Its derivatives by z and by half of the step are the deviation of the slopes of
    /// f, and the excess of their means.
    fn missing(&mut self, f: Expr, line: &Line) -> Missing {
        let mut frozen = Vec::new();
        let mut spans = Vec::new();
        for (k, middle) in self.middles(line).into_iter().enumerate() {
            let half = self.half_way(line, k);
            let [start, end, middle, half] =
                [line.starts[k], line.ends[k], middle, half].map(|e| self.freeze(e, &mut frozen));
            spans.push(Span {
                start,
                end,
                middle,
                half,
            });
        }
        let starts: Vec<Expr> = spans.iter().map(|span| span.start).collect();
        let pairs: Vec<(Expr, Expr)> = line.starts.iter().copied().zip(starts.iter().copied()).collect();
        let f = self.substitute(&[f], &pairs)[0];
        let mut middles = Middles::new(self, &spans);
        let remainder = middles.of(self, f).remainder;
        let value = self.substitute(&[remainder], &frozen)[0];
        let mut terms = vec![remainder];
        for (k, slope) in self.gradient(f, &starts).into_iter().enumerate() {
            let about = middles.of(self, slope);
            let half = self.half_way(line, k);
            let moved = [
                self.sub(half, spans[k].half),
                self.sub(line.starts[k], spans[k].start),
            ];
            terms.push(self.mul(about.beyond, moved[0]));
            terms.push(self.mul(about.remainder, moved[1]));
        }
        Missing {
            value,
            surrogate: self.sum(&terms),
            frozen,
        }
    }

    /// s u, as one quantity.
    fn half_way(&mut self, line: &Line, k: usize) -> Expr {
        let half = self.mul(line.scale, line.rates[k]);
        self.apply(Function::Opaque, half)
    }

    /// K u + [(m − m₀) − K (u·u − n₀)] u/(u·u), where m is the missing part of the difference, and m₀ and n₀ are the
    /// values of m and u·u. Frozen m₀, n₀, K and u/(u·u) give K u, with the derivatives of m u/(u·u).
    fn differentiable(
        &mut self,
        line: &Line,
        squared: Expr,
        divisor: Expr,
        missing: Missing,
    ) -> (Vec<Expr>, Vec<(Expr, Expr)>) {
        let mut frozen = missing.frozen;
        let (least, reciprocal) = (self.shortest_rates(line), self.powi(divisor, -1));
        let reciprocal = self.select(Relation::Less, squared, least, Expr::ZERO, reciprocal);
        let factor = self.mul(missing.value, reciprocal);
        let factor = self.apply(Function::Opaque, factor);
        let [factor, value, length] = [factor, missing.value, squared].map(|e| self.freeze(e, &mut frozen));
        let (risen, grown) = (self.sub(missing.surrogate, value), self.sub(squared, length));
        let explained = self.mul(factor, grown);
        let rest = self.sub(risen, explained);
        let components = line.rates.iter().map(|&rate| {
            let direction = self.mul(rate, reciprocal);
            let direction = self.freeze(direction, &mut frozen);
            let corrections = [self.mul(factor, rate), self.mul(rest, direction)];
            self.sum(&corrections)
        });
        (components.collect(), frozen)
    }

    /// For one coordinate: Δf/w, or the slope in the middle if w = 0.
    fn discrete_derivative(&mut self, f: Expr, line: &Line, exact: Expr, slope: Expr) -> DiscreteGradient {
        let steps = line.steps(self);
        let w = steps[0].2;
        let by = Differences::new(&steps).of(self, f);
        let quotient = self.div(by, w);
        let (size, least) = (self.apply(Function::Abs, w), self.smallest());
        let quotient = self.select(Relation::LessEqual, size, least, slope, quotient);
        let mut frozen = Vec::new();
        let [factor, length] = [quotient, w].map(|e| self.freeze(e, &mut frozen));
        // Δf/w + (f(y) − f(x) − (Δf/w) w)/w, with frozen Δf/w and divisor.
        let end = self.substitute(&[f], &line.to_end())[0];
        let (by, explained) = (self.sub(end, f), self.mul(factor, w));
        let rest = self.sub(by, explained);
        let long = self.div(rest, length);
        let long = self.add(factor, long);
        let (least, size) = (self.shortest(), self.powi(length, 2));
        let surrogate = self.select(Relation::Less, size, least, slope, long);
        DiscreteGradient {
            value: Slopes::exact(vec![self.add(exact, quotient)]),
            surrogate: Slopes::exact(vec![self.add(exact, surrogate)]),
            frozen,
        }
    }

    /// The smallest |w|² for which a correction has derivatives.
    fn shortest(&mut self) -> Expr {
        self.ratio(1, SHORT)
    }

    /// The smallest |u|² for which a correction has derivatives: the loss of digits depends on the size of steps and not of
    /// rates.
    fn shortest_rates(&mut self, line: &Line) -> Expr {
        let (quarter, scale) = (self.ratio(1, 4), self.powi(line.scale, -2));
        let least = self.shortest();
        self.product(&[quarter, least, scale])
    }

    /// A symbol for e, without derivatives.
    fn freeze(&mut self, e: Expr, frozen: &mut Vec<(Expr, Expr)>) -> Expr {
        let symbol = self.symbol("frozen");
        frozen.push((symbol, e));
        symbol
    }

    /// z
    fn middles(&mut self, line: &Line) -> Vec<Expr> {
        let ends = line.to_end().into_iter();
        ends.map(|(x, y)| self.mean(x, y)).collect()
    }

    /// ∇f(z)
    fn middle_gradient(&mut self, f: Expr, line: &Line) -> Vec<Expr> {
        let middles = self.middles(line);
        let pairs: Vec<(Expr, Expr)> = line.starts.iter().copied().zip(middles).collect();
        let mut at_middle = Substitution::new(&pairs);
        let gradient = self.gradient(f, &line.starts).into_iter();
        gradient.map(|slope| at_middle.of(self, slope)).collect()
    }

    fn inner(&mut self, a: &[Expr], b: &[Expr]) -> Expr {
        let products: Vec<Expr> = a.iter().zip(b).map(|(&a, &b)| self.mul(a, b)).collect();
        self.sum(&products)
    }
}
