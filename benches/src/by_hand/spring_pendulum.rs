//! W3: the midpoint rule for the spherical spring pendulum.

use extremal::Scalar;

use super::newton::{History, is_solved};

/// The spring pendulum, and its state in r, θ, φ.
#[derive(Clone, Copy, Debug)]
pub struct SpringPendulum {
    m: f64,
    /// EA/(m l₀⁴)/2: V'(r) = m k r (r² − l₀²)
    stiffness: f64,
    /// l₀²
    square: f64,
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// r, θ, φ.
    pub q: [f64; 3],
    /// Momenta.
    pub p: [f64; 3],
    history: History<3>,
}

impl SpringPendulum {
    /// At t = 0.
    pub fn new(m: f64, ea: f64, l0: f64, h: f64, q: [f64; 3], v: [f64; 3]) -> Self {
        let (r, s) = (q[0], Scalar::sin(q[1]));
        let square = l0 * l0;
        Self {
            m,
            stiffness: 0.5 * ea / (m * square * square),
            square,
            h,
            steps: 0,
            t: 0.0,
            q,
            p: [m * v[0], m * r * r * v[1], m * (r * s).powi(2) * v[2]],
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
        // Everything is divided by m.
        let p = self.p.map(|p| p / self.m);
        let k = 0.5 * self.h;
        let mut v = self.history.guess();
        let mut before = f64::INFINITY;
        for iterations in 1..=30 {
            let [u, w, z] = v;
            let (r, (s, c)) = self.middle(&v);
            let (rr, sz) = (r * r, s * z);
            let rate = w * w + sz * sz - self.stiffness * (rr - self.square);
            let scz = sz * c * z;
            let rrss = rr * s * s;
            let residual = [
                p[0] + k * r * rate - u,
                p[1] + k * rr * scz - rr * w,
                p[2] - rrss * z,
            ];
            // ∂/∂v, and k times ∂/∂q, since the middle moves by k v.
            let two_kr = 2.0 * k * r;
            let (along, around) = (k * two_kr * scz, two_kr * w);
            let centrifugal = two_kr * s * sz;
            let coriolis = two_kr * r * sz * c;
            let krz = k * r * z;
            let mut a = [
                [
                    k * k * (rate - 2.0 * self.stiffness * rr) - 1.0,
                    along + around,
                    centrifugal,
                ],
                [along - around, krz * krz * (c * c - s * s) - rr, coriolis],
                [-centrifugal, -coriolis, -rrss],
            ];
            let mut x = residual;
            super::newton::solve(&mut a, &mut x);
            v = std::array::from_fn(|i| v[i] - x[i]);

            let [u, w, z] = v;
            let (r, (s, c)) = self.middle(&v);
            let rr = r * r;
            let sz = s * z;
            let momentum = [u, rr * w, rr * s * sz];
            let impulse = [
                k * r * (w * w + sz * sz - self.stiffness * (rr - self.square)),
                k * rr * sz * c * z,
                0.0,
            ];
            let residual: [f64; 3] = std::array::from_fn(|i| p[i] + impulse[i] - momentum[i]);
            let scale = std::array::from_fn(|i| p[i].abs() + impulse[i].abs() + momentum[i].abs());
            if is_solved(&residual, &scale, &mut before) {
                for i in 0..3 {
                    self.q[i] += self.h * v[i];
                    self.p[i] = self.m * (2.0 * momentum[i] - p[i]);
                }
                self.history.push(v);
                self.steps += 1;
                self.t = self.steps as f64 * self.h;
                return iterations;
            }
        }
        panic!("Newton's method failed at t = {}", self.t);
    }

    /// r and (sin θ, cos θ) in the middle of the element.
    #[inline]
    fn middle(&self, v: &[f64; 3]) -> (f64, (f64, f64)) {
        let k = 0.5 * self.h;
        (self.q[0] + k * v[0], Scalar::sin_cos(self.q[1] + k * v[1]))
    }
}
