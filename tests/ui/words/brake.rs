//! A brake that the program moves is a force.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(brake),
    let c = 2 * brake,
    kinetic = 0.5 * dt(x).powi(2),
    dissipation = 0.5 * brake * dt(x).powi(2) + c * dt(x).powi(2)
)]
struct System;

fn main() {}
