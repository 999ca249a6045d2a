use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * dt(theta).powi(2),
)]
struct Pendulum<'a> {
    m: &'a f64,
}

fn main() {}
