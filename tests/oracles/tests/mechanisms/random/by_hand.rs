//! Constraints by hand, their derivatives by dual numbers, and the functions of L and the constraints at a point.
//!
//! It shares no code with the tested crate: nothing here names `extremal`.

use num_dual::{Dual64, HyperDual64};

use crate::support::by_hand::{ByHand, Number, Oracle, dot, hessian, jacobian};
use crate::support::rates::rate;

/// g(t, q).
pub(crate) trait Ties: ByHand {
    fn ties<T: Number>(&self, t: T, q: &[T]) -> Vec<T>;
}

/// A constrained system by hand without its type.
pub(crate) trait TiedOracle: Oracle {
    fn real_ties(&self, t: f64, q: &[f64]) -> Vec<f64>;
    fn dual_ties(&self, t: Dual64, q: &[Dual64]) -> Vec<Dual64>;
    fn hyper_ties(&self, t: HyperDual64, q: &[HyperDual64]) -> Vec<HyperDual64>;
}

impl<S: Ties> TiedOracle for S {
    fn real_ties(&self, t: f64, q: &[f64]) -> Vec<f64> {
        self.ties(t, q)
    }

    fn dual_ties(&self, t: Dual64, q: &[Dual64]) -> Vec<Dual64> {
        self.ties(t, q)
    }

    fn hyper_ties(&self, t: HyperDual64, q: &[HyperDual64]) -> Vec<HyperDual64> {
        self.ties(t, q)
    }
}

/// G, row by row.
pub(crate) fn rows(system: &dyn TiedOracle, t: f64, q: &[f64]) -> Vec<Vec<f64>> {
    jacobian(|q| system.dual_ties(Dual64::from(t), q), q)
}

/// G v + ∂g/∂t, by one dual number along the motion.
pub(crate) fn rates(system: &dyn TiedOracle, t: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
    let count = system.real_ties(t, q).len();
    (0..count)
        .map(|j| rate(t, q, v, |t, q| system.dual_ties(t, q)[j]))
        .collect()
}

/// Σ |Gᵢⱼ vⱼ| + |∂gᵢ/∂t|, the scale of rounding in the rates.
pub(crate) fn rate_scales(system: &dyn TiedOracle, t: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
    let at_rest = rates(system, t, q, &vec![0.0; v.len()]);
    let moved = rows(system, t, q).into_iter().map(|row| {
        let terms = row.iter().zip(v).map(|(g, v)| (g * v).abs());
        terms.sum::<f64>()
    });
    moved
        .zip(at_rest)
        .map(|(moved, at_rest)| moved + at_rest.abs())
        .collect()
}

/// Gᵀ λ.
pub(crate) fn impulse(system: &dyn TiedOracle, t: f64, q: &[f64], multipliers: &[f64]) -> Vec<f64> {
    let rows = rows(system, t, q);
    (0..q.len())
        .map(|k| rows.iter().zip(multipliers).map(|(row, by)| row[k] * by).sum())
        .collect()
}

/// Σ λⱼ ∂²gⱼ/∂q∂q, row by row.
pub(crate) fn bending(system: &dyn TiedOracle, t: f64, q: &[f64], multipliers: &[f64]) -> Vec<Vec<f64>> {
    let along = |q: &[HyperDual64]| {
        let ties = system.hyper_ties(HyperDual64::from(t), q);
        let terms = ties.into_iter().zip(multipliers).map(|(g, &by)| g * by);
        terms.fold(HyperDual64::from(0.0), |sum, term| sum + term)
    };
    hessian(along, q)
}

/// ∂/∂q of the rates, row by row: ∂²g/∂q∂q v + ∂²g/∂q∂t.
pub(crate) fn rates_by_place(system: &dyn TiedOracle, t: f64, q: &[f64], v: &[f64]) -> Vec<Vec<f64>> {
    let motion = [&[1.0], v].concat();
    let count = system.real_ties(t, q).len();
    let row = |j: usize| {
        let curvature = hessian(|y| system.hyper_ties(y[0], &y[1..])[j], &[&[t], q].concat());
        curvature[1..].iter().map(|row| dot(row, &motion)).collect()
    };
    (0..count).map(row).collect()
}

/// ∂²L/∂v∂q and ∂²L/∂v∂v side by side, row by row.
pub(crate) fn momentum_slopes(system: &dyn TiedOracle, t: f64, q: &[f64], v: &[f64]) -> Vec<Vec<f64>> {
    let (n, hyper, time) = (q.len(), system.hyper(), HyperDual64::from(t));
    let lagrangian = |y: &[HyperDual64]| {
        let (q, v) = y.split_at(n);
        (hyper.kinetic)(time, q, v, &[]) - (hyper.potential)(time, q, v, &[])
    };
    hessian(lagrangian, &[q, v].concat()).split_off(n)
}
