//! Differences of functions that the algebra does not know, of which there are values and derivatives at the ends.

use super::Change;
use crate::expr::{Call, Expr, Function, Relation};
use crate::graph::Graph;

impl Graph {
    /// f(y) − f(x), the larger part of whose error is ε |f|; or where the trapezoidal rule gives the same up to rounding, that
    /// rule, which does not lose digits:
    ///
    /// ```text
    /// f(y) − f(x) = ½ Σᵢ (∂ᵢf(x) + ∂ᵢf(y)) wᵢ + O(|w|³)
    /// ```
    ///
    /// So the difference has an error of ε |f| for every w, and near w = 0 one of ε |w|.
    pub(super) fn call_difference(&mut self, call: &Call, arguments: &[Change]) -> Expr {
        let ends: [Vec<Expr>; 2] = [|x: &Change| x.from, |x: &Change| x.to]
            .map(|end: fn(&Change) -> Expr| arguments.iter().map(end).collect());
        let values = ends
            .each_ref()
            .map(|x| self.derivative_of_call(call.function, &call.by, x));
        let mut terms = Vec::new();
        for (at, argument) in arguments.iter().enumerate().filter(|(_, x)| x.by != Expr::ZERO) {
            let slopes = ends.each_ref().map(|x| {
                let there = Call {
                    arguments: x.clone(),
                    ..call.clone()
                };
                self.call_partial(&there, at)
            });
            let slope = self.mean(slopes[0], slopes[1]);
            terms.push(self.mul(slope, argument.by));
        }
        let by_slopes = self.sum(&terms);
        let by_values = self.sub(values[1], values[0]);
        let differs = self.sub(by_values, by_slopes);
        let differs = self.apply(Function::Abs, differs);
        let sizes = values.map(|value| self.apply(Function::Abs, value));
        let (size, unit) = (self.sum(&sizes), self.rounding_unit());
        let rounding = self.mul(unit, size);
        self.select(Relation::LessEqual, differs, rounding, by_slopes, by_values)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Differences, Graph};

    /// The error is one of the values, and for short steps one of the difference itself.
    #[test]
    fn differences_of_values_do_not_cancel() {
        let mut graph = Graph::new();
        let [x, y, w] = ["x", "y", "w"].map(|name| graph.symbol(name));
        let f = graph.called("f");
        let value = graph.call(f, &[x, x]);
        let difference = Differences::new(&[(x, y, w)]).of(&mut graph, value);
        for by in [1.0, 1e-2, 1e-4, 1e-5, 1e-6, 1e-8, 1e-12, 1e-100, 0.0] {
            let (from, to) = (0.3, 0.3 + by);
            let found = graph.evaluate(&[difference], &[(x, from), (y, to), (w, by)])[0];
            let middle = [0.5 * (from + to); 2];
            let slope = f.evaluate(&[0], &middle) + f.evaluate(&[1], &middle);
            // Beyond the slope in the middle: by³/24 times a third derivative of at most 10.
            let rest = 0.5 * f64::powi(by, 3);
            assert!(
                (found - slope * by).abs() <= rest + 4.0 * f64::EPSILON * 3.0,
                "{by}"
            );
            if by < 1e-7 {
                assert!((found - slope * by).abs() <= 1e-13 * by, "{by}");
            }
        }
    }
}
