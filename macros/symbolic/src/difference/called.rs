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
