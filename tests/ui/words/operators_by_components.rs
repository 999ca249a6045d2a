//! There are no operators by components.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * sum(dt(r).^2)
)]
struct System {
    m: f64,
}

fn main() {}
