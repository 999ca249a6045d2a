//! Newmark's method is not symmetric for each γ, and no declaration lists the composition.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(Newmark)
)]
struct Oscillator;

fn main() -> Result<(), extremal::Error> {
    let scheme = Composition::<4, _>(Newmark::default());
    let mut motion = Integrator::new(Oscillator, scheme, 1e-3, [2.0], [0.0])?;
    motion.step()?;
    println!("{}", motion.energy());
    Ok(())
}
