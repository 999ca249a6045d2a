use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
)]
struct Pendulum {
    m: f64,
    l: f64,
}

fn main() {
    let pendulum = Pendulum { m: 1.0, l: 1.0 };
    let torque = pendulum.inverse_dynamics(0.0, [0.3], [4.0, 1.0], [-2.0]);
    println!("{torque:?}");
}
