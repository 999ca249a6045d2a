//! Lists have the names of fields.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    sensitivities(self.m)
)]
struct System {
    m: f64,
}

fn main() {}
