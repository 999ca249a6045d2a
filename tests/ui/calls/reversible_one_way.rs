//! Steps that cannot be undone, as those of `Newmark` with another γ than one half.

use extremal::ReversibleSteps;
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
    let motion = Integrator::new(Oscillator, Newmark::default(), 1e-3, [2.0], [0.0])?;
    let mut steps = ReversibleSteps::new(motion, 0.1, |_: &[f64]| 1.0)?;
    steps.step()?;
    Ok(())
}
