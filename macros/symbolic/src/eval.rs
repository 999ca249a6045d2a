//! An interpreter for the DAG, for tests and constant folding: one value per node. It shares no code with the schedules,
//! so that each tests the other.

use crate::expr::{Expr, Function, Function2, Node};
use crate::graph::Graph;
use crate::hash::Map;

impl Graph {
    /// The values of `roots` for given values of the symbols; a symbol without a value is NaN.
    #[must_use]
    pub fn evaluate(&self, roots: &[Expr], symbols: &[(Expr, f64)]) -> Vec<f64> {
        let mut values: Map<Expr, f64> = symbols.iter().copied().collect();
        for e in self.reachable(roots) {
            if !values.contains_key(&e) {
                let value = self.evaluate_node(e, &values);
                values.insert(e, value);
            }
        }
        roots.iter().map(|root| values[root]).collect()
    }

    fn evaluate_node(&self, e: Expr, values: &Map<Expr, f64>) -> f64 {
        self.evaluate_node_with(e, |x| values[x])
    }

    /// The value of a node from those of its operands.
    pub(crate) fn evaluate_node_with(&self, e: Expr, of: impl Fn(&Expr) -> f64) -> f64 {
        match self.node(e) {
            Node::Constant(c) => self.value(*c).to_f64(),
            Node::Symbol(_) => f64::NAN,
            Node::Sum(terms) => terms.iter().map(|(c, x)| self.value(*c).to_f64() * of(x)).sum(),
            Node::Scale(c, x) => self.value(*c).to_f64() * of(x),
            Node::Product(list) => list.iter().map(|(x, n)| of(x).powi(*n)).product(),
            Node::Root(x, r) => of(x).powf(self.value(*r).to_f64()),
            Node::Unary(f, x) => f.evaluate(of(x)),
            Node::Binary(f, x, y) => f.evaluate(of(x), of(y)),
            Node::Select(relation, [a, b, then, otherwise]) => {
                if relation.holds(of(a), of(b)) {
                    of(then)
                } else {
                    of(otherwise)
                }
            }
            Node::Call(call) => {
                let arguments: Vec<f64> = call.arguments.iter().map(of).collect();
                call.function.evaluate(&call.by, &arguments)
            }
        }
    }
}

impl Function {
    /// f(x) in double precision.
    #[must_use]
    pub fn evaluate(self, x: f64) -> f64 {
        match self {
            Self::Sin => x.sin(),
            Self::Cos => x.cos(),
            Self::Tan => x.tan(),
            Self::Asin => x.asin(),
            Self::Acos => x.acos(),
            Self::Atan => x.atan(),
            Self::Sinh => x.sinh(),
            Self::Cosh => x.cosh(),
            Self::Tanh => x.tanh(),
            Self::Exp => x.exp(),
            Self::Ln => x.ln(),
            Self::Ln1p => x.ln_1p(),
            Self::Abs => x.abs(),
            Self::Signum if x == 0.0 => 0.0,
            Self::Signum => x.signum(),
            Self::Opaque => x,
        }
    }
}

impl Function2 {
    /// f(x, y) in double precision; `Atan2` takes (y, x).
    #[must_use]
    pub fn evaluate(self, x: f64, y: f64) -> f64 {
        match self {
            Self::Atan2 => x.atan2(y),
            Self::Min => x.min(y),
            Self::Max => x.max(y),
            Self::Hypot => x.hypot(y),
        }
    }
}
