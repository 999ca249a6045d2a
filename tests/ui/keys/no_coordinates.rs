use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(),
    kinetic = m,
    potential = m * l * cos(l),
)]
struct Pendulum {
    m: f64,
    l: f64,
}

fn main() {
    let pendulum = Pendulum { m: 1.0, l: 1.0 };
    assert!(pendulum.m < pendulum.l);
}
