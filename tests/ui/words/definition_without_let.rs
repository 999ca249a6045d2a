//! A definition begins with its word.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    v = dt(x),
    kinetic = 0.5 * m * v.powi(2)
)]
struct System {
    m: f64,
}

fn main() {}
