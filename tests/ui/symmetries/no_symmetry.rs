use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta, r[2]),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2) + 0.5 * m * dt(r).norm_squared(),
    potential = -m * g * l * cos(theta) + 0.5 * k * r[0].powi(2),
    dissipation = 0.1 * dt(r).norm_squared(),
    symmetry(spin = [1, [0, 0]], rotation = [0, -r[1], r[0]], shift = [0, 0, 1]),
)]
struct Swing {
    m: f64,
    l: f64,
    g: f64,
    k: f64,
}

fn main() {
    let swing = Swing { m: 1.0, l: 1.0, g: 9.81, k: 1.0 };
    let motion = Integrator::new(&swing, Midpoint, 0.1, [0.0; 3], [0.0; 3]).unwrap();
    let spin: f64 = swing.spin(&motion.state());
    println!("{spin}");
}
