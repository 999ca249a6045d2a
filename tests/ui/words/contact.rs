//! A contact.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, r[2]),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(r).norm_squared()),
    potential = m * g * y,
    contact(ground, gap = y, restitution = 0.5),
)]
struct System {
    m: f64,
    g: f64,
    c: f64,
    f: f64,
}

fn main() {}
