use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2) - 0.5 * k * x.powi(2),
)]
struct System {
    m: f64,
    k: f64,
}

fn main() {
    let system = System { m: 1.0, k: 1.0 };
    let mut motion = Integrator::new(&system, Midpoint, 1e-3, [1.0; 1], [0.0; 1]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.energy());
}
