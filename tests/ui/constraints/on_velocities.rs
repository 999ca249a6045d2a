//! A nonholonomic constraint.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(blade = dt(x) * sin(y) - dt(y) * cos(y)),
)]
struct Skate {
    m: f64,
}

fn main() {}
