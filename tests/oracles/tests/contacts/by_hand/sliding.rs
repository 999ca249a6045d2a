//! Sliding in closed form: a ball that slides, then rolls, and Painlevé's rod.

/// A ball of radius r and inertia ⅖ m r² on a floor with friction μ: velocity v, and spin ω, positive when it rolls forward.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sliding {
    pub(crate) radius: f64,
    pub(crate) friction: f64,
    pub(crate) g: f64,
}

impl Sliding {
    /// When the ball begins to roll: |v − r ω| = (μ g + ⁵⁄₂ μ g) t; without spin 2 v/(7 μ g).
    pub(crate) fn rolls_at(&self, v: f64, spin: f64) -> f64 {
        2.0 * (v - self.radius * spin).abs() / (7.0 * self.friction * self.g)
    }

    /// The velocity with which it rolls, (5 v + 2 r ω)/7: the angular momentum about the floor.
    pub(crate) fn rolls_with(&self, v: f64, spin: f64) -> f64 {
        (5.0 * v + 2.0 * self.radius * spin) / 7.0
    }

    /// Position and velocity at `t`.
    pub(crate) fn at(&self, v: f64, spin: f64, t: f64) -> (f64, f64) {
        let rolls = self.rolls_at(v, spin);
        let brake = -self.friction * self.g * (v - self.radius * spin).signum();
        let slid = t.min(rolls);
        let x = v * slid + 0.5 * brake * slid * slid;
        let rolling = (t - rolls).max(0.0);
        (x + self.rolls_with(v, spin) * rolling, v + brake * slid)
    }
}

/// A uniform rod of length 2 l that leans at θ from the horizontal, its lower end on a floor with friction μ.
///
/// While that end slides ahead of the rod, away from the side over which it leans, its normal acceleration is that of free
/// motion plus (1 + 3 cos θ (cos θ − μ sin θ)) N/m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeaningRod {
    pub(crate) friction: f64,
}

impl LeaningRod {
    /// m times the entry of WᵀM⁻¹W that a sliding contact has: N with friction μ N against the slip.
    pub(crate) fn sliding_response(&self, theta: f64) -> f64 {
        1.0 + 3.0 * theta.cos() * (theta.cos() - self.friction * theta.sin())
    }

    /// The least friction with which the response can vanish: ⁴⁄₃, at tan θ = 2.
    pub(crate) const LEAST_FRICTION: f64 = 4.0 / 3.0;
}
