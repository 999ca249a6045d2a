use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[64]),
    kinetic = 0.5 * dt(q).norm_squared(),
    potential = 0.5 * q.norm_squared(),
    discretize(Verlet),
)]
struct Large;

fn main() -> Result<(), extremal::Error> {
    let motion = Integrator::new(Large, Verlet, 0.1, [0.0; 64], [0.0; 64])?;
    println!("{:?}", motion.largest_stable_step(1.0)?);
    Ok(())
}
