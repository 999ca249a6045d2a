//! Two fields that threads may not share.

use std::cell::Cell;
use std::rc::Rc;

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..masses, |i| 0.5 * q[i].powi(2)),
    discretize(Verlet, Midpoint),
    parallel,
)]
struct Row {
    masses: usize,
    names: Vec<Rc<String>>,
    looks: Cell<usize>,
}

fn main() {}
