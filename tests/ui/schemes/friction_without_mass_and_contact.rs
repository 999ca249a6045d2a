use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2) + (x - y).powi(2),
    dissipation = 0.5 * dt(y).powi(2),
    contact(floor, gap = x),
    discretize(VariationalMoreau, Theta)
)]
struct Dashpot;

fn main() {}
