use extremal::prelude::*;
use extremal::schemes::{Hermite, P2};

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * y.powi(2) + (x - y).powi(2),
    discretize(Galerkin<2, Gauss<3>>, Hermite<P2>, Galerkin<2, Gauss<2>>, Midpoint, Livens)
)]
struct Joint;

fn main() {}
