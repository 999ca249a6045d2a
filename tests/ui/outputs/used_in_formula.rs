use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    output(height = x),
    potential = m * g * height,
)]
struct Mass {
    m: f64,
    g: f64,
}

fn main() {
    let mass = Mass { m: 1.0, g: 9.81 };
    let mut motion = Integrator::new(&mass, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
    let State { t, q, .. } = motion.state();
    let v = motion.velocity().unwrap();
    println!("{}", mass.height(t, &q, &v));
}
