use extremal::prelude::*;

const N: usize = 2;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = weights[0] * theta,
)]
struct Pendulum {
    m: f64,
    l: f64,
    weights: [f64; N],
}

fn main() {
    let pendulum = Pendulum { m: 1.0, l: 1.0, weights: [1.0; N] };
    let mut motion = Integrator::new(&pendulum, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
}
