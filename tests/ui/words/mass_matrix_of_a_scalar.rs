//! One mass for all coordinates is written as a matrix.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    mass_matrix = m
)]
struct System {
    m: f64,
}

fn main() {}
