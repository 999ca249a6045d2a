//! Arrays are projected, as those that an integrator starts with; here one number is missing in both.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[2],
    constraint(length = r.norm_squared() - 1),
    discretize(Midpoint)
)]
struct Pendulum;

fn main() -> Result<(), extremal::Failure> {
    let (q, v) = Pendulum.project(0.0, [0.9, -0.5], [1.0, 1.0])?;
    println!("{q} {v}");
    Ok(())
}
