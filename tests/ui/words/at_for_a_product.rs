//! The product of vectors is a method.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[3]),
    kinetic = 0.5 * dt(q) @ dt(q)
)]
struct System;

fn main() {}
