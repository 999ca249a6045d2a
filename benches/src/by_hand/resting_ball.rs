//! W15: Moreau's scheme for a ball that rests on a floor, as for any gap: with its direction, G and c.

/// The ball and its state.
#[derive(Clone, Copy, Debug)]
pub struct RestingBall {
    inverse_mass: f64,
    direction: f64,
    restitution: f64,
    half_impulse: f64,
    h: f64,
    steps: usize,
    velocity: f64,
    clearance: f64,
    /// Time.
    pub t: f64,
    /// Height.
    pub q: [f64; 1],
    /// Momentum.
    pub p: [f64; 1],
}

impl RestingBall {
    /// Starts at t = 0 at rest on the floor.
    pub fn new(m: f64, g: f64, e: f64, h: f64) -> Self {
        Self {
            inverse_mass: 1.0 / m,
            direction: 1.0,
            restitution: e,
            half_impulse: -0.5 * (m * g * h),
            h,
            steps: 0,
            velocity: 0.0,
            clearance: 0.0,
            t: 0.0,
            q: [0.0],
            p: [0.0],
        }
    }

    /// One step, without iterations.
    #[inline]
    pub fn step(&mut self) -> usize {
        let w = self.direction;
        let mut p = self.p[0] + self.half_impulse;
        let mut percussion = 0.0;
        let back = self.restitution * (w * self.velocity);
        let free = w * (self.inverse_mass * p);
        if self.q[0] <= self.clearance {
            let delassus = w * self.inverse_mass * w;
            percussion = (-(free + back) / delassus).max(0.0);
            p += w * percussion;
        }
        self.velocity = self.inverse_mass * p;
        // What stays closed is so with the rounding of its velocity.
        let rest = f64::EPSILON.sqrt() * (free.abs() + back.abs());
        let stays = percussion > 0.0 && self.velocity.abs() <= rest;
        self.clearance = if stays { self.h * rest } else { 0.0 };
        self.q[0] += self.h * self.velocity;
        self.p[0] = p + self.half_impulse;
        self.steps += 1;
        self.t = self.steps as f64 * self.h;
        0
    }
}
