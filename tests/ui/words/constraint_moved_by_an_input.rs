//! The program moves constraints by fields.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    force(x = u),
    constraint(y == u)
)]
struct System;

fn main() {}
