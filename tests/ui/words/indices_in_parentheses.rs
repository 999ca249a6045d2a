//! Indices of other languages are in parentheses and count from 1.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[2]),
    kinetic = 0.5 * dt(q).norm_squared(),
    potential = q(1).powi(2)
)]
struct System;

fn main() {}
