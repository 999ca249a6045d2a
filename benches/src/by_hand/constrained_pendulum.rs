//! W6: RATTLE for the pendulum in Cartesian coordinates, with one multiplier for the constraint and one for its rate.

use super::newton::History;

/// The point mass on the rod, its state, and the multipliers of the last steps.
///
/// ```text
/// p' = p + h/2 f − r λ,   r₁ = r + h/m p',   |r₁|² = l²;   p₁ = p' + h/2 f − r₁ μ,   r₁·p₁ = 0
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConstrainedPendulum {
    /// h/2 m g
    kick: f64,
    /// h/m
    mobility: f64,
    /// l²
    square: f64,
    /// 1/l²
    inverse_square: f64,
    /// The rounding of |r|² − l².
    tolerance: f64,
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// Position.
    pub q: [f64; 2],
    /// Momentum.
    pub p: [f64; 2],
    history: History<1>,
}

/// A step for a given multiplier: the momentum in its middle, the position at its end, and |r₁|² − l² there.
struct Drift {
    p: [f64; 2],
    q: [f64; 2],
    gap: f64,
}

impl ConstrainedPendulum {
    /// Starts at t = 0, with a position and a velocity that satisfy the constraint.
    pub fn new(m: f64, l: f64, g: f64, h: f64, q: [f64; 2], v: [f64; 2]) -> Self {
        let square = l * l;
        Self {
            kick: 0.5 * h * m * g,
            mobility: h / m,
            square,
            inverse_square: 1.0 / square,
            tolerance: 2.0 * f64::EPSILON * square,
            h,
            steps: 0,
            t: 0.0,
            q,
            p: v.map(|v| m * v),
            history: History::new([0.0]),
        }
    }

    /// One step; the iterations of Newton's method that it took.
    ///
    /// # Panics
    ///
    /// If Newton's method fails.
    #[inline]
    pub fn step(&mut self) -> usize {
        let kicked = [self.p[0], self.p[1] - self.kick];
        let [mut lambda] = self.history.guess();
        let mut drift = self.drift(kicked, lambda);
        let mut before = f64::INFINITY;
        for iterations in 1..=30 {
            // −d|r₁|²/dλ
            let slope = 2.0 * self.mobility * dot(self.q, drift.q);
            lambda += drift.gap / slope;
            drift = self.drift(kicked, lambda);
            let size = drift.gap.abs();
            let is_floor = size > 0.5 * before && size < 1e-8 * self.square;
            if size <= self.tolerance || is_floor {
                self.finish(&drift);
                self.history.push([lambda]);
                return iterations;
            }
            before = size;
        }
        panic!("Newton's method failed at t = {}", self.t);
    }

    #[inline]
    fn drift(&self, kicked: [f64; 2], lambda: f64) -> Drift {
        let p = [kicked[0] - self.q[0] * lambda, kicked[1] - self.q[1] * lambda];
        let q = [self.q[0] + self.mobility * p[0], self.q[1] + self.mobility * p[1]];
        Drift {
            p,
            q,
            gap: dot(q, q) - self.square,
        }
    }

    /// The second half of the impulse, and μ. The position already has the length l.
    #[inline]
    fn finish(&mut self, drift: &Drift) {
        let kicked = [drift.p[0], drift.p[1] - self.kick];
        let mu = dot(drift.q, kicked) * self.inverse_square;
        self.q = drift.q;
        self.p = [kicked[0] - drift.q[0] * mu, kicked[1] - drift.q[1] * mu];
        self.steps += 1;
        self.t = self.steps as f64 * self.h;
    }
}

#[inline]
fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
