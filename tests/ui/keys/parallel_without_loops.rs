use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    parallel,
)]
struct Point {
    m: f64,
}

fn main() {
    let mut motion = Integrator::new(Point { m: 1.0 }, Midpoint, 1e-3, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
}
