//! A spring pendulum beside a wall: an elastic impact with a mass matrix that depends on the coordinates.
//!
//! A mass m on a spring of stiffness k and length l₀ swings at the angle φ from hanging down. The wall is vertical and passes
//! through the pivot:
//!
//! ```text
//! L = ½ m (l̇² + l² φ̇²) − ½ k (l − l₀)² + m g l cos φ,   gap φ ≥ 0,   e = 1
//! ```
//!
//! No energy is lost at the wall, so that its error is that of the scheme. The three schemes of Moreau type differ here: for the
//! bouncing ball, whose mass matrix is constant, they are one.
//!
//! G. Capobianco, S. R. Eugster, Time finite element based Moreau-type integrators, IJNME 114 (2018), section 5.

use extremal::prelude::*;

/// A mass on a spring that swings against a wall.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(phi, l),
    kinetic = 0.5 * m * (dt(l).powi(2) + (l * dt(phi)).powi(2)),
    potential = 0.5 * k * (l - rest).powi(2) - m * g * l * cos(phi),
    contact(wall, gap = phi, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
)]
pub(crate) struct WallPendulum {
    pub(crate) m: f64,
    /// The stiffness of the spring.
    pub(crate) k: f64,
    /// The length of the spring without load.
    pub(crate) rest: f64,
    pub(crate) g: f64,
    pub(crate) e: f64,
}

/// The parameters and the start of the paper.
pub(crate) const OF_PAPER: (WallPendulum, [f64; 2]) = (
    WallPendulum {
        m: 1.0,
        k: 100.0,
        rest: 1.0,
        g: 9.81,
        e: 1.0,
    },
    [core::f64::consts::FRAC_PI_4, 1.1],
);

fn main() -> Result<(), extremal::Error> {
    let (pendulum, start) = OF_PAPER;
    let mut moreau = Integrator::new(&pendulum, Moreau, 1e-3, start, [0.0; 2])?;
    let mut symmetric = Integrator::new(&pendulum, SymmetricMoreau, 1e-3, start, [0.0; 2])?;
    let mut variational = Integrator::new(&pendulum, VariationalMoreau, 1e-3, start, [0.0; 2])?;
    let energy = moreau.energy();
    println!("    t  change of energy: Moreau   symmetric  variational");
    for _ in 0..10 {
        for _ in 0..1000 {
            moreau.step()?;
            symmetric.step()?;
            variational.step()?;
        }
        println!(
            "{:5.0} {:24.1e} {:11.1e} {:12.1e}",
            moreau.time(),
            moreau.energy() - energy,
            symmetric.energy() - energy,
            variational.energy() - energy,
        );
    }
    Ok(())
}
