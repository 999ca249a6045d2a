//! A ball that is thrown onto a floor with spin: it slides, and then rolls.
//!
//! The slip of the touching point has two components:
//!
//! ```text
//! slip = (ẋ − r ω_y, ẏ + r ω_x),   |friction| ≤ μ N,   N = m g
//! ```
//!
//! While the ball slides, the slip keeps its direction and shrinks by (1 + 5/2) μ g in a second, so that the ball rolls from
//! t = 2 |slip₀|/(7 μ g). Where the slip is not along the velocity, the path until then is a parabola: a ball with side spin curves.
//!
//! The angles are the integrals of the angular velocity about fixed axes. They are coordinates here because neither the inertia
//! nor the contact of a ball depends on its orientation.

use extremal::prelude::*;

/// A uniform ball on a floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3], turn[3]),
    kinetic = 0.5 * m * dt(r).norm_squared() + 0.5 * (2 / 5 * m * radius.powi(2)) * dt(turn).norm_squared(),
    potential = m * g * r[2],
    contact(floor, gap = r[2] - radius, slip = [dt(r[0]) - radius * dt(turn[1]), dt(r[1]) + radius * dt(turn[0])], friction = mu),
    discretize(Moreau, SymmetricMoreau),
)]
pub(crate) struct RollingBall {
    pub(crate) m: f64,
    pub(crate) radius: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
}

impl RollingBall {
    /// The slip of a velocity and an angular velocity.
    pub(crate) fn slip(&self, v: &[f64; 6]) -> [f64; 2] {
        [v[0] - self.radius * v[4], v[1] + self.radius * v[3]]
    }

    /// When the ball begins to roll, and with which velocity.
    pub(crate) fn rolls(&self, v: &[f64; 6]) -> (f64, [f64; 2]) {
        let slip = self.slip(v);
        let time = 2.0 * slip[0].hypot(slip[1]) / (7.0 * self.mu * self.g);
        (time, [v[0] - 2.0 / 7.0 * slip[0], v[1] - 2.0 / 7.0 * slip[1]])
    }
}

fn main() -> Result<(), extremal::Error> {
    let ball = RollingBall {
        m: 0.17,
        radius: 0.028,
        g: 9.81,
        mu: 0.2,
    };
    // Forward at 2 m/s, with a spin that pushes to the side.
    let v = [2.0, 0.0, 0.0, -60.0, 0.0, 0.0];
    let mut motion = Integrator::new(&ball, Moreau, 1e-4, [0.0, 0.0, 0.028, 0.0, 0.0, 0.0], v)?;
    println!("    t        x        y   slip (m/s)");
    for _ in 0..10 {
        for _ in 0..500 {
            motion.step()?;
        }
        let State { t, q, .. } = motion.state();
        let slip = ball.slip(&motion.velocity()?.into());
        println!(
            "{t:5.2} {:8.4} {:8.4} {:12.4}",
            q[0],
            q[1],
            slip[0].hypot(slip[1])
        );
    }
    let (time, velocity) = ball.rolls(&v);
    println!(
        "it rolls from t = {time:.4} with ({:.4}, {:.4}) m/s",
        velocity[0], velocity[1]
    );
    Ok(())
}
