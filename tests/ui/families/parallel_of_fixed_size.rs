//! Threads for a system of a fixed size.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[8]),
    kinetic = sum(0..8, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..7, |i| 0.5 * (q[i + 1] - q[i]).powi(2)),
    parallel,
)]
struct Chain;

fn main() {
    let mut motion = Integrator::new(&Chain, Midpoint, 1e-3, [0.3; 8], [0.0; 8]).expect("a start");
    motion.step().expect("a step");
}
