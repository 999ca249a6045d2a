//! Dry friction whose bound is negative.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    friction(seal, slip = dt(x), force = -3.0),
)]
struct Slider {
    m: f64,
}

fn main() {}
