//! The derivatives of multipliers are not derived.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(rod = x - y),
    output(pull = multiplier(rod)),
)]
struct Tied;

fn main() -> Result<(), extremal::Error> {
    let motion = Integrator::new(Tied, Midpoint, 0.1, [0.0, 0.0], [0.0, 0.0])?;
    println!("{:?}", motion.linearize_outputs()?);
    println!("{:?}", motion.linearize_velocity()?);
    Ok(())
}
