//! Names are listed one by one.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q1..q3),
    kinetic = 0.5 * m * dt(q1).powi(2)
)]
struct System {
    m: f64,
}

fn main() {}
