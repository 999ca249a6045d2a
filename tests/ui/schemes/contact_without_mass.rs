use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * y.powi(2) + (x - y).powi(2),
    contact(floor, gap = x),
    discretize(Moreau, VariationalMoreau, NonsmoothMidpoint, Theta)
)]
struct Joint;

fn main() {}
