//! Friction in proportion to a velocity is a force or a dissipation.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    friction(x = -dt(x))
)]
struct System {
    m: f64,
}

fn main() {}
