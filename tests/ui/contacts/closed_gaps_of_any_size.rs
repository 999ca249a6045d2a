//! Closed gaps of a system of any size.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(y[balls]),
    kinetic = sum(0..balls, |i| 0.5 * m * dt(y[i]).powi(2)),
    potential = sum(0..balls, |i| 9.81 * m * y[i]),
    contact(floor, gap = array(0..balls, |i| y[i])),
    discretize(Moreau),
)]
struct Balls {
    balls: usize,
    m: f64,
}

fn main() {
    let balls = Balls { balls: 2, m: 1.0 };
    let mut motion = Integrator::new(&balls, ClosedGaps(Moreau), 1e-3, [1.0, 2.0], [0.0; 2]).expect("a start");
    motion.step().expect("a step");
}
