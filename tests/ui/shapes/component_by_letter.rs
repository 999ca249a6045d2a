use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r.z,
)]
struct Body {
    m: f64,
    g: f64,
}

fn main() {
    let body = Body { m: 1.0, g: 9.81 };
    let mut motion = Integrator::new(&body, Midpoint, 1e-3, [2.0, 1.0, 0.0], [0.0; 3]).unwrap();
    motion.step().unwrap();
}
