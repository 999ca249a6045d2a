//! A compass that walks down a slope: McGeer (1990), Goswami et al. (1998), Garcia et al. (1998).
//!
//! Two legs of length l with a point mass m at a from the foot, and a mass at the hip. An angle is that of a leg from the normal
//! of the slope, positive where the hip is ahead of the foot. The stance foot is a joint; the swing foot passes the ground
//! between two steps, and its next contact ahead is the end of the step. There the old foot leaves and the new one sticks.

use super::linear::{dot, solve, solved};
use crate::support::order::extrapolated;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker {
    pub(crate) hip: f64,
    pub(crate) leg: f64,
    /// From the foot to the mass of a leg.
    pub(crate) a: f64,
    /// From the mass of a leg to the hip.
    pub(crate) b: f64,
    pub(crate) g: f64,
    pub(crate) slope: f64,
}

/// What happens at the end of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strike {
    /// The duration of the step.
    pub(crate) period: f64,
    /// (`θ_stance`, `θ_swing`, and their rates) just after it, with the legs' new roles.
    pub(crate) state: [f64; 4],
    /// The normal velocity with which the old foot leaves.
    pub(crate) leaving: f64,
    /// `|P_T|/P_N` of the new foot.
    pub(crate) needed_friction: f64,
}

impl Walker {
    pub(crate) fn length(&self) -> f64 {
        self.a + self.b
    }

    /// The rates of (`θ_stance`, `θ_swing`) and of their rates.
    fn rates(&self, y: [f64; 4]) -> [f64; 4] {
        let Self {
            hip,
            leg,
            a,
            b,
            g,
            slope,
        } = *self;
        let l = self.length();
        let [stance, swing, u, w] = y;
        let (s, c) = (stance - swing).sin_cos();
        let across = -leg * l * b * c;
        let mass = [[(hip + leg) * l * l + leg * a * a, across], [across, leg * b * b]];
        let force = [
            leg * l * b * s * w * w + g * (hip * l + leg * (a + l)) * (stance + slope).sin(),
            -leg * l * b * s * u * u - g * leg * b * (swing + slope).sin(),
        ];
        let [du, dw] = solved(&mass, &force);
        [u, w, du, dw]
    }

    /// The height of the swing foot over the slope.
    fn height(&self, y: &[f64; 4]) -> f64 {
        self.length() * (y[0].cos() - y[1].cos())
    }

    fn after(&self, y: [f64; 4], h: f64) -> [f64; 4] {
        extrapolated(|_, y| self.rates(y), y, h, 1)
    }

    /// One step, from just after a strike to just after the next, by time steps of `h`.
    pub(crate) fn step(&self, start: [f64; 4], h: f64) -> Strike {
        let (mut t, mut y) = (0.0, start);
        loop {
            let next = self.after(y, h);
            // Ahead of the stance foot, and falling: not where the legs pass each other.
            let ahead = next[0] > next[1] && next[0] > 0.0;
            if ahead && self.height(&y) > 0.0 && self.height(&next) <= 0.0 {
                break;
            }
            (t, y) = (t + h, next);
            assert!(t < 100.0 * (self.length() / self.g).sqrt(), "the walker fell");
        }
        let (mut above, mut below) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (above + below);
            if self.height(&self.after(y, middle)) > 0.0 {
                above = middle;
            } else {
                below = middle;
            }
        }
        Strike {
            period: t + above,
            ..self.strike(&self.after(y, above))
        }
    }

    /// The impact: free in the plane, with coordinates (x, y) of the hip and both angles, and the new foot at rest after it.
    fn strike(&self, y: &[f64; 4]) -> Strike {
        let l = self.length();
        let [old, new, u, w] = *y;
        let (e_old, e_new) = (across(old), across(new));
        let mass = self.free_mass([old, new]);
        let before = [l * e_old[0] * u, l * e_old[1] * u, u, w];
        let foot = [[0.0, 1.0, 0.0, -l * e_new[1]], [1.0, 0.0, 0.0, -l * e_new[0]]];
        let moved = foot.map(|row| solved(&mass, &row));
        let delassus = foot.map(|row| moved.map(|m| dot(&row, &m)).to_vec()).to_vec();
        let right = foot.map(|row| -dot(&row, &before)).to_vec();
        let p = solve(delassus, right).expect("two independent rows");
        let v: [f64; 4] = core::array::from_fn(|i| before[i] + moved[0][i] * p[0] + moved[1][i] * p[1]);
        Strike {
            period: 0.0,
            state: [new, old, v[3], v[2]],
            leaving: v[1] - l * e_old[1] * v[2],
            needed_friction: (p[1] / p[0]).abs(),
        }
    }

    /// M of the walker that is free in the plane: hip, and legs at these angles.
    pub(crate) fn free_mass(&self, legs: [f64; 2]) -> [[f64; 4]; 4] {
        let Self { hip, leg, b, .. } = *self;
        let mut mass = [[0.0; 4]; 4];
        for (k, angle) in [2, 3].into_iter().zip(legs) {
            // The mass of a leg moves with the hip and with −b e of its angle.
            for (i, e) in across(angle).into_iter().enumerate() {
                mass[i][i] = hip + 2.0 * leg;
                (mass[i][k], mass[k][i]) = (-leg * b * e, -leg * b * e);
            }
            mass[k][k] = leg * b * b;
        }
        mass
    }

    /// The periodic step: the strike of a walk that has become periodic, and how far its last two strikes are apart.
    pub(crate) fn cycle(&self, start: [f64; 4], steps: usize, h: f64) -> (Strike, f64) {
        let mut strike = self.step(start, h);
        let mut change = f64::INFINITY;
        for _ in 0..steps {
            let next = self.step(strike.state, h);
            let moves = next.state.iter().zip(&strike.state).map(|(a, b)| (a - b).abs());
            change = moves.fold(0.0, f64::max);
            strike = next;
        }
        (strike, change)
    }

    /// From one footprint to the next.
    pub(crate) fn stride(&self, strike: &Strike) -> f64 {
        self.length() * (strike.state[1].sin() - strike.state[0].sin())
    }
}

/// e = d(sin θ, cos θ)/dθ
fn across(angle: f64) -> [f64; 2] {
    [angle.cos(), -angle.sin()]
}
