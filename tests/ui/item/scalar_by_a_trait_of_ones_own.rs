use extremal::prelude::*;

trait Number: Copy {}

impl Number for f64 {}

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), output(height = x))]
struct Particle<T: Number> {
    m: T,
}

fn main() {
    let particle = Particle { m: 1.0 };
    let mut motion = Integrator::new(&particle, Verlet, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
}
