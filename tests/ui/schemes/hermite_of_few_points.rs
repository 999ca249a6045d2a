use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -cos(x),
    discretize(Hermite<P2, Gauss<2>>, Hermite<P3>)
)]
struct Pendulum;

fn main() {}
