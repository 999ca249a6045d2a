//! Holonomic constraints of a cubic element: multipliers that are linear in time, and both levels at the end.
//!
//! ```text
//! each variation N has −Σ_m w_m N(s_m) G(q(s_m))ᵀ λ(s_m),   λ(s) = λ̄ + (2s − 1) λ′,   G = ∂g/∂q
//! g(q₁, t₁) = 0,   G(q₁) v₁ + ∂g/∂t = 0
//! ```
//!
//! Two equations of n rows each and 2m constraints are as many as q₁, v₁, λ̄ and λ′. The multipliers act on every variation as any other
//! force does, so that each pair keeps its order. With impulses at the nodes instead `P2` would be of order 2.

use extremal_symbolic::{Expr, Graph, Rational};

use crate::dynamics::{ConstraintsAt, Dynamics, symbols};
use crate::schemes::closing::position_rows;
use crate::schemes::cubic::Cubic;
use crate::schemes::element::{Trial, scale};
use crate::schemes::equations::{Kind, Level, Role, Row, Unknown};
use crate::schemes::quadrature::{Polynomial, Rule};

/// Impulses of the constraints; empty without constraints.
pub(super) struct Constraints {
    /// λ̄, the mean.
    mean: Vec<Expr>,
    /// λ′, half of the change over the step.
    slope: Vec<Expr>,
    points: Vec<PointOf>,
}

/// A point of the quadrature.
struct PointOf {
    s: Rational,
    weight: Rational,
    at: ConstraintsAt,
    /// λ(s)
    multipliers: Vec<Expr>,
}

impl Constraints {
    pub(super) fn of(cubic: &mut Cubic<'_>, rule: Rule) -> Self {
        let m = cubic.dynamics.constraint_count();
        let [mean, slope] = ["lambda", "mu"].map(|name| symbols(cubic.graph, name, m));
        let rule = rule.points();
        let points = std::iter::zip(rule.points, rule.weights)
            .filter(|_| m > 0)
            .map(|(s, weight)| {
                let point = cubic.point(&s);
                let at = cubic.dynamics.constraints_at(cubic.graph, &point);
                let place = &(&s + &s) - &Rational::one();
                let multipliers = mean.iter().zip(&slope).map(|(&mean, &slope)| {
                    let change = scale(cubic.graph, &place, slope);
                    cubic.graph.add(mean, change)
                });
                PointOf {
                    multipliers: multipliers.collect(),
                    s,
                    weight,
                    at,
                }
            });
        Self {
            points: points.collect(),
            mean,
            slope,
        }
    }

    /// The terms of a variation for one coordinate.
    pub(super) fn terms(&self, graph: &mut Graph, k: usize, shape: &Polynomial) -> Vec<Expr> {
        let mut terms = Vec::new();
        for point in &self.points {
            let weight = -&(&point.weight * &shape.at(&point.s));
            for impulse in point.at.impulse(graph, &point.multipliers, k) {
                terms.push(scale(graph, &weight, impulse));
            }
        }
        terms
    }

    /// The mean is reported, and comes last.
    pub(super) fn unknowns(&self) -> Vec<Unknown> {
        let slopes = Unknown::all(Role::Multiplier(Level::Velocity), &self.slope);
        let means = Unknown::all(Role::Multiplier(Level::Position), &self.mean);
        [slopes, means].concat()
    }

    /// Both levels at the end.
    pub(super) fn rows(cubic: &mut Cubic<'_>) -> Vec<Row> {
        let end = cubic.point(&Rational::one());
        let (graph, dynamics): (&mut Graph, &Dynamics) = cubic.graph();
        let at = dynamics.constraints_at(graph, &end);
        let mut rows = position_rows(graph, &end.coordinates, &at);
        let rates = at.rates(graph, &end.velocities);
        rows.extend(
            rates
                .into_iter()
                .map(|terms| Row::of_sum(graph, Kind::Constraint(Level::Velocity), terms)),
        );
        rows
    }
}
