use extremal::prelude::*;

struct Mass(f64);

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2))]
struct Particle {
    m: Mass,
}

fn main() {
    let particle = Particle { m: Mass(1.0) };
    let mut motion = Integrator::new(&particle, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.energy());
}
