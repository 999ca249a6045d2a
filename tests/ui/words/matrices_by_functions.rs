//! Matrices are written out.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[2]),
    mass_matrix = m * eye(2) + diag(m, m)
)]
struct System {
    m: f64,
}

fn main() {}
