//! A constraint that is not affine in the velocities.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2)),
    rolling(speed = dt(x).powi(2) + dt(y).powi(2) - 1),
)]
struct Skate {
    m: f64,
}

fn main() {}
