//! The gaps of a system without contacts.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + (r * dt(phi)).powi(2)),
    potential = 9.81 * m * y,
    discretize(Midpoint),
)]
struct Ball {
    m: f64,
    r: f64,
    mu: f64,
}

fn main() {
    let ball = Ball { m: 1.0, r: 0.1, mu: 0.3 };
    extremal::check_gaps(&ball, 0.0, &[0.0, 1.0, 0.0].into()).unwrap();
}
