//! Störmer and Verlet's method for masses in space that springs join by a list of edges, in plain loops.

use crate::any_size::Springs;

/// Störmer and Verlet's method, in plain loops.
#[derive(Clone, Debug)]
pub struct NetByHand {
    net: Springs,
    h: f64,
    r: Vec<[f64; 3]>,
    p: Vec<[f64; 3]>,
    f: Vec<[f64; 3]>,
}

impl NetByHand {
    /// At rest.
    #[must_use]
    pub fn new(net: Springs, h: f64, q: &[f64]) -> Self {
        let r = q.as_chunks::<3>().0.to_vec();
        let zeros = vec![[0.0; 3]; r.len()];
        let mut motion = Self {
            net,
            h,
            r,
            p: zeros.clone(),
            f: zeros,
        };
        motion.pull();
        motion
    }

    /// The coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        self.r.as_flattened()
    }

    fn pull(&mut self) {
        let Self { net, r, f, .. } = self;
        f.fill([0.0; 3]);
        for (&[a, b], &rest) in net.edges.iter().zip(&net.rest) {
            let (x, y) = (r[a], r[b]);
            let d = [x[0] - y[0], x[1] - y[1], x[2] - y[2]];
            let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
            let factor = net.k * (length - rest) / length;
            for k in 0..3 {
                f[a][k] -= factor * d[k];
                f[b][k] += factor * d[k];
            }
        }
    }

    /// Makes steps.
    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            let points = self.r.iter_mut().zip(&mut self.p).zip(&self.f);
            for (((r, p), f), m) in points.zip(&self.net.m) {
                for k in 0..3 {
                    p[k] += 0.5 * self.h * f[k];
                    r[k] += self.h * p[k] / m;
                }
            }
            self.pull();
            for (p, f) in self.p.iter_mut().zip(&self.f) {
                for k in 0..3 {
                    p[k] += 0.5 * self.h * f[k];
                }
            }
        }
    }
}
