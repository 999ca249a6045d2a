//! Eigenvalues of a step of 64 coordinates that are written out.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[64]),
    kinetic = 0.5 * dt(x).norm_squared(),
    potential = 0.5 * x.norm_squared(),
    discretize(Verlet)
)]
struct Oscillators;

fn main() -> Result<(), extremal::Error> {
    let motion = Integrator::new(Oscillators, Verlet, 1e-3, [2.0; 64], [0.0; 64])?;
    println!("{:?}", motion.amplification()?);
    Ok(())
}
