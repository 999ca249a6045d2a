//! A macro cannot look into a struct.

use extremal::prelude::*;

struct Inertia;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(w[3]),
    mass_matrix = j
)]
struct System {
    j: Inertia,
}

fn main() {}
