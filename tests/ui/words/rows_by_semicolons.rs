//! Rows of a matrix are vectors.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[2]),
    mass_matrix = [m, 0; 0, m]
)]
struct System {
    m: f64,
}

fn main() {}
