//! Schemes that have no reactions of constraints on velocities.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(phi).powi(2)),
    rolling(blade = dt(x) * sin(phi) - dt(y) * cos(phi)),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Skate {
    m: f64,
}

fn main() {}
