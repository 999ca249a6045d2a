use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m[0] * dt(theta).powi(2),
)]
struct Pendulum {
    m: Vec<f64>,
}

fn main() {}
