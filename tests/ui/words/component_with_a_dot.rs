//! Components of vectors have indices, also in lists.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    inputs(u),
    massless(r.z),
    kinetic = 0.5 * (dt(r[0]).powi(2) + dt(r[1]).powi(2)),
    potential = r[2].powi(2),
    force(r.x = u)
)]
struct System;

fn main() {}
