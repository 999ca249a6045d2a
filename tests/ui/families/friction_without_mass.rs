use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[n], y[n]),
    massless(y),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2) + (x[i] - y[i]).powi(2)),
    dissipation = sum(0..n, |i| 0.5 * dt(y[i]).powi(2)),
    discretize(Verlet, Midpoint)
)]
struct Dashpots {
    n: usize,
}

fn main() {}
