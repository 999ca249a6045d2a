//! A constant force determines no motion of what has no mass.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    force(y = k)
)]
struct System {
    k: f64,
}

fn main() {}
