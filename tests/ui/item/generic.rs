use extremal::Scalar;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * mm * dt(x).powi(2))]
struct Particle<T: Scalar> {
    m: T,
}

fn main() {
    let particle = Particle { m: 1.0_f32 };
    let mut motion = Integrator::new(&particle, Verlet, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.state().q[0]);
}
