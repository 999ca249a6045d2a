use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2))]
struct Particle(f64);

fn main() {
    let mut motion = Integrator::new(&Particle(1.0), Verlet, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
}
