//! A multiplier follows from the motion, so that no formula of the motion contains one.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    constraint(floor = y),
    let normal = -multiplier(floor),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y + multiplier(floor) * y,
    force(x = -0.3 * normal * dt(x).tanh()),
    constraint(wall = x - multiplier(floor)),
)]
struct Sliding;

fn main() {}
