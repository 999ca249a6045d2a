//! The index of a matrix is a pair.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = a[0, 1] * x
)]
struct System {
    a: [[f64; 2]; 2],
}

fn main() {}
