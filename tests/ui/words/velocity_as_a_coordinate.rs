//! Velocities follow from coordinates.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, dt(x)),
    kinetic = 0.5 * m * dt(x).powi(2)
)]
struct System {
    m: f64,
}

fn main() {}
