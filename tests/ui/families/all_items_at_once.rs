//! All velocities at once.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = 0.5 * dt(q).norm_squared(),
)]
struct Chain {
    masses: usize,
    m: Vec<f64>,
}

fn main() {
    let chain = Chain { masses: 4, m: vec![1.0; 4] };
    let mut motion = Integrator::new(&chain, Midpoint, 1e-3, vec![0.3; 4], vec![0.0; 4]).expect("a start");
    motion.step().expect("a step");
}
