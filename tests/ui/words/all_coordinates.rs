//! Formulas have no name for all coordinates.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = sum(q)
)]
struct System {
    m: f64,
}

fn main() {}
