//! What is known of the expressions of a model: signs, zeros, values.
//!
//! It refuses to guess: each answer is a proof, or `false`. Parameters are taken to be above zero where that is said.

use extremal_symbolic::{Expr, Graph, Signs};

use crate::keys::{Points, Zero};
use crate::model::{Model, pairs, without};

/// Operations on formulas that all proofs of one rule may take, some milliseconds. Beyond it nothing is proven.
const WORK: u64 = 200_000;
/// Terms up to which an expression is multiplied out to see its sign or its degree.
const TERMS: usize = 100;

/// Values this part of one apart are compared, and agree if they differ by less than a hundredth: slopes up to 10⁴ times the value
/// are allowed. Of steeper ones nothing is proven.
const STEPS: i64 = 1_000_000;
const NEAR: f64 = 1e-2;

/// Above the rounding of some hundred operations on numbers of order one.
const ROUNDING: f64 = 1e-9;

/// A copy of the model's expressions in which proofs are tried.
#[derive(Debug)]
pub(super) struct Proof {
    pub(super) graph: Graph,
    parameters: Vec<Expr>,
    /// The markers of sums over items, which are above zero whatever the signs of parameters are.
    markers: Vec<Expr>,
    points: Points,
}

impl Proof {
    pub(super) fn of(model: &Model) -> Self {
        let symbols = [&model.coordinates[..], &model.velocities, &model.inputs];
        let free = [&symbols.concat()[..], &[model.time]].concat();
        // A sum has at least one item.
        let markers = model.families.iter().flat_map(|families| &families.markers);
        let markers: Vec<Expr> = markers.map(|marker| marker.symbol).collect();
        let parameters = [&model.parameters[..], &markers].concat();
        Self {
            graph: model.graph.trial(WORK),
            points: Points::of(&free, &parameters),
            parameters,
            markers,
        }
    }

    /// The values of expressions at points, one list for each point.
    pub(super) fn values_at(&self, entries: &[Expr], points: usize) -> Vec<Vec<f64>> {
        (0..points)
            .map(|point| self.points.values_at(&self.graph, entries, point))
            .collect()
    }

    /// Whether no proof can be found any more.
    pub(super) fn is_exhausted(&self) -> bool {
        self.graph.is_exhausted()
    }

    /// The form with products multiplied out, if it is short.
    pub(super) fn expanded(&mut self, e: Expr) -> Expr {
        let expanded = self.graph.expand(&[e], TERMS);
        expanded.map_or(e, |expanded| expanded[0])
    }

    /// The value with all velocities zero.
    pub(super) fn at_rest(&mut self, e: Expr, velocities: &[Expr]) -> Expr {
        without(&mut self.graph, &[e], velocities)[0]
    }

    /// The rates along motions of a model: v for q, and 1 for t.
    pub(super) fn rates(&self, model: &Model) -> Vec<(Expr, Expr)> {
        let of_time = vec![(model.time, self.graph.one())];
        [pairs(&model.coordinates, &model.velocities), of_time].concat()
    }

    /// a·b
    pub(super) fn product(&mut self, a: &[Expr], b: &[Expr]) -> Expr {
        let products: Vec<Expr> = a.iter().zip(b).map(|(&a, &b)| self.graph.mul(a, b)).collect();
        self.graph.sum(&products)
    }

    /// Whether the signs of `e`, for parameters above zero, satisfy a condition.
    pub(super) fn has_signs(&mut self, e: Expr, condition: fn(Signs) -> bool) -> bool {
        let parameters = self.parameters.clone();
        self.has_signs_for(e, &parameters, condition)
    }

    /// The same for parameters of any sign.
    pub(super) fn always_has_signs(&mut self, e: Expr, condition: fn(Signs) -> bool) -> bool {
        let markers = self.markers.clone();
        self.has_signs_for(e, &markers, condition)
    }

    fn has_signs_for(&mut self, e: Expr, positive: &[Expr], condition: fn(Signs) -> bool) -> bool {
        let expanded = self.expanded(e);
        let signs = self.graph.signs(&[e, expanded], positive);
        signs.into_iter().any(condition) && !self.is_exhausted()
    }

    /// Whether `e` is not zero at some point.
    pub(super) fn is_nonzero(&mut self, e: Expr) -> bool {
        self.points.is_zero(&mut self.graph, e) == Zero::Refuted && !self.is_exhausted()
    }

    /// Whether `e` is zero by algebra.
    pub(super) fn is_zero(&mut self, e: Expr) -> bool {
        self.points.is_zero(&mut self.graph, e) == Zero::Proven && !self.is_exhausted()
    }

    /// Whether all are zero by algebra. Most are not at a first point, and need no proof.
    pub(super) fn all_vanish(&mut self, entries: &[Expr]) -> bool {
        let here = &self.values_at(entries, 1)[0];
        // What is zero by algebra is rounding here, or has no value.
        here.iter().all(|value| value.is_nan() || value.abs() < ROUNDING)
            && entries.iter().all(|&e| self.is_zero(e))
    }

    /// Whether `e` is the same everywhere, whichever symbols it contains. What jumps is not.
    pub(super) fn is_constant_in(&mut self, e: Expr, symbols: &[Expr]) -> bool {
        let slopes = self.graph.gradient(e, symbols);
        self.all_vanish(&slopes) && !self.graph.may_jump(&[e], symbols)
    }

    /// Whether the values of `e` next to a value of x are those there. Where `e` has no value, as sin x / x at zero, algebra may
    /// find one that is not its limit.
    pub(super) fn is_continuous(&mut self, e: Expr, x: Expr, at: Expr) -> bool {
        let here = self.replaced(e, x, at);
        let here = self.points.values(&self.graph, here);
        [1, -1].into_iter().all(|side| {
            let aside = self.graph.ratio(side, STEPS);
            let aside = self.graph.add(at, aside);
            let beside = self.replaced(e, x, aside);
            let beside = self.points.values(&self.graph, beside);
            let mut pairs = here.iter().zip(&beside).filter(|(here, _)| here.is_finite());
            pairs.clone().next().is_some()
                && pairs.all(|(here, beside)| (here - beside).abs() <= NEAR * here.abs())
                && !self.is_exhausted()
        })
    }

    /// Whether `e` is seen to jump where a threshold changes its sign.
    pub(super) fn jumps(&self, e: Expr, threshold: Expr) -> bool {
        self.points.jumps(&self.graph, e, threshold) && !self.is_exhausted()
    }

    /// Whether `e` has both signs at points.
    pub(super) fn changes_sign(&self, e: Expr) -> bool {
        let values = self.points.values(&self.graph, e);
        values.iter().any(|&value| value > 0.0)
            && values.iter().any(|&value| value < 0.0)
            && !self.is_exhausted()
    }

    /// Whether it contains none of the symbols.
    pub(super) fn is_free_of(&self, e: Expr, symbols: &[Expr]) -> bool {
        !self.graph.depends_on(e, symbols)
    }

    /// ∂e/∂x
    pub(super) fn derivative(&mut self, e: Expr, x: Expr) -> Expr {
        let one = self.graph.one();
        self.graph.time_derivative(e, &[(x, one)])
    }

    pub(super) fn replaced(&mut self, e: Expr, from: Expr, to: Expr) -> Expr {
        self.graph.substitute(&[e], &[(from, to)])[0]
    }
}
