//! `near` of something that is no point, and of contacts whose number is known.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[beads]),
    kinetic = sum(0..beads, |i| 0.5 * m * dt(x[i]).powi(2)),
    contact(pair, gap = array(0..beads, |i| array(0..i, |j| x[i] - x[j] - 2 * radius)), near(x, radius)),
    contact(wall, gap = x[0] - radius, near(x, radius)),
)]
struct Beads {
    beads: usize,
    m: f64,
    radius: f64,
}

fn main() {}
