//! Forces are given one by one.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    force([-k * x, -k * y])
)]
struct System {
    k: f64,
}

fn main() {}
