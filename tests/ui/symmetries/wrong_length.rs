use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, r[3]),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * m * dt(r).norm_squared(),
    symmetry(short = [1, 0], long = [0, r, 1], twisted = [0, [1, 2]], bare = x),
)]
struct Particle {
    m: f64,
}

fn main() {}
