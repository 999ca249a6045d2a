//! A constraint on coordinates among those on velocities.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2)),
    rolling(no_slip = x - m * phi),
)]
struct Skate {
    m: f64,
}

fn main() {}
