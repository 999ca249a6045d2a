use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * r.norm(),
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
