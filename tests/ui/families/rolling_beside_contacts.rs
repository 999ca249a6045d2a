//! A percussion of one contact has the reactions of all blades within it.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[n], y[n], phi[n]),
    kinetic = sum(0..n, |i| 0.5 * (dt(x[i]).powi(2) + dt(y[i]).powi(2) + dt(phi[i]).powi(2))),
    rolling(blade = array(0..n, |i| sin(phi[i]) * dt(x[i]) - cos(phi[i]) * dt(y[i]))),
    contact(wall, gap = array(0..n, |i| x[i])),
)]
struct Sleds {
    n: usize,
}

fn main() {}
