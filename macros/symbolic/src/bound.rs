//! Values with a bound on their rounding errors. The bound is of first order in the rounding unit, and generous.

use crate::expr::{Expr, Node};
use crate::graph::Graph;
use crate::hash::Map;

/// A value and a bound on its error.
#[derive(Clone, Copy, Debug)]
pub struct Rounded {
    /// The value, as of [`Graph::evaluate`].
    pub value: f64,
    /// An approximate upper bound on the error of `value`.
    pub error: f64,
}

impl Graph {
    /// The values of `roots` for given values of the symbols, which are exact, each with its rounding error.
    ///
    /// An expression that is zero, but was not simplified to zero, has a value within a small multiple of its error. At
    /// nearly every point, the value of any other expression is far larger than that.
    #[must_use]
    pub fn evaluate_rounded(&self, roots: &[Expr], symbols: &[(Expr, f64)]) -> Vec<Rounded> {
        let exact = |&(symbol, value): &(Expr, f64)| (symbol, Rounded { value, error: 0.0 });
        let mut values: Map<Expr, Rounded> = symbols.iter().map(exact).collect();
        for e in self.reachable(roots) {
            if !values.contains_key(&e) {
                let of = |x: &Expr| values[x];
                let carried = self.carried_error(e, of);
                let own = self.evaluate_node_with(e, |x| values[x].value);
                let error = carried + f64::EPSILON * own.abs();
                values.insert(e, Rounded { value: own, error });
            }
        }
        roots.iter().map(|root| values[root]).collect()
    }

    /// The error that the operands cause, and the rounding error of sums.
    fn carried_error(&self, e: Expr, of: impl Fn(&Expr) -> Rounded) -> f64 {
        let size = |x: &Expr| of(x).value.abs();
        match self.node(e) {
            Node::Constant(_) | Node::Symbol(_) => 0.0,
            Node::Sum(terms) => {
                let errors = terms
                    .iter()
                    .map(|(c, x)| self.value(*c).to_f64().abs() * (of(x).error + f64::EPSILON * size(x)));
                errors.sum()
            }
            Node::Scale(c, x) => self.value(*c).to_f64().abs() * of(x).error,
            Node::Product(list) => {
                // Each factor at the end of its interval that is farther from zero (nearer to zero in a denominator).
                let widest = list.iter().map(|(x, n)| {
                    let away = if *n > 0 { of(x).error } else { -of(x).error };
                    (size(x) + away).clamp(0.0, f64::INFINITY).powi(*n)
                        * (1.0 + f64::EPSILON * f64::from(n.abs()))
                });
                let plain: f64 = list.iter().map(|(x, n)| size(x).powi(*n)).product();
                widest.product::<f64>() - plain
            }
            Node::Select(relation, [a, b, then, otherwise]) => {
                if relation.holds(of(a).value, of(b).value) {
                    of(then).error
                } else {
                    of(otherwise).error
                }
            }
            Node::Root(x, _) | Node::Unary(_, x) => self.spread(e, &[*x], of),
            Node::Binary(_, x, y) => self.spread(e, &[*x, *y], of),
            Node::Call(call) => self.spread(e, &call.arguments, of),
        }
    }

    /// The change of the value when the operands change by their errors.
    fn spread(&self, e: Expr, operands: &[Expr], of: impl Fn(&Expr) -> Rounded) -> f64 {
        let here = self.evaluate_node_with(e, |x| of(x).value);
        let moved = operands.iter().flat_map(|&operand| {
            [-1.0, 1.0].map(|sign| {
                let there = self.evaluate_node_with(e, |x| {
                    let Rounded { value, error } = of(x);
                    if *x == operand {
                        value + sign * error
                    } else {
                        value
                    }
                });
                (there - here).abs()
            })
        });
        moved.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Function;

    #[test]
    fn what_is_zero_stays_within_its_error() {
        let mut graph = Graph::new();
        let x = graph.symbol("x");
        let [s, c] = [Function::Sin, Function::Cos].map(|f| graph.apply(f, x));
        let double = {
            let two = graph.integer(2);
            let angle = graph.mul(two, x);
            graph.apply(Function::Sin, angle)
        };
        let two = graph.integer(2);
        let product = graph.product(&[two, s, c]);
        let zero = graph.sub(double, product);
        let thousand = graph.integer(1000);
        let large = graph.mul(thousand, zero);
        for x_at in [0.3, 1.0, 2.5, -4.0, 1e3] {
            for root in [zero, large] {
                let Rounded { value, error } = graph.evaluate_rounded(&[root], &[(x, x_at)])[0];
                assert!(
                    value.abs() <= 4.0 * error && error < 1e-12 * x_at.abs().max(1.0) * 1e3,
                    "{value} {error}"
                );
            }
            let Rounded { value, error } = graph.evaluate_rounded(&[double], &[(x, x_at)])[0];
            assert!(value.abs() > 1e3 * error);
        }
    }

    /// acos(−1) is at the edge of its domain. The error of a product with it is unknown, and must not be reported as
    /// zero.
    #[test]
    fn what_is_beyond_a_domain_has_no_bound() {
        let mut graph = Graph::new();
        let (x, edge) = (graph.symbol("x"), graph.integer(-1));
        let half_turn = graph.apply(Function::Acos, edge);
        let product = graph.mul(half_turn, x);
        let Rounded { error, .. } = graph.evaluate_rounded(&[product], &[(x, 0.5)])[0];
        assert!(!error.is_finite(), "{error}");
    }
}
