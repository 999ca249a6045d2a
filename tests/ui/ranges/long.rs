//! A product of more items than are written out.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[4]),
    let r = scan(0..4, [0, 0], |before, i| before + [l * sin(q[i]), -l * cos(q[i])]),
    kinetic = 0.5 * sum(0..4, |i| m[i] * dt(r[i]).norm_squared()),
    potential = g * r[3][1] + product(0..1000000, |i| 1),
)]
struct Chain {
    m: [f64; 4],
    l: f64,
    g: f64,
}

fn main() {
    let chain = Chain { m: [1.0; 4], l: 1.0, g: 9.81 };
    let mut motion = Integrator::new(&chain, Midpoint, 1e-3, [0.3; 4], [0.0; 4]).expect("a start");
    motion.step().expect("a step");
}
