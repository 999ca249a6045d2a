//! Schemes that need all coordinates at once, or a symmetry.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    constraint(sum = sum(0..masses, |i| q[i])),
    discretize(NullSpace<Midpoint>, Equivariant<Livens>, Midpoint),
)]
struct Chain {
    masses: usize,
    m: Vec<f64>,
}

fn main() {
    let chain = Chain { masses: 4, m: vec![1.0; 4] };
    let mut motion = Integrator::new(&chain, Midpoint, 1e-3, vec![0.0; 4], vec![0.0; 4]).expect("a start");
    motion.step().expect("a step");
}
