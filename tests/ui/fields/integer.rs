use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * n * m * dt(theta).powi(2),
)]
struct Pendulum {
    n: usize,
    m: f64,
}

fn main() {}
