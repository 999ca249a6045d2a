//! There are no loops.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * sum(dt(r[i]).powi(2) for i in 0..3)
)]
struct System {
    m: f64,
}

fn main() {}
