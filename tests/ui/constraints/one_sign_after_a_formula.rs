//! An equation with a single sign.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + (r * dt(phi)).powi(2)),
    constraint(x - r * phi = 0),
)]
struct Wheel {
    m: f64,
    r: f64,
}

fn main() {}
