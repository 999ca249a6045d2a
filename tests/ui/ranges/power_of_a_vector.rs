//! The square of a vector in an array of vectors.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3][3]),
    kinetic = 0.5 * m * dt(r[0]).powi(2)
)]
struct System {
    m: f64,
}

fn main() {}
