//! A ball that bounces on a floor: the shortest example of a contact.
//!
//! ```text
//! m ÿ = −m g,   gap y ≥ 0,   at an impact ẏ⁺ = −e ẏ⁻
//! ```
//!
//! Each bounce reaches e² of the height before. There are infinitely many of them before t = √(2 y₀/g) (1 + e)/(1 − e), and then
//! the ball rests. The schemes of Moreau pass that time in steps of constant size: an impact is part of the step in which it
//! happens. The ball sinks into the floor by at most one step before it is thrown back.

use extremal::prelude::*;

/// A point mass over a floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = m * g * y,
    contact(floor, gap = y, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
pub(crate) struct BouncingBall {
    pub(crate) m: f64,
    pub(crate) g: f64,
    /// The share of its velocity that an impact leaves.
    pub(crate) e: f64,
}

impl BouncingBall {
    /// The time after which the ball rests, if it falls from rest at `height`.
    pub(crate) fn rests_at(&self, height: f64) -> f64 {
        (2.0 * height / self.g).sqrt() * (1.0 + self.e) / (1.0 - self.e)
    }
}

fn main() -> Result<(), extremal::Error> {
    let ball = BouncingBall {
        m: 0.1,
        g: 9.81,
        e: 0.75,
    };
    let mut motion = Integrator::new(&ball, Moreau, 1e-3, [1.0], [0.0])?;
    println!("   t   height  energy");
    for _ in 0..14 {
        for _ in 0..250 {
            motion.step()?;
        }
        let State { t, q, .. } = motion.state();
        println!("{t:5.2} {:7.3} {:7.4}", q[0], motion.energy());
    }
    println!("the ball rests from t = {:.3}", ball.rests_at(1.0));
    Ok(())
}
