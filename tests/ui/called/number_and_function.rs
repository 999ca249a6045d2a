//! A field is a number or a function.

use extremal::Function;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = spring(x) + 0.5 * spring * x.powi(2))]
struct System<'a> {
    spring: &'a dyn Function<1>,
}

fn main() {
    let system = || -> System<'static> { loop {} };
    let mut motion = Integrator::new(system(), Midpoint, 0.01, [1.0], [0.0]).expect("a start");
    println!("{:?}", motion.step().map(|report| report.iterations));
}
