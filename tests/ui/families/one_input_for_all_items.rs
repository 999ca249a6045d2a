//! A controller that returns one number where each item has an input.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    inputs(u[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    force(q = array(0..masses, |i| u[i])),
)]
struct Chain {
    masses: usize,
}

fn main() {
    let mut motion = Integrator::new(Chain { masses: 4 }, Midpoint, 1e-3, vec![0.3; 4], vec![0.0; 4]).expect("a start");
    motion.run_with(10, |motion| -motion.state().q[0]).expect("steps");
}
