//! Two bounds are not met: the system has inputs, and no eigenvalues are computed for its size.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    inputs(u),
    kinetic = 0.5 * sum(0..n, |i| dt(x[i]).powi(2)),
    potential = 0.5 * sum(0..n, |i| x[i].powi(2)),
    force(x = array(0..n, |i| u)),
    discretize(Midpoint)
)]
struct Oscillators {
    n: usize,
}

fn main() -> Result<(), extremal::Error> {
    let motion = Integrator::new(Oscillators { n: 3 }, Midpoint, 1e-3, vec![2.0; 3], vec![0.0; 3])?;
    println!("{:?}", motion.amplification()?);
    Ok(())
}
