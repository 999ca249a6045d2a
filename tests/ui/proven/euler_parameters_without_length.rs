use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(e[4]),
    let omega = [
        2 * (-e[1] * dt(e[0]) + e[0] * dt(e[1]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
        2 * (-e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[0] * dt(e[2]) + e[1] * dt(e[3])),
        2 * (-e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2]) + e[0] * dt(e[3])),
    ],
    kinetic = 0.5 * j * omega.norm_squared(),
    potential = 2 * m * g * (e[2] * e[3] + e[0] * e[1]),
)]
struct System {
    j: f64,
    m: f64,
    g: f64,
}

fn main() {
    let system = System { j: 1.0, m: 1.0, g: 1.0 };
    let mut motion = Integrator::new(&system, Midpoint, 1e-3, [1.0; 4], [0.0; 4]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.energy());
}
