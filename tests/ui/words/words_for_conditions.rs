//! Conditions are combined by signs.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = if x < 0 and x > -1 { x * x } else { 0 }
)]
struct System {
    m: f64,
}

fn main() {}
