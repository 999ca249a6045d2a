//! Formulas have another word for the column of a file.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(rod = x - y),
    output(pull = lambda_rod)
)]
struct System {
    m: f64,
}

fn main() {}
