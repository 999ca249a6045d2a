//! A rope of rods that swings from a hook: a chain of constraints, of any length.
//!
//! ```text
//! T = Σᵢ ½ m |ṙᵢ|²,   V = Σᵢ m g yᵢ,   r₀ = 0,   |rᵢ₊₁ − rᵢ|² = ℓ²
//! ```
//!
//! Masses are at the joints. With many rods it is the hanging rope, whose slowest small swing has the frequency ½ j √(g/L), with
//! j = 2.404826 the first zero of the Bessel function J₀ (D. Bernoulli, 1733).
//!
//! Constraints act at the nodes of a step, as in RATTLE, so that the fastest wave bounds the step: 2 √(T/(m ℓ)) h < 2 at the hook,
//! where the tension T is largest.

use extremal::prelude::*;

/// Point masses in a row, each at a distance from the one before.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 1 / 2 * m * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| m * g * r[i][1]),
    constraint(hook = r[0]),
    constraint(rods = array(0..points - 1, |i| (r[i + 1] - r[i]).norm_squared() - l.powi(2))),
    discretize(Midpoint, Verlet),
)]
pub(crate) struct Rope {
    /// How many joints there are, the hook among them.
    pub(crate) points: usize,
    /// kg
    pub(crate) m: f64,
    /// m
    pub(crate) l: f64,
    /// m/s²
    pub(crate) g: f64,
}

impl Rope {
    /// A rope of one metre and one kilogram.
    pub(crate) fn of(rods: usize) -> Self {
        Self {
            points: rods + 1,
            m: 1.0 / (rods + 1) as f64,
            l: 1.0 / rods as f64,
            g: 9.81,
        }
    }

    /// Straight, at an angle from the vertical.
    pub(crate) fn straight(&self, angle: f64) -> Vec<f64> {
        let at = |i: usize| {
            [
                i as f64 * self.l * angle.sin(),
                -(i as f64) * self.l * angle.cos(),
            ]
        };
        (0..self.points).flat_map(at).collect()
    }
}

fn main() -> Result<(), extremal::Error> {
    let rope = Rope::of(100);
    let q = rope.straight(1.0);
    let v = vec![0.0; q.len()];
    let mut motion = Integrator::new(&rope, Midpoint, 0.00125, q, v)?;
    let energy = motion.energy();
    println!("    t      end of the rope      energy error");
    for _ in 0..=10 {
        let State { t, q, .. } = motion.state();
        let end = &q.as_slice()[q.len() - 2..];
        println!(
            "{t:5.1} {:10.4} {:10.4} {:16.1e}",
            end[0],
            end[1],
            motion.energy() - energy
        );
        motion.step_many(80)?;
    }
    Ok(())
}
