//! A force has no accelerations.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    force(x = -m * dt(dt(x)))
)]
struct System {
    m: f64,
}

fn main() {}
