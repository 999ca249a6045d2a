//! A constant that the program does not have.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[MASSES]),
    kinetic = sum(0..MASSES, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
)]
struct Chain {
    m: Vec<f64>,
}

fn main() {
    let chain = Chain { m: vec![1.0; 4] };
    let mut motion = Integrator::new(&chain, Midpoint, 1e-3, vec![0.3; 4], vec![0.0; 4]).expect("a start");
    motion.step().expect("a step");
}
