//! The transpose is a method.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[3]),
    kinetic = 0.5 * dt(q).T * dt(q)
)]
struct System;

fn main() {}
