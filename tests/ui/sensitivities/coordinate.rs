use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = m * g * x,
    force(x = u),
    sensitivities(x, u, m),
)]
struct Mass {
    m: f64,
    g: f64,
}

fn main() {
    let mass = Mass { m: 1.0, g: 9.81 };
    let mut motion = Integrator::new(&mass, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step_with([1.0]).unwrap();
}
