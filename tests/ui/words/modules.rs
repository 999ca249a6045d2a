//! Functions of other languages belong to modules.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = np.sin(x) + math.cos(x)
)]
struct System;

fn main() {}
