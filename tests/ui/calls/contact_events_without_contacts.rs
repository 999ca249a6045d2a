//! Events of contacts, of a motion that has none.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(y), kinetic = 0.5 * dt(y).powi(2), potential = 9.81 * y, discretize(Midpoint))]
struct Ball;

fn main() -> Result<(), extremal::Error> {
    let trajectory = Integrator::new(Ball, Midpoint, 0.01, [1.0], [0.0])?.run(10)?;
    for event in trajectory.contact_events() {
        println!("{event}");
    }
    Ok(())
}
