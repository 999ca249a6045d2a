//! Coordinates with types.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x: f64, y: f64, r: [f64; 2]),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(r).norm_squared()),
    potential = c * x,
)]
struct System {
    m: f64,
    g: f64,
    c: f64,
    f: f64,
}

fn main() {}
