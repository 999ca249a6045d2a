use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    dissipation = 0.5 * k * dt(x).powi(2),
    modified_energy,
)]
struct Mass {
    m: f64,
    k: f64,
}

fn main() {
    let mass = Mass { m: 1.0, k: 4.0 };
    let mut motion = Integrator::new(&mass, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
    motion.modified_energy().unwrap();
}
