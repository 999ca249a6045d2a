//! Painlevé's rod: friction that pushes a sliding tip into the floor, until it jams without having hit anything.
//!
//! A uniform rod of length 2 l leans at the angle θ from the horizontal, its lower tip on the floor, and slides with the tip ahead
//! of it, like a chalk that is pushed over a board. With the normal force N, the friction μ N turns the rod so that its tip moves
//! down:
//!
//! ```text
//! m (normal acceleration of the tip) = .. + (1 + 3 cos θ (cos θ − μ sin θ)) N
//! ```
//!
//! Where the bracket is negative, for μ > 4/3 and steep enough, no force N ≥ 0 keeps the tip on the floor: the equations of rigid
//! bodies have no solution as long as the tip slides, or two. With percussions there is one: the tip stops at once, and the rod
//! goes on over it.
//!
//! The contact problems are solved by pivoting, `MoreauWith(Lemke)`, whose answer does not depend on the step before where
//! there are several.

use extremal::contact_solver::Lemke;
use extremal::prelude::*;

/// A rod with its lower tip at centre − l (cos θ, sin θ).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + l.powi(2) / 3 * dt(theta).powi(2)),
    potential = m * g * y,
    let tip = [x - l * cos(theta), y - l * sin(theta)],
    contact(tip_on_floor, gap = tip[1], point = tip, normal = [0, 1], friction = mu, restitution = e),
    discretize(Moreau),
)]
pub(crate) struct Painleve {
    pub(crate) m: f64,
    /// Half the length.
    pub(crate) l: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
}

impl Painleve {
    /// The bracket: how the normal force moves a tip that slides ahead.
    pub(crate) fn response(&self, theta: f64) -> f64 {
        1.0 + 3.0 * theta.cos() * (theta.cos() - self.mu * theta.sin())
    }

    /// A rod at `theta` whose tip touches the floor at the origin, and which moves at `speed` with its tip ahead.
    pub(crate) fn sliding(&self, theta: f64, speed: f64) -> ([f64; 3], [f64; 3]) {
        let (s, c) = theta.sin_cos();
        ([self.l * c, self.l * s, theta], [-speed, 0.0, 0.0])
    }
}

fn main() -> Result<(), extremal::Error> {
    let rod = Painleve {
        m: 1.0,
        l: 0.5,
        g: 9.81,
        mu: 1.8,
        e: 0.0,
    };
    println!("  angle   bracket   tip before   tip after (m/s)   turns at   3 v sin(angle)/(4 l)");
    for degrees in [20.0_f64, 30.0, 40.0, 60.0, 75.0, 85.0] {
        let theta = degrees.to_radians();
        let (q, v) = rod.sliding(theta, 1.0);
        let mut motion = Integrator::new(&rod, MoreauWith(Lemke), 1e-5, q, v)?;
        let report = motion.step()?;
        println!(
            "{degrees:6}° {:9.2} {:12.3} {:12.3} {:16.3} {:15.3}",
            rod.response(theta),
            report.before[1],
            report.after[1],
            report.velocity[2],
            0.75 * theta.sin() / rod.l,
        );
    }
    Ok(())
}
