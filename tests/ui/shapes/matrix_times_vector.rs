use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta, x),
    mass_matrix = [[m, 0], [0, m]],
    potential = ([[m, l, m]] * [theta, x])[0],
)]
struct Pendulum {
    m: f64,
    l: f64,
}

fn main() {
    let pendulum = Pendulum { m: 1.0, l: 1.0 };
    let mut motion = Integrator::new(&pendulum, Midpoint, 1e-3, [2.0, 0.0], [0.0; 2]).unwrap();
    motion.step().unwrap();
}
