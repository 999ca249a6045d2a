use extremal::prelude::*;

trait Scalar: Copy + PartialEq + std::fmt::Debug + 'static {}

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2))]
struct Particle<T: Scalar> {
    m: T,
}

fn main() {}
