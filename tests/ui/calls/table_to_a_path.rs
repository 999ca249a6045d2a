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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pendulum = Pendulum { m: 1.0, l: 1.0 };
    let trajectory = Integrator::new(&pendulum, Midpoint, 1e-3, [2.0], [0.0])?.run(10)?;
    trajectory.write_csv(&pendulum, "f.csv")?;
    Ok(())
}
