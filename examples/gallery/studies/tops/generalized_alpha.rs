//! The generalized-α method for the fast heavy top, written by hand: index 3, which enforces the constraint on positions
//! only, with Newton's method.
//!
//! ```text
//! M q̈ₙ + f(qₙ, q̇ₙ) + λₙ qₙ = 0,   ½ (|qₙ|² − 1) = 0
//! (1 − α_m) aₙ + α_m aₙ₋₁ = (1 − α_f) q̈ₙ + α_f q̈ₙ₋₁
//! qₙ = qₙ₋₁ + h q̇ₙ₋₁ + h² ((½ − β) aₙ₋₁ + β aₙ),   q̇ₙ = q̇ₙ₋₁ + h ((1 − γ) aₙ₋₁ + γ aₙ)
//! ```
//!
//! (M. Arnold & O. Brüls, Convergence of the generalized-α scheme for constrained mechanical systems, 2007.)
//! Shares no code with the derive. Lagrange's equations are those of T = ½ Ω·J Ω + tr(J) (q·q̇)², with
//! Ω = 2 G(q) q̇ = −2 G(q̇) q.

use extremal::{Failure, lu};

use crate::systems::heavy_top::HeavyTop;

type Four = [f64; 4];

/// The parameters that give the spectral radius ρ at infinite frequency.
#[derive(Clone, Copy, Debug)]
struct Weights {
    alpha_m: f64,
    alpha_f: f64,
    beta: f64,
    gamma: f64,
}

impl Weights {
    fn of(rho: f64) -> Self {
        let (alpha_m, alpha_f) = ((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0));
        let gamma = 0.5 + alpha_f - alpha_m;
        let beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
        Self {
            alpha_m,
            alpha_f,
            beta,
            gamma,
        }
    }
}

/// A motion that the method steps through.
#[derive(Clone, Copy, Debug)]
pub(super) struct GeneralizedAlpha {
    top: HeavyTop,
    weights: Weights,
    h: f64,
    pub(super) q: Four,
    pub(super) v: Four,
    acceleration: Four,
    /// a, the acceleration-like variable of the method.
    auxiliary: Four,
    multiplier: f64,
}

impl GeneralizedAlpha {
    /// Begins at a consistent start. Its acceleration follows from the equations with the constraint differentiated
    /// twice.
    pub(super) fn new(top: HeavyTop, rho: f64, h: f64, q: Four, v: Four) -> Result<Self, Failure> {
        let residual = |x: &[f64; 5]| {
            let (a, lambda) = split(x);
            let level = dot(&q, &a) + dot(&v, &v);
            join(equations(&top, &q, &v, &a, lambda), level)
        };
        let (acceleration, multiplier) = split(&newton([0.0; 5], residual)?);
        Ok(Self {
            top,
            weights: Weights::of(rho),
            h,
            q,
            v,
            acceleration,
            auxiliary: acceleration,
            multiplier,
        })
    }

    pub(super) fn step(&mut self) -> Result<(), Failure> {
        let before = *self;
        let residual = |x: &[f64; 5]| {
            let (acceleration, multiplier) = split(x);
            let next = before.moved(acceleration);
            // The constraint is scaled to the size of an acceleration, so that one tolerance is enough.
            let level = 0.5 * (dot(&next.q, &next.q) - 1.0) / (before.h * before.h);
            let equations = equations(&next.top, &next.q, &next.v, &acceleration, multiplier);
            join(equations, level)
        };
        let x = newton(join(self.acceleration, self.multiplier), residual)?;
        let (acceleration, multiplier) = split(&x);
        *self = before.moved(acceleration);
        self.multiplier = multiplier;
        Ok(())
    }

    /// The state after a step at whose end q̈ is `acceleration`.
    fn moved(mut self, acceleration: Four) -> Self {
        let Weights {
            alpha_m,
            alpha_f,
            beta,
            gamma,
        } = self.weights;
        let (h, old) = (self.h, self.auxiliary);
        self.auxiliary = from_fn(|k| {
            ((1.0 - alpha_f) * acceleration[k] + alpha_f * self.acceleration[k] - alpha_m * old[k])
                / (1.0 - alpha_m)
        });
        let new = self.auxiliary;
        self.q = from_fn(|k| self.q[k] + h * self.v[k] + h * h * ((0.5 - beta) * old[k] + beta * new[k]));
        self.v = from_fn(|k| self.v[k] + h * ((1.0 - gamma) * old[k] + gamma * new[k]));
        self.acceleration = acceleration;
        self
    }

