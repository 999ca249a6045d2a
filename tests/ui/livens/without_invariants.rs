use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * (r[0].powi(4) + 2 * (r[0] * r[1]).powi(2) + r[1].powi(4)),
    symmetry(turn = [-r[1], r[0]]),
    discretize(Livens, Equivariant<Livens>),
)]
struct Pendulum {
    m: f64,
}

fn main() {
    let pendulum = Pendulum { m: 1.0 };
    let mut motion = Integrator::new(&pendulum, Equivariant(Livens), 1e-3, [1.0, 0.0], [0.0, 0.0]).unwrap();
    motion.step().unwrap();
}
