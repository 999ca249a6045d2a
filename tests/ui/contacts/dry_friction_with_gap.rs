//! Dry friction with the gap of a contact.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * m * y,
    friction(floor, gap = y, slip = dt(x), force = f),
)]
struct Block {
    m: f64,
    f: f64,
}

fn main() {}
