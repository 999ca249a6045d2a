//! More constraints than coordinates.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(a = x, b = y, c = x - y),
)]
struct Skate {
    m: f64,
}

fn main() {}
