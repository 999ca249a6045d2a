//! Masses on the diagonal are written as a matrix.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(w[3]),
    mass_matrix = j
)]
struct System {
    j: [f64; 3],
}

fn main() {}
