//! A slender block that rocks from corner to corner on a floor, and loses energy at each change.
//!
//! Half as wide as b and half as high as d, with a diagonal of half length R at the angle α from its height:
//!
//! ```text
//! about a corner   θ̈ = −p² sin(α − θ),   p² = 3 g/(4 R)
//! at an impact     θ̇⁺ = (1 − ³⁄₂ sin² α) θ̇⁻
//! ```
//!
//! Neither law is typed here. The block is free in the plane, with two corner contacts that have friction and no restitution; that
//! one corner leaves where the other strikes follows from their percussions.
//!
//! G. W. Housner, The behavior of inverted pendulum structures during earthquakes, BSSA 53 (1963).

use extremal::prelude::*;

/// A uniform block. Centre (x, y), and the angle by which it is turned to the left.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + (b.powi(2) + d.powi(2)) / 3 * dt(theta).powi(2)),
    potential = m * g * y,
    let left = [x - b * cos(theta) + d * sin(theta), y - b * sin(theta) - d * cos(theta)],
    let right = [x + b * cos(theta) + d * sin(theta), y + b * sin(theta) - d * cos(theta)],
    contact(left_corner, gap = left[1], point = left, normal = [0, 1], friction = mu),
    contact(right_corner, gap = right[1], point = right, normal = [0, 1], friction = mu),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
pub(crate) struct RockingBlock {
    pub(crate) m: f64,
    /// Half the width.
    pub(crate) b: f64,
    /// Half the height.
    pub(crate) d: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
}

impl RockingBlock {
    /// The coordinates in which the block stands on its left corner, which is at x = −b.
    pub(crate) fn tilted(&self, theta: f64) -> [f64; 3] {
        let (s, c) = theta.sin_cos();
        [self.b * c - self.d * s - self.b, self.b * s + self.d * c, theta]
    }

    /// The angular velocity after an impact over that before it.
    pub(crate) fn ratio(&self) -> f64 {
        1.0 - 1.5 * self.b * self.b / (self.b * self.b + self.d * self.d)
    }
}

fn main() -> Result<(), extremal::Error> {
    let block = RockingBlock {
        m: 1.0,
        b: 0.1,
        d: 0.4,
        g: 9.81,
        mu: 0.8,
    };
    let mut motion = Integrator::new(&block, Moreau, 1e-4, block.tilted(0.15), [0.0; 3])?;
    let (mut theta, mut last) = (0.15, None);
    println!("expected ratio of angular velocities: {:.4}", block.ratio());
    println!("  change at   angular velocity   ratio");
    while motion.time() < 3.0 {
        motion.step()?;
        let State { t, q, .. } = motion.state();
        if q[2] * theta < 0.0 {
            // The impact of this node is in the next step.
            motion.step()?;
            let rate = motion.velocity()?[2].abs();
            println!(
                "{t:9.4} s {rate:14.4} rad/s {:8.4}",
                last.map_or(f64::NAN, |last| rate / last)
            );
            last = Some(rate);
        }
        theta = motion.state().q[2];
    }
    Ok(())
}
