//! A length in place of its square.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * dt(r).norm()
)]
struct System {
    m: f64,
}

fn main() {}
