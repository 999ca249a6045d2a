use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    constraint(length = (r.norm() - l).powi(2)),
)]
struct System {
    m: f64,
    l: f64,
}

fn main() {
    let system = System { m: 1.0, l: 1.0 };
    let mut motion = Integrator::new(&system, Midpoint, 1e-3, [1.0; 2], [0.0; 2]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.energy());
}
