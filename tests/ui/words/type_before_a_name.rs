//! Quantities have no types.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(double x),
    kinetic = 0.5 * m * dt(x).powi(2)
)]
struct System {
    m: f64,
}

fn main() {}
