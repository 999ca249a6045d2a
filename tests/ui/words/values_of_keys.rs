//! Formulas do not know the values of keys.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = x,
    output(a = kinetic + V, b = energy)
)]
struct System {
    m: f64,
}

fn main() {}
