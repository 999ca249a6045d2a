use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = m * l * cos(theta),
)]
struct Pendulum {
    m: f64,
    l: f64,
}

fn main() {
    let pendulum = Pendulum { m: 1.0, l: 1.0 };
    assert!(pendulum.m < pendulum.l);
}
