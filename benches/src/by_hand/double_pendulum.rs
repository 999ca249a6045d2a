//! W2: the midpoint rule for the double pendulum.

use extremal::Scalar;

use super::newton::{History, is_solved};

/// The double pendulum with equal masses and rods, and its state.
#[derive(Clone, Copy, Debug)]
pub struct DoublePendulum {
    /// m l²
    inertia: f64,
    /// g/l
    weight: f64,
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// Angles.
    pub q: [f64; 2],
    /// Momenta.
    pub p: [f64; 2],
    history: History<2>,
}

impl DoublePendulum {
    /// At t = 0.
    pub fn new(m: f64, l: f64, g: f64, h: f64, q: [f64; 2], v: [f64; 2]) -> Self {
        let inertia = m * l * l;
        let c = Scalar::cos(q[0] - q[1]);
        Self {
            inertia,
            weight: g / l,
            h,
            steps: 0,
            t: 0.0,
            q,
            p: [inertia * (2.0 * v[0] + c * v[1]), inertia * (v[1] + c * v[0])],
            history: History::new(v),
        }
    }

    /// One step; the iterations of Newton's method that it took.
    ///
    /// # Panics
    ///
    /// If Newton's method fails.
    #[inline]
    pub fn step(&mut self) -> usize {
        // Everything is divided by m l².
        let p = self.p.map(|p| p / self.inertia);
        let (k, w) = (0.5 * self.h, self.weight);
        let mut v = self.history.guess();
        let mut before = f64::INFINITY;
        for iterations in 1..=30 {
            let ([s0, s1], [c0, c1]) = self.middle(&v);
            let (c, s) = (c0 * c1 + s0 * s1, s0 * c1 - c0 * s1);
            let svv = s * v[0] * v[1];
            let r0 = p[0] - k * (svv + 2.0 * w * s0) - (2.0 * v[0] + c * v[1]);
            let r1 = p[1] + k * (svv - w * s1) - (v[1] + c * v[0]);
            let kkcvv = k * k * c * v[0] * v[1];
            let off = k * s * (v[0] + v[1]);
            let a00 = -kkcvv - 2.0 * k * k * w * c0 - 2.0;
            let a11 = -kkcvv - k * k * w * c1 - 1.0;
            let (a01, a10) = (kkcvv - c - off, kkcvv - c + off);
            let inverse = 1.0 / (a00 * a11 - a01 * a10);
            v[0] -= inverse * (r0 * a11 - a01 * r1);
            v[1] -= inverse * (a00 * r1 - r0 * a10);

            let ([s0, s1], [c0, c1]) = self.middle(&v);
            let (c, s) = (c0 * c1 + s0 * s1, s0 * c1 - c0 * s1);
            let momentum = [2.0 * v[0] + c * v[1], v[1] + c * v[0]];
            let svv = s * v[0] * v[1];
            let impulse = [-k * (svv + 2.0 * w * s0), k * (svv - w * s1)];
            let r: [f64; 2] = std::array::from_fn(|i| p[i] + impulse[i] - momentum[i]);
            let scale = std::array::from_fn(|i| p[i].abs() + impulse[i].abs() + momentum[i].abs());
            if is_solved(&r, &scale, &mut before) {
                for i in 0..2 {
                    self.q[i] += self.h * v[i];
                    self.p[i] = self.inertia * (2.0 * momentum[i] - p[i]);
                }
                self.history.push(v);
                self.steps += 1;
                self.t = self.steps as f64 * self.h;
                return iterations;
            }
        }
        panic!("Newton's method failed at t = {}", self.t);
    }

    /// Sines and cosines in the middle of the element.
    #[inline]
    fn middle(&self, v: &[f64; 2]) -> ([f64; 2], [f64; 2]) {
        let k = 0.5 * self.h;
        Scalar::sin_cos_each([self.q[0] + k * v[0], self.q[1] + k * v[1]])
    }
}
