//! Parameters are the fields.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    parameters(m),
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2)
)]
struct System {
    m: f64,
}

fn main() {}
