use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(Newmark, Composition<4, Newmark>)
)]
struct Oscillator;

fn main() {}
