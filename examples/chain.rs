//! A chain of eight links, declared without writing down its mass matrix.
//!
//! Eight point masses m on eight massless rods of length l; rod i has the angle `q[i]` from the downward vertical.
//! Each position follows from the one before, and the energies follow from the positions:
//!
//! ```text
//! rᵢ = rᵢ₋₁ + l (sin qᵢ, −cos qᵢ),   T = Σ ½ m |ṙᵢ|²,   V = Σ m g yᵢ
//! ```
//!
//! The mass matrix is full and depends on all angles, so every scheme iterates. The derive writes out the equations,
//! eight per stage, and their tangent.

use extremal::prelude::*;

/// Eight point masses on eight massless rods, in absolute angles.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[8]),
    let r = scan(0..8, [0, 0], |before, i| before + [l * sin(q[i]), -l * cos(q[i])]),
    kinetic = 0.5 * m * sum(0..8, |i| dt(r[i]).norm_squared()),
    potential = m * g * sum(0..8, |i| r[i][1]),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct Chain {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

fn main() -> Result<(), extremal::Error> {
    let chain = Chain {
        m: 1.0,
        l: 1.0,
        g: 9.81,
    };
    let angles = core::array::from_fn(|i| 1.0 + 0.1 * i as f64);
    let mut motion = Integrator::new(&chain, Midpoint, 1e-3, angles, [0.0; 8])?;
    let energy = motion.energy();
    println!("    t   tip x   tip y   energy error");
    for _ in 0..10 {
        for _ in 0..500 {
            motion.step()?;
        }
        let State { t, q, .. } = motion.state();
        let (x, y) = q
            .iter()
            .fold((0.0, 0.0), |(x, y), angle| (x + angle.sin(), y - angle.cos()));
        println!("{t:5.1} {x:7.3} {y:7.3}   {:+.1e}", motion.energy() - energy);
    }
    Ok(())
}
