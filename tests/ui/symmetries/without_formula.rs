use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), symmetry(shift))]
struct Particle {
    m: f64,
}

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), symmetry = [1])]
struct Other {
    m: f64,
}

fn main() {
    let particle = Particle { m: 1.0 };
    let motion = Integrator::new(&particle, Midpoint, 0.1, [0.0], [0.0]).unwrap();
    let _: f64 = particle.shift(&motion.state());
}
