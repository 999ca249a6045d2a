//! A closure is no function with derivatives: `from_parts` makes one of it.

use extremal::Function;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = spring(x), discretize(Verlet, Midpoint))]
struct Mass<F: Function<1>> {
    m: f64,
    spring: F,
}

fn main() -> Result<(), extremal::Error> {
    let mass = Mass { m: 1.0, spring: |x: f64| 0.5 * x * x };
    let mut motion = Integrator::new(mass, Midpoint, 0.01, [1.0], [0.0])?;
    let report = motion.step()?;
    println!("{} {} {}", report.iterations, motion.state().q[0], motion.energy());
    Ok(())
}
