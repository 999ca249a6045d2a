//! A component needs a name.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    output(r[0], r.y)
)]
struct System {
    m: f64,
}

fn main() {}
