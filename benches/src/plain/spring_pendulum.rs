//! W3: the midpoint rule for the spherical spring pendulum.

use super::newton::solved;

/// The spring pendulum, and its state in r, θ, φ.
#[derive(Clone, Copy, Debug)]
pub struct SpringPendulum {
    m: f64,
    ea: f64,
    l0: f64,
    h: f64,
    /// Time.
    pub t: f64,
    /// r, θ, φ.
    pub q: [f64; 3],
    /// Momenta.
    pub p: [f64; 3],
    v: [f64; 3],
}

impl SpringPendulum {
    /// At t = 0.
    #[must_use]
    pub fn new(m: f64, ea: f64, l0: f64, h: f64, q: [f64; 3], v: [f64; 3]) -> Self {
        let (r, s) = (q[0], q[1].sin());
        Self {
            m,
            ea,
            l0,
            h,
            t: 0.0,
            q,
            p: [m * v[0], m * r * r * v[1], m * (r * s).powi(2) * v[2]],
            v,
        }
    }

    /// One step; the iterations of Newton's method that it took.
    ///
    /// # Panics
    ///
    /// If Newton's method fails.
    #[inline]
    pub fn step(&mut self) -> usize {
        let Self {
            m, ea, l0, h, q, p, ..
        } = *self;
        let k = 0.5 * h;
        let stiffness = 0.5 * ea / (l0 * l0 * l0 * l0);
        let middle = |v: &[f64; 3]| {
            let (r, (s, c)) = (q[0] + k * v[0], (q[1] + k * v[1]).sin_cos());
            let momentum = [m * v[0], m * r * r * v[1], m * r * r * s * s * v[2]];
            let force = [
                m * r * (v[1] * v[1] + s * s * v[2] * v[2]) - stiffness * r * (r * r - l0 * l0),
                m * r * r * s * c * v[2] * v[2],
                0.0,
            ];
            (momentum, force, [r, s, c])
        };
        let residual = |v: &[f64; 3]| {
            let (momentum, force, [r, s, c]) = middle(v);
            let residual = std::array::from_fn(|i| p[i] + k * force[i] - momentum[i]);
            let [_, w, z] = *v;
            let (along, around) = (2.0 * k * k * m * r * s * c * z * z, 2.0 * k * m * r * w);
            let centrifugal = 2.0 * k * m * r * s * s * z;
            let coriolis = 2.0 * k * m * r * r * s * c * z;
            let a00 = k * k * (m * (w * w + s * s * z * z) - stiffness * (3.0 * r * r - l0 * l0)) - m;
            let a11 = k * k * m * r * r * (c * c - s * s) * z * z - m * r * r;
            let a = [
                [a00, along + around, centrifugal],
                [along - around, a11, coriolis],
                [-centrifugal, -coriolis, -m * r * r * s * s],
            ];
            (residual, a)
        };
        let iterations = solved(&mut self.v, residual);
        let (momentum, force, _) = middle(&self.v);
        for i in 0..3 {
            self.q[i] += h * self.v[i];
            self.p[i] = momentum[i] + k * force[i];
        }
        self.t += h;
        iterations
    }
}
