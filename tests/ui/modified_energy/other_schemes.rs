use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    modified_energy,
    discretize(Galerkin<2, Gauss<2>>),
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
