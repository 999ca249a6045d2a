use extremal::State;
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

fn main() -> Result<(), extremal::Error> {
    let pendulum = Pendulum { m: 1.0, l: 1.0 };
    let state = State { t: 0.0, q: [2.0].into(), p: [0.0].into() };
    let mut motion = Integrator::from_state(1e-3, &pendulum, Midpoint, state)?;
    motion.step()?;
    println!("{}", motion.energy());
    Ok(())
}
