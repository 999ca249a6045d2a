use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = exp(2 * x) - exp(x).powi(2),
    symmetry(shift = [1]),
)]
struct Hidden {
    m: f64,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = if x < 0 { 0 } else { m },
    symmetry(shift = [1]),
)]
struct Stair {
    m: f64,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    symmetry(assume shift = [1]),
)]
struct Assumed {
    m: f64,
}

fn main() {}
