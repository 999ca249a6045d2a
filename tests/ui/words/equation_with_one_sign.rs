//! The first sign gives the name, and an equation has two.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * (dt(a).norm_squared() + dt(b).norm_squared()),
    constraint(rod = (a - b).norm() = l)
)]
struct System {
    l: f64,
}

fn main() {}
