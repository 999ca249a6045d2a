//! W6: Störmer and Verlet's method for many masses between fixed ends, springs ½d² + ¼d⁴, in plain loops.

use crate::long_chain::{H, start};

/// Störmer and Verlet's method, in plain loops.
#[derive(Clone, Debug)]
pub struct LeapfrogByHand {
    q: Vec<f64>,
    p: Vec<f64>,
    force: Vec<f64>,
}

impl LeapfrogByHand {
    /// At rest, displaced by a sine.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let mut motion = Self {
            q: start(n),
            p: vec![0.0; n],
            force: vec![0.0; n],
        };
        motion.pull();
        motion
    }

    /// The coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        &self.q
    }

    /// The momenta.
    #[must_use]
    pub fn momenta(&self) -> &[f64] {
        &self.p
    }

    fn pull(&mut self) {
        let (q, force) = (&self.q, &mut self.force);
        let n = q.len();
        let mut before = q[0] + q[0] * q[0] * q[0];
        for i in 0..n - 1 {
            let d = q[i + 1] - q[i];
            let after = d + d * d * d;
            force[i] = after - before;
            before = after;
        }
        let d = -q[n - 1];
        force[n - 1] = d + d * d * d - before;
    }

    /// Makes steps.
    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            for ((q, p), f) in self.q.iter_mut().zip(&mut self.p).zip(&self.force) {
                *p += 0.5 * H * f;
                *q += H * *p;
            }
            self.pull();
            for (p, f) in self.p.iter_mut().zip(&self.force) {
                *p += 0.5 * H * f;
            }
        }
    }
}
