//! A literal above the limit makes loops, which have no null space.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[300]),
    kinetic = sum(0..300, |i| 0.5 * m * dt(q[i]).powi(2)),
    potential = sum(0..299, |i| 0.5 * k * (q[i + 1] - q[i]).powi(2)),
    constraint(held = q[0]),
    discretize(NullSpace<Midpoint>, Midpoint),
)]
struct Chain {
    m: f64,
    k: f64,
}

fn main() {
    let chain = Chain { m: 1.0, k: 1.0 };
    let mut motion = Integrator::new(&chain, Midpoint, 1e-3, vec![0.0; 300], vec![0.0; 300]).expect("a start");
    motion.step().expect("a step");
}
