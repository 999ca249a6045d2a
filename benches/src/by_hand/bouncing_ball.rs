//! W11: Moreau's scheme for a ball over a floor. The percussion of an impact has a closed form.

/// The ball and its state.
#[derive(Clone, Copy, Debug)]
pub struct BouncingBall {
    m: f64,
    inverse_mass: f64,
    restitution: f64,
    half_impulse: f64,
    h: f64,
    steps: usize,
    velocity: f64,
    /// Time.
    pub t: f64,
    /// Height.
    pub q: [f64; 1],
    /// Momentum.
    pub p: [f64; 1],
}

impl BouncingBall {
    /// Starts at t = 0 with a height and a velocity.
    pub fn new(m: f64, g: f64, e: f64, h: f64, [q]: [f64; 1], [v]: [f64; 1]) -> Self {
        Self {
            m,
            inverse_mass: 1.0 / m,
            restitution: e,
            half_impulse: -0.5 * (m * g * h),
            h,
            steps: 0,
            velocity: v,
            t: 0.0,
            q: [q],
            p: [m * v],
        }
    }

    /// One step, without iterations.
    #[inline]
    pub fn step(&mut self) -> usize {
        let mut p = self.p[0] + self.half_impulse;
        if self.q[0] <= 0.0 {
            let percussion = -(p + self.restitution * self.m * self.velocity);
            p += percussion.max(0.0);
        }
        self.velocity = self.inverse_mass * p;
        self.q[0] += self.h * self.velocity;
        self.p[0] = p + self.half_impulse;
        self.steps += 1;
        self.t = self.steps as f64 * self.h;
        0
    }
}
