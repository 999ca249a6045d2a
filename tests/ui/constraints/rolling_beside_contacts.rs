//! Not all schemes for contacts have the reactions of rolling.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2)),
    rolling(blade = dt(x) * sin(phi) - dt(y) * cos(phi)),
    contact(wall, gap = x),
    discretize(Theta),
)]
struct Skate {
    m: f64,
}

fn main() {}
