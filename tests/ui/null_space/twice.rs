use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * r[1],
    constraint(rod = r.norm_squared() - 1),
    discretize(NullSpace<Midpoint>, NullSpace<extremal::schemes::Midpoint>),
)]
struct Pendulum {
    m: f64,
}

fn main() {
    let pendulum = Pendulum { m: 1.0 };
    let scheme = NullSpace(Midpoint);
    let mut motion = Integrator::new(&pendulum, scheme, 1e-3, [1.0, 0.0], [0.0, 0.0]).unwrap();
    motion.step().unwrap();
}
