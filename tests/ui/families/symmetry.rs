//! A symmetry of a whole sum, in which what one item gains another one loses, and one that the items have not.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    force(q = array(0..masses, |i| k * (q[(i + 1) % masses] - q[i]))),
    symmetry(shift = array(0..masses, |_| 1)),
)]
struct Ring {
    masses: usize,
    k: f64,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[points][2], c),
    kinetic = sum(0..points, |i| 0.5 * dt(r[i]).norm_squared()) + 0.5 * dt(c).powi(2),
    potential = sum(1..points, |i| 0.5 * k * (r[i] - r[i - 1]).norm_squared() + k * (r[i][0] - c).powi(2)),
    symmetry(turn = [array(0..points, |i| [-r[i][1], r[i][0]]), 0]),
)]
struct Net {
    points: usize,
    k: f64,
}

fn main() {
    let ring = Ring { masses: 4, k: 1.0 };
    let mut motion = Integrator::new(&ring, Midpoint, 1e-3, vec![0.3; 4], vec![0.0; 4]).expect("a start");
    motion.step().expect("a step");
    let _: f64 = ring.shift(&motion.state());
}
