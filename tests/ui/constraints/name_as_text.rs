//! A name in quotes.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + (r * dt(phi)).powi(2)),
    constraint("roll", x == r * phi),
)]
struct Wheel {
    m: f64,
    r: f64,
}

fn main() {}
