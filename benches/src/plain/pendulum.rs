//! W1: Störmer–Verlet for the pendulum.

/// The pendulum, its state, and the force at it.
#[derive(Clone, Copy, Debug)]
pub struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
    h: f64,
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
    #[must_use]
    pub fn new(m: f64, l: f64, g: f64, h: f64, [q]: [f64; 1], [v]: [f64; 1]) -> Self {
        Self {
            m,
            l,
            g,
            h,
            t: 0.0,
            q: [q],
            p: [m * l * l * v],
            force: -m * g * l * q.sin(),
        }
    }

    /// One step, without iterations.
    #[inline]
    pub fn step(&mut self) -> usize {
        let Self { m, l, g, h, .. } = *self;
        let p = self.p[0] + 0.5 * h * self.force;
        self.q[0] += h * p / (m * l * l);
        self.force = -m * g * l * self.q[0].sin();
        self.p[0] = p + 0.5 * h * self.force;
        self.t += h;
        0
    }
}
