//! Newton's method needs the Hessian of a potential.

use extremal::function::{Gradient, Value};
use extremal::prelude::*;

struct Spring;

impl Value<1> for Spring {
    fn value(&self, [x]: [f64; 1]) -> f64 {
        x.powi(4)
    }
}

impl Gradient<1> for Spring {
    fn gradient(&self, [x]: [f64; 1]) -> (f64, [f64; 1]) {
        (x.powi(4), [4.0 * x.powi(3)])
    }
}

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = spring(x), discretize(Verlet, Midpoint))]
struct System {
    spring: Spring,
}

fn main() {
    let mut motion = Integrator::new(System { spring: Spring }, Midpoint, 0.01, [1.0], [0.0]).expect("a start");
    println!("{:?}", motion.step().map(|report| report.iterations));
}
