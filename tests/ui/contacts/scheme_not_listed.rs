//! The usual scheme of other systems.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + (r * dt(phi)).powi(2)),
    potential = 9.81 * m * y,
    contact(floor, gap = y - r),
)]
struct Ball {
    m: f64,
    r: f64,
    mu: f64,
}

fn main() {
    let ball = Ball { m: 1.0, r: 0.1, mu: 0.3 };
    let motion = Integrator::new(&ball, Midpoint, 1e-3, [0.0, 1.0, 0.0], [0.0; 3]).unwrap();
    drop(motion);
}
