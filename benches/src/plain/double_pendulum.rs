//! W2: the midpoint rule for the double pendulum.

use super::newton::solved;

/// The double pendulum with equal masses and rods, and its state.
#[derive(Clone, Copy, Debug)]
pub struct DoublePendulum {
    m: f64,
    l: f64,
    g: f64,
    h: f64,
    /// Time.
    pub t: f64,
    /// Angles.
    pub q: [f64; 2],
    /// Momenta.
    pub p: [f64; 2],
    v: [f64; 2],
}

impl DoublePendulum {
    /// At t = 0.
    #[must_use]
    pub fn new(m: f64, l: f64, g: f64, h: f64, q: [f64; 2], v: [f64; 2]) -> Self {
        let c = (q[0] - q[1]).cos();
        let inertia = m * l * l;
        let p = [inertia * (2.0 * v[0] + c * v[1]), inertia * (v[1] + c * v[0])];
        Self {
            m,
            l,
            g,
            h,
            t: 0.0,
            q,
            p,
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
        let Self { m, l, g, h, q, p, .. } = *self;
        let (k, inertia, weight) = (0.5 * h, m * l * l, m * g * l);
        // ∂L/∂v and ∂L/∂q in the middle, and the residual p + k f − ∂L/∂v with its tangent.
        let middle = |v: &[f64; 2]| {
            let (s0, c0) = (q[0] + k * v[0]).sin_cos();
            let (s1, c1) = (q[1] + k * v[1]).sin_cos();
            let (c, s) = (c0 * c1 + s0 * s1, s0 * c1 - c0 * s1);
            let momentum = [inertia * (2.0 * v[0] + c * v[1]), inertia * (v[1] + c * v[0])];
            let svv = inertia * s * v[0] * v[1];
            let force = [-svv - 2.0 * weight * s0, svv - weight * s1];
            (momentum, force, [c0, c1, c, s])
        };
        let residual = |v: &[f64; 2]| {
            let (momentum, force, [c0, c1, c, s]) = middle(v);
            let r = [
                p[0] + k * force[0] - momentum[0],
                p[1] + k * force[1] - momentum[1],
            ];
            let (cvv, off) = (k * k * inertia * c * v[0] * v[1], k * inertia * s * (v[0] + v[1]));
            let a = [
                [
                    -cvv - 2.0 * k * k * weight * c0 - 2.0 * inertia,
                    cvv - inertia * c - off,
                ],
                [cvv - inertia * c + off, -cvv - k * k * weight * c1 - inertia],
            ];
            (r, a)
        };
        let iterations = solved(&mut self.v, residual);
        let (momentum, force, _) = middle(&self.v);
        for i in 0..2 {
            self.q[i] += h * self.v[i];
            self.p[i] = momentum[i] + k * force[i];
        }
        self.t += h;
        iterations
    }
}
