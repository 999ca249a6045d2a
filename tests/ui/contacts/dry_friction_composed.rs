//! A composition of steps with dry friction, which no step of −h undoes.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    friction(seal, slip = dt(x), force = f),
    discretize(Midpoint),
)]
struct Slider {
    m: f64,
    f: f64,
}

fn main() {
    let slider = Slider { m: 1.0, f: 2.0 };
    let _ = Integrator::new(slider, Composition::<4, _>(Midpoint), 0.1, [0.0], [1.0]);
}
