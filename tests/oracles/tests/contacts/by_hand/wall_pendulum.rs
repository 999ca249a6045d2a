//! A spring pendulum beside a wall: Capobianco and Eugster (2018), section 5; q = (φ, l), gap φ.
//!
//! The paper prints l² φ̇ for l² φ̇² in the kinetic energy (64).

use super::impacting::{Impacting, Touch};

#[derive(Clone, Copy, Debug)]
pub(crate) struct WallPendulum {
    pub(crate) m: f64,
    pub(crate) k: f64,
    pub(crate) length: f64,
    pub(crate) g: f64,
    pub(crate) restitution: f64,
}

impl WallPendulum {
    /// The paper's, with its start.
    pub(crate) const OF_PAPER: (Self, [f64; 2]) = (
        Self {
            m: 1.0,
            k: 100.0,
            length: 1.0,
            g: 9.81,
            restitution: 1.0,
        },
        [core::f64::consts::FRAC_PI_4, 1.1],
    );
}

impl Impacting<2> for WallPendulum {
    fn mass(&self, q: &[f64; 2]) -> [[f64; 2]; 2] {
        [[self.m * q[1] * q[1], 0.0], [0.0, self.m]]
    }

    fn h(&self, q: &[f64; 2], v: &[f64; 2]) -> [f64; 2] {
        let b = self.b(q, v);
        [b[0] - 2.0 * self.m * q[1] * v[1] * v[0], b[1]]
    }

    fn b(&self, q: &[f64; 2], v: &[f64; 2]) -> [f64; 2] {
        let Self { m, k, length, g, .. } = *self;
        [
            -m * g * q[1] * q[0].sin(),
            m * q[1] * v[0] * v[0] - k * (q[1] - length) + m * g * q[0].cos(),
        ]
    }

    fn touches(&self, q: &[f64; 2]) -> Vec<Touch<2>> {
        vec![Touch::smooth(q[0], [1.0, 0.0], self.restitution)]
    }

    fn energy(&self, q: &[f64; 2], v: &[f64; 2]) -> f64 {
        let Self { m, k, length, g, .. } = *self;
        0.5 * m * (v[1] * v[1] + (q[1] * v[0]).powi(2)) + 0.5 * k * (q[1] - length).powi(2)
            - m * g * q[1] * q[0].cos()
    }
}
