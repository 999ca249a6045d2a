//! A coordinate is a function of time without saying so.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x(t)),
    kinetic = 0.5 * dt(x).powi(2)
)]
struct System;

fn main() {}
