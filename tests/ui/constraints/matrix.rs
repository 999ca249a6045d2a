//! A constraint that is a matrix, some entries of which are zero.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(joint = [[x, 0], [0, y]]),
)]
struct Skate {
    m: f64,
}

fn main() {}
