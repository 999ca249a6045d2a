use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = m * l * cos(theta),
    discretize(Compensated<Verlet>, Compensated<Hermite<P2>>, Compensated<MultiField<2, 2, 2>>, Compensated<Newmark>),
)]
struct Pendulum {
    m: f64,
    l: f64,
}

fn main() {}
