//! Dry friction beside a constraint with the scheme that keeps the energy.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(rod = x.powi(2) + y.powi(2) - 1),
    friction(hinge, slip = x * dt(y) - y * dt(x), force = f),
    discretize(Livens),
)]
struct Pendulum {
    m: f64,
    f: f64,
}

fn main() {}
