//! A restitution above one.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + (r * dt(phi)).powi(2)),
    potential = 9.81 * m * y,
    contact(floor, gap = y - r, restitution = 1.2),
)]
struct Ball {
    m: f64,
    r: f64,
    mu: f64,
}

fn main() {}
