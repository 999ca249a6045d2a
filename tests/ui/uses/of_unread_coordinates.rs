use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x y),
    inputs(1),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    force(x = u),
    output(height = x +),
)]
struct Cart {
    m: f64,
}

fn main() -> Result<(), extremal::Error> {
    let cart = Cart { m: 1.0 };
    let mut motion = Integrator::new(&cart, Verlet, 1e-3, [1.0, 0.0], [0.0, 0.0])?;
    motion.step_with([0.5])?;
    motion.run_with(10, |motion| [-motion.state().q[0]])?;
    let State { t, q, .. } = motion.state();
    let v = motion.velocity()?;
    println!("{} {}", cart.height(t, &q, &v), q[1]);
    println!("{}", motion.linearize_with([0.0])?.by_state[(0, 0)]);
    Ok(())
}
