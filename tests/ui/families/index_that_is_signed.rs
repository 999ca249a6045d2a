//! Indices of another type.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k * (r[edges[e][0]] - r[edges[e][1]]).norm_squared()),
)]
struct Net {
    points: usize,
    m: Vec<f64>,
    edges: Vec<[i32; 2]>,
    k: f64,
}

fn main() {
    let net = Net { points: 4, m: vec![1.0; 4], edges: vec![[0, 1], [1, 2]], k: 1.0 };
    let mut motion = Integrator::new(&net, Midpoint, 1e-3, vec![0.3; 12], vec![0.0; 12]).expect("a start");
    motion.step().expect("a step");
}
