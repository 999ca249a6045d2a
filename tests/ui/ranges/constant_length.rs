//! Partial results over a length that is a constant.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[LINKS]),
    let r = scan(0..LINKS, [0, 0], |before, i| before + [l * sin(q[i]), -l * cos(q[i])]),
    kinetic = 0.5 * sum(0..LINKS, |i| m[i] * dt(r[i]).norm_squared()),
    potential = g * sum(0..LINKS, |i| m[i] * r[i][1]),
)]
struct Chain<const LINKS: usize> {
    m: [f64; LINKS],
    l: f64,
    g: f64,
}

fn main() {
    let chain = Chain::<4> { m: [1.0; 4], l: 1.0, g: 9.81 };
    let mut motion = Integrator::new(&chain, Midpoint, 1e-3, [0.3; 4], [0.0; 4]).expect("a start");
    motion.step().expect("a step");
}
