//! The walker free in the plane, over tiles with hollows where a foot would graze; q = (x, y, θ₁, θ₂) of the hip and the legs.

use super::impacting::{Impacting, Touch};
use super::linear::{dot, times};
use super::walker::Walker;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiled {
    pub(crate) walker: Walker,
    pub(crate) friction: f64,
    /// From tile to tile, those of both feet counted.
    pub(crate) stride: f64,
    pub(crate) depth: f64,
}

impl Tiled {
    /// The state of a walker whose first leg stands at the origin, from its angles and rates.
    pub(crate) fn standing(&self, [angle, other, rate, other_rate]: [f64; 4]) -> ([f64; 4], [f64; 4]) {
        let l = self.walker.length();
        let (s, c) = angle.sin_cos();
        (
            [l * s, l * c, angle, other],
            [l * c * rate, -l * s * rate, rate, other_rate],
        )
    }
}

impl Impacting<4> for Tiled {
    fn mass(&self, q: &[f64; 4]) -> [[f64; 4]; 4] {
        self.walker.free_mass([q[2], q[3]])
    }

    fn h(&self, q: &[f64; 4], v: &[f64; 4]) -> [f64; 4] {
        let Walker {
            hip,
            leg,
            b,
            g,
            slope,
            ..
        } = self.walker;
        let weight = [g * slope.sin(), -g * slope.cos()];
        let mut h = weight.map(|w| (hip + 2.0 * leg) * w).to_vec();
        for k in 2..4 {
            let (s, c) = q[k].sin_cos();
            h[0] -= leg * b * s * v[k] * v[k];
            h[1] -= leg * b * c * v[k] * v[k];
            h.push(-leg * b * (c * weight[0] - s * weight[1]));
        }
        core::array::from_fn(|i| h[i])
    }

    fn touches(&self, q: &[f64; 4]) -> Vec<Touch<4>> {
        let l = self.walker.length();
        let foot = |k: usize| {
            let (s, c) = q[k + 2].sin_cos();
            let place = q[0] - l * s - self.stride * k as f64;
            let phase = core::f64::consts::PI * place / self.stride;
            let hollow = self.depth * (-phase.cos()).max(0.0);
            let along = |k_of: usize, rate: f64| if k_of == k { rate } else { 0.0 };
            Touch {
                gap: q[1] - l * c + hollow,
                // A foot that stands is where its tile is flat.
                normal: [0.0, 1.0, along(0, l * s), along(1, l * s)],
                slip: Some([1.0, 0.0, along(0, -l * c), along(1, -l * c)]),
                friction: self.friction,
                restitution: 0.0,
                restitution_t: 0.0,
            }
        };
        vec![foot(0), foot(1)]
    }

    fn energy(&self, q: &[f64; 4], v: &[f64; 4]) -> f64 {
        let Walker {
            hip,
            leg,
            b,
            g,
            slope,
            ..
        } = self.walker;
        let up = |x: f64, y: f64| g * (y * slope.cos() - x * slope.sin());
        let legs = (2..4).map(|k| leg * up(q[0] - b * q[k].sin(), q[1] - b * q[k].cos()));
        0.5 * dot(&times(&self.mass(q), v), v) + hip * up(q[0], q[1]) + legs.sum::<f64>()
    }
}
