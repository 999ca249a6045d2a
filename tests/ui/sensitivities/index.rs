use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = m * g[1] * x,
    sensitivities(g[1]),
)]
struct Mass {
    m: f64,
    g: [f64; 2],
}

fn main() {
    let mass = Mass { m: 1.0, g: [0.0, 9.81] };
    let mut motion = Integrator::new(&mass, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
}
