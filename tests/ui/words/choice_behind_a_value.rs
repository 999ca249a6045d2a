//! A choice begins with its condition.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = x * x if x > 0 else 0
)]
struct System;

fn main() {}
