//! Pairs over two whole ranges contain each body with itself.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -0.5 * sum(0..3, |i| sum(0..3, |j| m[i] * m[j] / (r[i] - r[j]).norm())),
)]
struct Bodies {
    m: [f64; 3],
}

fn main() {}