    /// T + V.
    pub(super) fn energy(&self) -> f64 {
        let [a, b, c, d] = self.q;
        let omega = spin(&self.q, &self.v);
        let kinetic: f64 = (0..3).map(|i| 0.5 * self.top.j[i] * omega[i] * omega[i]).sum();
        let rate = dot(&self.q, &self.v);
        kinetic + trace(&self.top) * rate * rate + 2.0 * self.top.m * self.top.g * (c * d + a * b)
    }
}

fn from_fn(entry: impl Fn(usize) -> f64) -> Four {
    std::array::from_fn(entry)
}

fn dot(a: &Four, b: &Four) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn trace(top: &HeavyTop) -> f64 {
    top.j.iter().sum()
}

/// G(q), by rows.
fn g_matrix(q: &Four) -> [Four; 3] {
    let [a, b, c, d] = *q;
    [[-b, a, d, -c], [-c, -d, a, b], [-d, c, -b, a]]
}

/// 2 G(q) v
fn spin(q: &Four, v: &Four) -> [f64; 3] {
    g_matrix(q).map(|row| 2.0 * dot(&row, v))
}

/// d/dt ∂T/∂q̇ − ∂T/∂q + ∂V/∂q + λ q.
fn equations(top: &HeavyTop, q: &Four, v: &Four, a: &Four, lambda: f64) -> Four {
    let times_j = |omega: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| top.j[i] * omega[i]) };
    // The rate of Ω is 2 G(q) q̈, as G(q̇) q̇ = 0.
    let (momentum, torque) = (times_j(spin(q, v)), times_j(spin(q, a)));
    let (of_q, of_v) = (g_matrix(q), g_matrix(v));
    let rate = 2.0 * trace(top) * (dot(v, v) + dot(q, a));
    let weight = 2.0 * top.m * top.g;
    let gravity = [q[1], q[0], q[3], q[2]];
    from_fn(|k| {
        let turning = (0..3).map(|i| 4.0 * of_v[i][k] * momentum[i] + 2.0 * of_q[i][k] * torque[i]);
        turning.sum::<f64>() + (rate + lambda) * q[k] + weight * gravity[k]
    })
}

fn split(x: &[f64; 5]) -> (Four, f64) {
    (from_fn(|k| x[k]), x[4])
}

fn join(four: Four, one: f64) -> [f64; 5] {
    [four[0], four[1], four[2], four[3], one]
}

/// Newton's method with a tangent by central differences, which are exact except for cubic terms.
fn newton(mut x: [f64; 5], residual: impl Fn(&[f64; 5]) -> [f64; 5]) -> Result<[f64; 5], Failure> {
    let mut size = f64::INFINITY;
    for _ in 0..30 {
        let mut r = residual(&x);
        let mut tangent = [0.0; 25];
        for column in 0..5 {
            let shifted = |by: f64| {
                let mut shifted = x;
                shifted[column] += by;
                residual(&shifted)
            };
            let (ahead, behind) = (shifted(1.0), shifted(-1.0));
            for row in 0..5 {
                tangent[5 * row + column] = 0.5 * (ahead[row] - behind[row]);
            }
        }
        lu::solve(&mut tangent, &mut r)?;
        let change = r.iter().map(|r| r.abs()).fold(0.0, f64::max);
        for (x, r) in x.iter_mut().zip(r) {
            *x -= r;
        }
        // Iterates down to rounding: accelerations are about 1e4, and rounding of q over h² changes them by about 1e-9.
        if change >= 0.5 * size && change < 1e-6 {
            return Ok(x);
        }
        size = change;
    }
    Err(Failure::NotConverged {
        iterations: 30,
        residual: size,
    })
}
