//! A coordinate is a function of time without saying so, in formulas as well.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x(t)).powi(2)
)]
struct System;

fn main() {}
