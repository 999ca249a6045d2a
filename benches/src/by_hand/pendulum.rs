//! W1: Störmer–Verlet for the pendulum, one sine per step.

use extremal::Scalar;

/// The pendulum, its state, and the force at it.
#[derive(Clone, Copy, Debug)]
pub struct Pendulum {
    inverse_inertia: f64,
    weight: f64,
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// Angle.
    pub q: [f64; 1],
    /// Momentum.
    pub p: [f64; 1],
    force: f64,
}

impl Pendulum {
    /// Starts at t = 0 with an angle and a velocity.
    pub fn new(m: f64, l: f64, g: f64, h: f64, [q]: [f64; 1], [v]: [f64; 1]) -> Self {
        let (inertia, weight) = (m * l * l, m * g * l);
        Self {
            inverse_inertia: 1.0 / inertia,
            weight,
            h,
            steps: 0,
            t: 0.0,
            q: [q],
            p: [inertia * v],
            force: -weight * Scalar::sin(q),
        }
    }

    /// One step, without iterations.
    #[inline]
    pub fn step(&mut self) -> usize {
        let half = 0.5 * self.h;
        let p = self.p[0] + half * self.force;
        self.q[0] += self.h * self.inverse_inertia * p;
        self.force = -self.weight * Scalar::sin(self.q[0]);
        self.p[0] = p + half * self.force;
        self.steps += 1;
        self.t = self.steps as f64 * self.h;
        0
    }
}
