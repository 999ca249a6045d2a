//! Some constants of other languages.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = e * x + inf
)]
struct System {
    m: f64,
}

fn main() {}
