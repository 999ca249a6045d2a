//! A field that threads may not share, in two schemes.

use extremal::Function;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..masses, |i| floor(q[i])),
    discretize(Verlet, Midpoint),
    parallel,
)]
struct Row<F: Function<1>> {
    masses: usize,
    floor: F,
}

fn main() {}
