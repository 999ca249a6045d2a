//! W12: the variational scheme of Moreau's type for the woodpecker toy. Its three gaps are tested in each step.
//!
//! Percussions are left out: no contact closes in this motion.

use crate::derived;

/// The toy and its state.
#[derive(Clone, Copy, Debug)]
pub struct Woodpecker {
    /// M⁻¹, which is symmetric: yy, ys, yb, ss, sb, bb.
    inverse_mass: [f64; 6],
    /// h/2 times the weights on the three coordinates, and h/2 times the stiffness.
    half_weights: [f64; 3],
    half_stiffness: f64,
    reach: f64,
    h_s: f64,
    play: f64,
    h_m: f64,
    h: f64,
    steps: usize,
    /// h/2 times the force.
    half_impulse: [f64; 3],
    /// Time.
    pub t: f64,
    /// The height and both angles.
    pub q: [f64; 3],
    /// Momenta.
    pub p: [f64; 3],
}

impl Woodpecker {
    /// Starts at t = 0 with coordinates and velocities.
    pub fn new(toy: &derived::Woodpecker, h: f64, q: [f64; 3], v: [f64; 3]) -> Self {
        let derived::Woodpecker {
            m_m,
            j_m,
            m_s,
            j_s,
            c,
            g,
            l_m,
            l_g,
            reach,
            h_s,
            play,
            h_m,
            ..
        } = *toy;
        let [yy, ys, yb] = [m_m + m_s, m_s * l_m, m_s * l_g];
        let [ss, sb, bb] = [j_m + m_s * l_m * l_m, m_s * l_m * l_g, j_s + m_s * l_g * l_g];
        let cofactors = [
            ss * bb - sb * sb,
            yb * sb - ys * bb,
            ys * sb - yb * ss,
            yy * bb - yb * yb,
            ys * yb - yy * sb,
            yy * ss - ys * ys,
        ];
        let determinant = yy * cofactors[0] + ys * cofactors[1] + yb * cofactors[2];
        let mut start = Self {
            inverse_mass: cofactors.map(|cofactor| cofactor / determinant),
            half_weights: [yy, ys, yb].map(|m| 0.5 * h * g * m),
            half_stiffness: 0.5 * h * c,
            reach,
            h_s,
            play,
            h_m,
            h,
            steps: 0,
            half_impulse: [0.0; 3],
            t: 0.0,
            q,
            p: [
                yy * v[0] + ys * v[1] + yb * v[2],
                ys * v[0] + ss * v[1] + sb * v[2],
                yb * v[0] + sb * v[1] + bb * v[2],
            ],
        };
        start.half_impulse = start.half_impulse_at_end();
        start
    }

    #[inline]
    fn half_impulse_at_end(&self) -> [f64; 3] {
        let twist = self.half_stiffness * (self.q[1] - self.q[2]);
        let [weight, on_sleeve, on_bird] = self.half_weights;
        [-weight, -on_sleeve - twist, twist - on_bird]
    }

    /// One step, without iterations.
    ///
    /// # Panics
    ///
    /// If a contact closes.
    #[inline]
    pub fn step(&mut self) -> usize {
        let tilt = self.h_m * self.q[1];
        let is_open =
            self.reach - self.h_s * self.q[2] > 0.0 && self.play + tilt > 0.0 && self.play - tilt > 0.0;
        assert!(is_open, "a contact closes");
        let [yy, ys, yb, ss, sb, bb] = self.inverse_mass;
        let [a, b, c] = core::array::from_fn(|k| self.p[k] + self.half_impulse[k]);
        let u = [
            yy * a + ys * b + yb * c,
            ys * a + ss * b + sb * c,
            yb * a + sb * b + bb * c,
        ];
        for (q, u) in self.q.iter_mut().zip(u) {
            *q += self.h * u;
        }
        self.half_impulse = self.half_impulse_at_end();
        self.p = core::array::from_fn(|k| [a, b, c][k] + self.half_impulse[k]);
        self.steps += 1;
        self.t = self.steps as f64 * self.h;
        0
    }
}
