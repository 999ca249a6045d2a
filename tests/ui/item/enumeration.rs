use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2))]
enum Particle {
    Free,
}

fn main() {
    let mut motion = Integrator::new(&Particle::Free, Verlet, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
}
