//! A number in a struct of its own, beside plain ones.

use extremal::prelude::*;

/// A length.
struct Meters(f64);

#[derive(Lagrangian)]
#[lagrangian(coordinates(x, y), kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)), potential = k * l * x)]
struct System {
    l: Meters,
    k: f64,
}

fn main() {
    let system = || -> System { loop {} };
    let mut motion = Integrator::new(system(), Midpoint, 0.01, [1.0, 0.0], [0.0, 0.0]).expect("a start");
    println!("{:?}", motion.step().map(|report| report.iterations));
}
