use extremal::prelude::*;

#[lagrangian(coordinates(theta), kinetic = 0.5 * m * dt(theta).powi(2))]
struct Pendulum {
    m: f64,
}

fn main() {}
