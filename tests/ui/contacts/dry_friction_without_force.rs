//! Dry friction without its bound.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    friction(seal, slip = dt(x)),
)]
struct Slider {
    m: f64,
}

fn main() {}
