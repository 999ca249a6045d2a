//! A rule without points.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(u[3]),
    kinetic = sum(0..2, |e| integrate(Gauss(2), |s| 0.5 * rho * l * dt(linear(s, [u[e], u[e + 1]])).powi(2))),
    potential = sum(0..2, |e| integrate(Gauss(0), |s| 0.5 * ea * linear_slope(s, [u[e], u[e + 1]]).powi(2) / l)),
)]
struct Bar {
    rho: f64,
    ea: f64,
    l: f64,
}

fn main() {
    let bar = Bar { rho: 1.0, ea: 1.0, l: 0.5 };
    let mut motion = Integrator::new(&bar, Midpoint, 1e-3, [0.0, 0.1, 0.0], [0.0; 3]).expect("a start");
    motion.step().expect("a step");
}
