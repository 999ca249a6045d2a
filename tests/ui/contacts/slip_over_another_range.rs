//! A gap over one range, and its slip over another.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[balls][2]),
    kinetic = sum(0..balls, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    contact(floor, gap = array(0..balls, |i| r[i][1]), slip = array(1..balls, |i| dt(r[i][0])), friction = mu),
)]
struct Balls {
    balls: usize,
    m: Vec<f64>,
    mu: f64,
}

fn main() {
    let balls = Balls { balls: 2, m: vec![1.0; 2], mu: 0.3 };
    let mut motion = Integrator::new(&balls, Moreau, 1e-3, [0.0, 1.0, 0.0, 2.0], [0.0; 4]).expect("a start");
    motion.step().expect("a step");
}
