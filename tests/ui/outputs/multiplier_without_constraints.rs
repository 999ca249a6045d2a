//! Without constraints there are no multipliers.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), output(pull = multiplier(rod)))]
struct Free;

fn main() {}
