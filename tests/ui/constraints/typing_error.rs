//! A typing error in a constrained system that is used in full.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * mass * dt(r).norm_squared(),
    potential = m * g * r[1],
    constraint(rod = r.norm_squared() - l.powi(2)),
    discretize(Midpoint, NullSpace<Midpoint>, Livens, Stabilized<Livens>),
)]
struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pendulum = Pendulum { m: 1.0, l: 1.0, g: 9.81 };
    let (q, v) = pendulum.project(0.0, [0.9, -0.5], [1.0, 1.0])?;
    println!("{:?} {:?}", Pendulum::CONSTRAINTS, pendulum.constraint_jacobian(0.0, &q)[(0, 1)]);
    let mut motion = Integrator::new(&pendulum, Midpoint, 0.01, q, v)?;
    let force: f64 = motion.step()?.reactions[0] + pendulum.constraints(0.0, &q)[0];
    let mut reduced = Integrator::new(&pendulum, NullSpace(Midpoint), 0.01, q, v)?;
    let impulse = reduced.step()?.impulses[0][0] * force;
    let mut composed = Integrator::new(&pendulum, Composition::<4, _>(Stabilized(Livens)), 0.01, q, v)?;
    let energy = composed.step()?.energy - impulse;
    println!("{energy} {}", Integrator::new(&pendulum, Livens, 0.01, q, v)?.step()?.multipliers[0]);
    Ok(())
}
