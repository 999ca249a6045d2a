use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2][3]),
    kinetic = sum(0..2, |i| 0.5 * m * dt(r[i]).norm_squared()),
)]
struct Points {
    m: f64,
}

fn main() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(Points { m: 1.0 }, Midpoint, 1e-3, [[0.0; 3]; 2], [[0.0; 3]; 2])?;
    motion.step()?;
    Ok(())
}
