use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = m * g * x,
    output(energy = x, velocity = dt(x), x = x, dt = 1.0, place = x),
    output(place = 2.0 * x),
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
    println!("{} {:?}", mass.place(t, &q, &v), motion.outputs());
}
