//! Comments are those of Rust.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2) # of the mass
)]
struct System {
    m: f64,
}

fn main() {}
