//! A rotation of nalgebra.

use extremal::nalgebra::Rotation3;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x, y), kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)), potential = (r * [x, y, 0])[0])]
struct System {
    r: Rotation3<f64>,
}

fn main() {
    let system = || -> System { loop {} };
    let mut motion = Integrator::new(system(), Midpoint, 0.01, [1.0, 0.0], [0.0, 0.0]).expect("a start");
    println!("{:?}", motion.step().map(|report| report.iterations));
}
