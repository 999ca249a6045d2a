//! There are no slices, and no indices from the end.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[3]),
    let first = q[0..2],
    let last = q[-1],
    kinetic = 0.5 * dt(q).norm_squared(),
    potential = first.norm_squared() + q[:].norm_squared()
)]
struct System;

fn main() {}
