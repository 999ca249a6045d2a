use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| r[i][1]),
    discretize(Midpoint),
)]
struct Points {
    points: usize,
}

fn main() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(Points { points: 4 }, Midpoint, 1e-3, vec![[0.0; 2]; 4], vec![[0.0; 2]; 4])?;
    motion.step()?;
    Ok(())
}
