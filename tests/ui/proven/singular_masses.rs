use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x) + dt(y)).powi(2),
    potential = 0.5 * k * (x.powi(2) + y.powi(2)),
    discretize(Midpoint, Verlet),
)]
struct System {
    m: f64,
    k: f64,
}

fn main() {
    let system = System { m: 1.0, k: 1.0 };
    let mut motion = Integrator::new(&system, Midpoint, 1e-3, [1.0; 2], [0.0; 2]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.energy());
}
