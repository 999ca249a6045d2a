use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinate(theta, theta),
    inputs(u),
    let h = l * cosine(theta),
    kinetic = 0.5 * m * dt(theta) ^ 2 + mm,
    potential = m * g * h + dt(theta),
    force(phi = u, theta = [1.0, 2.0]),
    dissipation = l * theta,
    output(height = h, speed = dt(dt(theta))),
    sensitivities(mass),
    discretize(Verlett, Galerkin<2, Gauss<1>>),
)]
struct Pendulum {
    m: f64,
    l: f64,
}

fn main() {
    let pendulum = Pendulum { m: 1.0, l: 1.0 };
    let mut motion = Integrator::new(&pendulum, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
}
