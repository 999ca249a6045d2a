use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    output(height = x),
    symmetry(x = [1], m = [1], height = [1], momentum = [1], shift = [1], shift = [2]),
)]
struct Particle {
    m: f64,
}

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), symmetry(shift = [1]), output(copy = shift))]
struct Watched {
    m: f64,
}

fn main() {}
