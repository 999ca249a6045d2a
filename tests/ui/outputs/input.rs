use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = m * g * x,
    force(x = u),
    let pull = u - m * g,
    output(power = u * dt(x), total = [x, pull]),
)]
struct Mass {
    m: f64,
    g: f64,
}

fn main() {
    let mass = Mass { m: 1.0, g: 9.81 };
    let mut motion = Integrator::new(&mass, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step_with([1.0]).unwrap();
    let State { t, q, .. } = motion.state();
    let v = motion.velocity().unwrap();
    println!("{} {}", mass.power(t, &q, &v), mass.total(t, &q, &v)[1]);
}
