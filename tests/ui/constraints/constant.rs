//! A constraint that nothing can hold.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(length = m - 1),
)]
struct Skate {
    m: f64,
}

fn main() {}
