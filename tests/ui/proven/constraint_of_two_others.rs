use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + dt(z).powi(2)),
    constraint(first = x - y, second = y - z, third = x - z),
)]
struct System {
    m: f64,
}

fn main() {
    let system = System { m: 1.0 };
    let mut motion = Integrator::new(&system, Midpoint, 1e-3, [1.0; 3], [0.0; 3]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.energy());
}
