//! Two masses on two springs in redundant coordinates: a singular mass matrix, and energy conserved to rounding.
//!
//! The first mass is displaced by x₁ from the position at which its spring is relaxed. The spring of the second mass begins at q₂
//! and is stretched by x₂. Positions are measured along one line; w is the width of the first mass:
//!
//! ```text
//! T = ½ m₁ ẋ₁² + ½ m₂ (q̇₂ + ẋ₂)²,   V = c k₁ (x₁² + x₁⁴) + c k₂ (x₂² + x₂⁴)
//! g = ½ ((q₂ − x₁)² − (l₁ + w)²) = 0
//! ```
//!
//! Only the sum q₂ + x₂ has inertia for the second mass. So the mass matrix is singular, and a Hamiltonian cannot be written
//! down. `Livens` never inverts the mass matrix: q, v and p are three independent fields, and the constraint determines the
//! rest. (P. L. Kinon & P. Betsch, Energy-consistent integration of mechanical systems based on Livens principle, 2023,
//! section 6.1.)

use extremal::prelude::*;

/// Two masses in a row, each on a hardening spring.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x1, q2, x2),
    kinetic = 0.5 * m[0] * dt(x1).powi(2) + 0.5 * m[1] * (dt(q2) + dt(x2)).powi(2),
    potential = c * (k[0] * (x1.powi(2) + x1.powi(4)) + k[1] * (x2.powi(2) + x2.powi(4))),
    constraint(joint = 0.5 * ((q2 - x1).powi(2) - (rest + width).powi(2))),
    discretize(Livens, Stabilized<Livens>, Midpoint),
)]
pub(crate) struct MassSpring {
    pub(crate) m: [f64; 2],
    pub(crate) k: [f64; 2],
    /// c.
    pub(crate) c: f64,
    /// l₁, the first spring's length when it is relaxed.
    pub(crate) rest: f64,
    /// w.
    pub(crate) width: f64,
}

/// The parameters with which the paper's figures can be reproduced; E = 1.
pub(crate) const FIGURES: MassSpring = MassSpring {
    m: [2.0, 1.0],
    k: [1.0, 3.0],
    c: 0.5,
    rest: 1.0,
    width: 0.1,
};

/// The parameters that the paper's text gives; E = ½.
pub(crate) const TEXT: MassSpring = MassSpring {
    m: [1.0, 1.0],
    c: 0.25,
    ..FIGURES
};

/// (x₁, q₂, x₂): both springs relaxed.
pub(crate) const START: [f64; 3] = [0.0, 1.1, 0.0];

/// The second mass at rest.
pub(crate) const RATE: [f64; 3] = [1.0, 1.0, -1.0];

fn main() -> Result<(), extremal::Error> {
    for (name, system) in [("figures", FIGURES), ("text", TEXT)] {
        let mut motion = Integrator::new(system, Livens, 0.1, START, RATE)?;
        let energy = motion.energy();
        println!("the paper's {name}: E = {energy}");
        println!("    t         x1         q2         x2   multiplier     E − E₀        g");
        for _ in 0..10 {
            for _ in 0..9 {
                motion.step()?;
            }
            let report = motion.step()?;
            let State { t, q, .. } = motion.state();
            println!(
                "{t:5.1} {:10.6} {:10.6} {:10.6} {:12.6} {:10.0e} {:8.0e}",
                q[0],
                q[1],
                q[2],
                report.multipliers[0],
                report.energy - energy,
                report.constraints[0]
            );
        }
    }
    Ok(())
}
