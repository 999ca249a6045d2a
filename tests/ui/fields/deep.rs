//! A matrix of a field of three dimensions where a scalar is meant, and an index out of range.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x, y), kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)), potential = (a * x)[0] + a[6][0][1] * y)]
struct System {
    a: [[[f64; 3]; 3]; 6],
}

fn main() {
    let system = || -> System { loop {} };
    let mut motion = Integrator::new(system(), Midpoint, 0.01, [1.0, 0.0], [0.0, 0.0]).expect("a start");
    println!("{:?}", motion.step().map(|report| report.iterations));
}
