//! A pendulum: the shortest example.
//!
//! A point mass m on a massless rod of length l, at the angle θ from hanging down:
//!
//! ```text
//! L = ½ m (l θ̇)² + m g l cos θ     and so     m l² θ̈ = −m g l sin θ
//! ```
//!
//! The mass matrix m l² is constant, so the derive finds that the steps of Verlet and of symplectic Euler,
//! `Galerkin<1, Left>`, are explicit. The other schemes iterate.

use extremal::prelude::*;

/// A point mass on a massless rod.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(
        Verlet, Midpoint, Galerkin<1, Left>, Galerkin<1, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>,
        Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<6, Gauss<6>>
    ),
)]
pub(crate) struct Pendulum {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

fn main() -> Result<(), extremal::Error> {
    let pendulum = Pendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81,
    };
    let mut motion = Integrator::new(&pendulum, Midpoint, 1e-3, [2.0], [0.0])?;
    for _ in 0..10_000 {
        motion.step()?;
    }
    let State { t, q, p } = motion.state();
    println!(
        "t = {t:.3}  theta = {:.6}  p = {:.6}  energy = {:.9}",
        q[0],
        p[0],
        motion.energy()
    );
    Ok(())
}
