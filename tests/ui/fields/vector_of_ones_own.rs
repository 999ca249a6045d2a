//! A struct with the name of one of nalgebra's types.

use extremal::prelude::*;

/// A vector of the user.
struct Vector3<T> {
    x: T,
}

#[derive(Lagrangian)]
#[lagrangian(coordinates(x, y), kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)), potential = r[1] * x)]
struct System {
    r: Vector3<f64>,
}

fn main() {
    let system = || -> System { loop {} };
    let mut motion = Integrator::new(system(), Midpoint, 0.01, [1.0, 0.0], [0.0, 0.0]).expect("a start");
    println!("{:?}", motion.step().map(|report| report.iterations));
}
