use extremal::monolithic::Start;
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
    let ends = Start::Ends { q0: [0.0], q1: [1.0] };
    let solution = Monolithic::new(&pendulum, Livens, 0.1, 10, ends).solve()?;
    println!("{}", solution.duration());
    Ok(())
}
