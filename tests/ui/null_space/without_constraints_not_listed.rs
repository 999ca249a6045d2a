use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(Livens),
)]
struct Mass {
    m: f64,
}

fn main() {
    let mass = Mass { m: 1.0 };
    let mut motion = Integrator::new(&mass, Stabilized(Livens), 1e-3, [1.0], [0.0]).unwrap();
    motion.step().unwrap();
}
