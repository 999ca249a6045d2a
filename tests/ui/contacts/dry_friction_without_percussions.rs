//! Dry friction with a scheme that has no percussions.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    friction(seal, slip = dt(x), force = f),
    discretize(Verlet),
)]
struct Slider {
    m: f64,
    f: f64,
}

fn main() {}
