//! A constraint without a name.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(x.powi(2) - y),
)]
struct Skate {
    m: f64,
}

fn main() {}
