use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n - 1, |i| (x[i + 1] - x[i]).powi(4)),
)]
struct Chain {
    n: usize,
}

fn main() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(Chain { n: 2 }, Composition::<4, _>(Livens), 1e-3, [2.0, 1.0], [0.0; 2])?;
    motion.step()?;
    println!("{}", motion.energy());
    Ok(())
}
