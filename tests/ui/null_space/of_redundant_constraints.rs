use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    constraint(rod = r.norm_squared() - 1, again = 2 * r.norm_squared() - 2),
    redundant,
    discretize(NullSpace<Midpoint>),
)]
struct Pendulum {
    m: f64,
}

fn main() {
    let scheme = NullSpace(Midpoint);
    let mut motion = Integrator::new(Pendulum { m: 1.0 }, scheme, 1e-3, [1.0, 0.0], [0.0, 0.0]).unwrap();
    motion.step().unwrap();
}
