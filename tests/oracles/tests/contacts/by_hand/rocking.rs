//! A block that rocks on a floor: Housner (1963), and the same block free in the plane with two corner contacts.

use super::impacting::{Impacting, Touch};
use crate::support::order::extrapolated;

/// Half width, half height, and gravity; the mass cancels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rocking {
    pub(crate) half_width: f64,
    pub(crate) half_height: f64,
    pub(crate) g: f64,
    pub(crate) friction: f64,
}

impl Rocking {
    /// From corner to centre.
    pub(crate) fn radius(&self) -> f64 {
        self.half_width.hypot(self.half_height)
    }

    /// The angle between diagonal and height.
    pub(crate) fn slenderness(&self) -> f64 {
        self.half_width.atan2(self.half_height)
    }

    /// 1 − ³⁄₂ sin² α: the angular velocity after an impact over that before it.
    pub(crate) fn ratio(&self) -> f64 {
        1.0 - 1.5 * self.slenderness().sin().powi(2)
    }

    /// p² = 3 g/(4 R)
    pub(crate) fn stiffness(&self) -> f64 {
        0.75 * self.g / self.radius()
    }

    /// Times and angular speeds just after the first impacts of a block that is let go at the angle `tilt`.
    ///
    /// About a corner θ̈ = −p² sin(α − θ) for θ > 0; each impact turns the block over to its other corner.
    pub(crate) fn impacts(&self, tilt: f64, count: usize) -> Vec<(f64, f64)> {
        let mut impacts = Vec::new();
        let (mut t, mut state) = (0.0, [tilt, 0.0]);
        for _ in 0..count {
            let (flight, speed) = self.down(state);
            t += flight;
            impacts.push((t, self.ratio() * speed));
            state = [0.0, self.ratio() * speed];
        }
        impacts
    }

    /// How long the block takes to come down to its base, and with which speed.
    fn down(&self, start: [f64; 2]) -> (f64, f64) {
        let rates = |_: f64, y: [f64; 2]| [y[1], -self.stiffness() * (self.slenderness() - y[0]).sin()];
        let after = |state, h| extrapolated(rates, state, h, 1);
        let h = 0.01;
        let (mut t, mut state) = (0.0, start);
        // The first step rises from the base or leaves the tilt.
        loop {
            let next = after(state, h);
            if next[0] < 0.0 {
                break;
            }
            (t, state) = (t + h, next);
        }
        let (mut up, mut below) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (up + below);
            if after(state, middle)[0] > 0.0 {
                up = middle;
            } else {
                below = middle;
            }
        }
        (t + up, after(state, up)[1].abs())
    }

    /// Housner's quarter period for small angles, from the tilt θ₀ to the base: acosh(1/(1 − θ₀/α))/p.
    pub(crate) fn quarter_period(&self, tilt: f64) -> f64 {
        (1.0 / (1.0 - tilt / self.slenderness())).acosh() / self.stiffness().sqrt()
    }
}

/// q = (x, y, θ) of the centre, per unit of mass.
impl Impacting<3> for Rocking {
    fn mass(&self, _: &[f64; 3]) -> [[f64; 3]; 3] {
        let inertia = self.radius().powi(2) / 3.0;
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, inertia]]
    }

    fn h(&self, _: &[f64; 3], _: &[f64; 3]) -> [f64; 3] {
        [0.0, -self.g, 0.0]
    }

    fn touches(&self, q: &[f64; 3]) -> Vec<Touch<3>> {
        let (s, c) = q[2].sin_cos();
        let corner = |along: f64| {
            let down = -self.half_height;
            Touch {
                gap: q[1] + along * s + down * c,
                normal: [0.0, 1.0, along * c - down * s],
                slip: Some([1.0, 0.0, -along * s - down * c]),
                friction: self.friction,
                restitution: 0.0,
                restitution_t: 0.0,
            }
        };
        vec![corner(-self.half_width), corner(self.half_width)]
    }

    fn energy(&self, q: &[f64; 3], v: &[f64; 3]) -> f64 {
        let p = super::linear::times(&self.mass(q), v);
        0.5 * super::linear::dot(&p, v) + self.g * q[1]
    }
}
