//! W10: Störmer–Verlet for bodies that attract each other, with one evaluation of each pair for both of its bodies.

/// The bodies, their state, and the forces at it.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<const N: usize, const D: usize> {
    m: [f64; N],
    h_by_m: [f64; N],
    gamma: f64,
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// Positions, body by body.
    pub q: [f64; D],
    /// Momenta.
    pub p: [f64; D],
    force: [f64; D],
}

impl<const N: usize, const D: usize> Bodies<N, D> {
    /// Starts at t = 0 with positions and velocities.
    pub fn new(m: [f64; N], gamma: f64, h: f64, q: [f64; D], v: [f64; D]) -> Self {
        let mut bodies = Self {
            m,
            h_by_m: m.map(|m| h / m),
            gamma,
            h,
            steps: 0,
            t: 0.0,
            q,
            p: core::array::from_fn(|k| m[k / 3] * v[k]),
            force: [0.0; D],
        };
        bodies.evaluate();
        bodies
    }

    /// fᵢ = −γ Σⱼ mᵢ mⱼ (rᵢ − rⱼ) / |rᵢ − rⱼ|³, and the opposite for j.
    #[inline]
    fn evaluate(&mut self) {
        self.force = [0.0; D];
        for i in 0..N {
            let weight = self.gamma * self.m[i];
            for j in 0..i {
                let x = self.q[3 * i] - self.q[3 * j];
                let y = self.q[3 * i + 1] - self.q[3 * j + 1];
                let z = self.q[3 * i + 2] - self.q[3 * j + 2];
                let square = x * x + y * y + z * z;
                let factor = weight * self.m[j] / (square * square.sqrt());
                self.force[3 * i] -= factor * x;
                self.force[3 * i + 1] -= factor * y;
                self.force[3 * i + 2] -= factor * z;
                self.force[3 * j] += factor * x;
                self.force[3 * j + 1] += factor * y;
                self.force[3 * j + 2] += factor * z;
            }
        }
    }

    /// One step, without iterations.
    #[inline]
    pub fn step(&mut self) -> usize {
        let half = 0.5 * self.h;
        for k in 0..D {
            self.p[k] += half * self.force[k];
            self.q[k] += self.h_by_m[k / 3] * self.p[k];
        }
        self.evaluate();
        for k in 0..D {
            self.p[k] += half * self.force[k];
        }
        self.steps += 1;
        self.t = self.steps as f64 * self.h;
        0
    }
}
