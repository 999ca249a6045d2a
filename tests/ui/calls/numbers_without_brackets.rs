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
    let mut motion = Integrator::new(&pendulum, Midpoint, 1e-3, 2.0, 0.0)?;
    motion.step()?;
    Ok(())
}
