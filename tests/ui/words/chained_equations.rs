//! Two equations are two constraints.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(x == y == 0)
)]
struct System;

fn main() {}
