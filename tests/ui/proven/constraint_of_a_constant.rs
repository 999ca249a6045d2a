use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint((x + 1).powi(2) == x.powi(2) + 2 * x + c),
)]
struct System {
    m: f64,
    c: f64,
}

fn main() {
    let system = System { m: 1.0, c: 1.0 };
    let mut motion = Integrator::new(&system, Midpoint, 1e-3, [1.0; 2], [0.0; 2]).unwrap();
    motion.step().unwrap();
    println!("{}", motion.energy());
}
