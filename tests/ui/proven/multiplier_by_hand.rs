use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, lambda),
    massless(lambda),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y + lambda * (x.powi(2) + y.powi(2) - 1),
    discretize(Midpoint)
)]
struct Pendulum;

fn main() {}
