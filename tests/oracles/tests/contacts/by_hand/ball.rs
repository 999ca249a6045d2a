//! A ball that falls on a floor: flights in closed form, through the accumulation of impacts.

use super::impacting::{Impacting, Touch};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) m: f64,
    pub(crate) g: f64,
    pub(crate) restitution: f64,
}

impl Ball {
    /// The height at `t` of a ball dropped from `height`, and its velocity.
    ///
    /// The first impact is at t₁ = √(2 height/g) with the speed g t₁. Flight k takes 2 eᵏ t₁.
    pub(crate) fn dropped(&self, height: f64, t: f64) -> (f64, f64) {
        let first = (2.0 * height / self.g).sqrt();
        if t < first {
            return (height - 0.5 * self.g * t * t, -self.g * t);
        }
        let (mut start, mut speed) = (first, self.restitution * self.g * first);
        // Below this speed all flights that are left rise less than 1e-17.
        while speed > 1e-8 {
            let flight = 2.0 * speed / self.g;
            if t < start + flight {
                let s = t - start;
                return (speed * s - 0.5 * self.g * s * s, speed - self.g * s);
            }
            start += flight;
            speed *= self.restitution;
        }
        (0.0, 0.0)
    }

    /// The time after which the ball rests: t₁ (1 + e)/(1 − e).
    pub(crate) fn accumulation(&self, height: f64) -> f64 {
        (2.0 * height / self.g).sqrt() * (1.0 + self.restitution) / (1.0 - self.restitution)
    }
}

impl Impacting<1> for Ball {
    fn mass(&self, _: &[f64; 1]) -> [[f64; 1]; 1] {
        [[self.m]]
    }

    fn h(&self, _: &[f64; 1], _: &[f64; 1]) -> [f64; 1] {
        [-self.m * self.g]
    }

    fn touches(&self, q: &[f64; 1]) -> Vec<Touch<1>> {
        vec![Touch::smooth(q[0], [1.0], self.restitution)]
    }

    fn energy(&self, q: &[f64; 1], v: &[f64; 1]) -> f64 {
        0.5 * self.m * v[0] * v[0] + self.m * self.g * q[0]
    }
}
