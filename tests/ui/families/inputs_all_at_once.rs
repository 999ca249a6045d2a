//! An input without an index, where each item has its own.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    inputs(u[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    force(q = array(0..masses, |i| u)),
)]
struct Chain {
    masses: usize,
}

fn main() {
    let mut motion = Integrator::new(Chain { masses: 4 }, Midpoint, 1e-3, vec![0.3; 4], vec![0.0; 4]).expect("a start");
    motion.step_with(vec![0.0; 4]).expect("a step");
}
