use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[n], y[n]),
    massless(y),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * y[i].powi(2) + (x[i] - y[i]).powi(2)),
    discretize(Galerkin<2, Gauss<3>>, Galerkin<2, Gauss<2>>, Midpoint, Livens)
)]
struct Joints {
    n: usize,
}

fn main() {}
