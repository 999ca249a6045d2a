//! Closures that take a number, where a function takes an array of one.

use extremal::function::from_parts;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = spring(x))]
struct Held<F: Function<1>> {
    m: f64,
    spring: F,
}

fn main() -> Result<(), extremal::Error> {
    let spring = from_parts(|x: f64| x * x, |x: f64| 2.0 * x, |_: f64| 2.0);
    let held = Held { m: 1.0, spring };
    let mut motion = Integrator::new(&held, Midpoint, 0.1, [1.0], [0.0])?;
    motion.step()?;
    Ok(())
}
