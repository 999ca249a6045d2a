//! Fields are called by their names.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * this->m * dt(x).powi(2)
)]
struct System {
    m: f64,
}

fn main() {}
