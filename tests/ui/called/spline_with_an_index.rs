//! Several tables in an array, of which one is called.

use extremal::function::Spline;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = ground[0](x))]
struct Rail {
    m: f64,
    ground: [Spline<[f64; 5]>; 2],
}

fn main() {}
