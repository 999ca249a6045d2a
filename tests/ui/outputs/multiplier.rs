//! Outputs alone contain multipliers, of constraints that are declared above them.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    output(early = multiplier(rod)),
    constraint(rod = x - y),
    output(a = multiplier(rad), b = multiplier(x), c = multiplier(2 * x), d = multiplier(rod[0]), e = rod),
    output(f = dt(multiplier(rod)), g = tension(rod)),
)]
struct Tied;

fn main() -> Result<(), extremal::Failure> {
    let pull: f64 = Tied.a(0.0, &[0.0, 0.0].into(), &[0.0, 0.0].into())?;
    println!("{pull}");
    Ok(())
}
