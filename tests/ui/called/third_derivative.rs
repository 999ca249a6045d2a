//! A step of Newton's method with a function in T needs its third derivative.

use extremal::Function;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(phi),
    kinetic = 0.5 * j * dt(phi).powi(2) + 0.5 * m * dt(cam(phi)).powi(2),
    discretize(Midpoint)
)]
struct System<'a> {
    j: f64,
    m: f64,
    cam: &'a dyn Function<1>,
}

fn main() {
    let system = || -> System<'static> { loop {} };
    let mut motion = Integrator::new(system(), Midpoint, 0.01, [1.0], [0.0]).expect("a start");
    println!("{:?}", motion.step().map(|report| report.iterations));
}
