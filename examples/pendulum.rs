use extremal::prelude::*;

/// A point mass on a massless rod.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
}

fn main() -> Result<(), extremal::Error> {
    let pendulum = Pendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81,
    };
    let mut motion = Integrator::new(&pendulum, Midpoint, 1e-3, [2.0], [0.0])?;
    for _ in 0..10_000 {
        motion.step()?;
    }
    let State { t, q, p } = motion.state();
    println!(
        "t = {t:.3}  theta = {:.6}  p = {:.6}  energy = {:.9}",
        q[0],
        p[0],
        motion.energy()
    );
    Ok(())
}
