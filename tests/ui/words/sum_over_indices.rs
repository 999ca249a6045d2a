//! A sum over indices as a chain of methods.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, r[2]),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(r).norm_squared()),
    potential = c * (0..2).map(|i| r[i].powi(2)).sum(),
)]
struct System {
    m: f64,
    g: f64,
    c: f64,
    f: f64,
}

fn main() {}
