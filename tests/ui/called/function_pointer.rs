use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = spring(x),
)]
struct System {
    spring: fn(f64) -> f64,
}

fn main() {}
