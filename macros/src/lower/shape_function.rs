//! The shape functions of finite elements in space on [0, 1], as `linear(s)`, or with the values at the nodes, `linear(s, [a, b])`.
//!
//! ```text
//! linear(s)     N = [1 − s, s]                                                nodes  u₀, u₁
//! hermite(s)    H = [1 − 3s² + 2s³, s − 2s² + s³, 3s² − 2s³, s³ − s²]         nodes  u₀, u₀′, u₁, u₁′
//! f(s, [a, ..]) Σᵢ fᵢ(s) aᵢ
//! ```
//!
//! `.._slope` and `.._curvature` are their derivatives by s. It refuses to know lengths of elements: a derivative by
//! x = l s is that by s over l, and the second and the last value of `hermite` are slopes by s.

use extremal_symbolic::{Graph, Rational};
use proc_macro2::Ident;
use syn::Expr;

use super::{Lowered, Lowering, Shape, Value};

/// The polynomials in s of the values at the nodes, or their first or second derivatives.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeFunctions {
    basis: Basis,
    order: usize,
}

/// Coefficients from that of 1 upwards.
#[derive(Clone, Copy, Debug)]
enum Basis {
    Linear,
    Cubic,
}

pub(super) const LINEAR: ShapeFunctions = of(Basis::Linear, 0);
pub(super) const LINEAR_SLOPE: ShapeFunctions = of(Basis::Linear, 1);
pub(super) const HERMITE: ShapeFunctions = of(Basis::Cubic, 0);
pub(super) const HERMITE_SLOPE: ShapeFunctions = of(Basis::Cubic, 1);
pub(super) const HERMITE_CURVATURE: ShapeFunctions = of(Basis::Cubic, 2);

const fn of(basis: Basis, order: usize) -> ShapeFunctions {
    ShapeFunctions { basis, order }
}

impl Basis {
    fn coefficients(self) -> &'static [&'static [i64]] {
        match self {
            Self::Linear => &[&[1, -1], &[0, 1]],
            Self::Cubic => &[&[1, 0, -3, 2], &[0, 1, -2, 1], &[0, 0, 3, -2], &[0, 0, -1, 1]],
        }
    }

    /// What a message says that its nodes have.
    fn values(self) -> &'static str {
        match self {
            Self::Linear => "the values at both nodes, `[a, b]`",
            Self::Cubic => "values and slopes at both nodes, `[a, da, b, db]`",
        }
    }
}

impl ShapeFunctions {
    /// Their values at s.
    fn at(self, graph: &mut Graph, s: extremal_symbolic::Expr) -> Vec<extremal_symbolic::Expr> {
        let polynomials = self.basis.coefficients().iter();
        let derivatives = polynomials.map(|coefficients| {
            (0..self.order).fold(coefficients.to_vec(), |coefficients, _| derivative(&coefficients))
        });
        derivatives
            .map(|coefficients| polynomial(graph, &coefficients, s))
            .collect()
    }
}

/// That of Σ cₖ sᵏ.
fn derivative(coefficients: &[i64]) -> Vec<i64> {
    let terms = (0..).zip(coefficients).skip(1);
    terms.map(|(power, coefficient)| power * coefficient).collect()
}

/// Σ cₖ sᵏ.
fn polynomial(
    graph: &mut Graph,
    coefficients: &[i64],
    s: extremal_symbolic::Expr,
) -> extremal_symbolic::Expr {
    let terms: Vec<extremal_symbolic::Expr> = (0..)
        .zip(coefficients)
        .filter(|(_, coefficient)| **coefficient != 0)
        .map(|(power, &coefficient)| {
            let coefficient = graph.constant(Rational::from_integer(coefficient));
            let power = graph.powi(s, power);
            graph.mul(coefficient, power)
        })
        .collect();
    graph.sum(&terms)
}

impl Lowering<'_> {
    /// `linear(s)`, and with values at the nodes `linear(s, [a, b])`.
    pub(super) fn shape_functions(
        &mut self,
        name: &Ident,
        functions: ShapeFunctions,
        s: &Expr,
        nodes: Option<&Expr>,
    ) -> Lowered {
        let (s, values) = (self.argument(name, s), nodes.map(|nodes| self.value(nodes)));
        let values = values.transpose();
        let weights = functions.at(&mut self.graph, s?);
        let (Some(nodes), Some(values)) = (nodes, values?) else {
            return Ok(Value::vector(weights));
        };
        let lengths = values.shape.lengths();
        let shape = lengths
            .split_first()
            .filter(|(first, _)| **first == weights.len());
        let Some(shape) = shape.and_then(|(_, rest)| Shape::of(rest)) else {
            let message = format!(
                "`{name}` takes {}: this is {}",
                functions.basis.values(),
                values.shape
            );
            return Err(self.report(nodes, message));
        };
        let parts = values.entries.chunks(shape.size()).zip(&weights);
        let terms: Vec<Value> = parts
            .map(|(part, &weight)| {
                Value::of(
                    shape,
                    part.iter().map(|&entry| self.graph.mul(weight, entry)).collect(),
                )
            })
            .collect();
        Ok(Value::sum(&mut self.graph, &terms))
    }
}
