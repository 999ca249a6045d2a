//! Livens' integrator.

use extremal::prelude::*;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q1, q2, q3),
    let x1 = q1 - l,
    let x2 = q3 - l,
    kinetic = 0.5 * m1 * dt(q1).powi(2) + 0.5 * m2 * (dt(q2) + dt(q3)).powi(2),
    potential = 0.5 * k1 * (x1.powi(2) + x1.powi(4)) + 0.5 * k2 * (x2.powi(2) + x2.powi(4)),
    constraint(joint = q2 - (q1 + w)),
    discretize(Livens)
)]
struct MassSpring { m1: f64, m2: f64, k1: f64, k2: f64, l: f64, w: f64 }

#[test]
fn mass_spring() -> Result<(), extremal::Error> {
    let s = MassSpring { m1: 2.0, m2: 1.0, k1: 1.0, k2: 3.0, l: 0.0, w: 1.1 };
    let _ = s;
    let s = MassSpring { m1: 2.0, m2: 1.0, k1: 1.0, k2: 3.0, l: 0.0, w: 1.1 };
    let mut motion = Integrator::new(s, Livens, 0.1, [0.0, 1.1, 0.0], [1.0, 1.0, -1.0])?;
    println!("{}", motion.energy());
    let mut last = motion.energy();
    for _ in 0..100 {
        let r = motion.step()?;
        println!("{:e} {:?} {:?} {:e}", r.energy - last, r.constraints, r.constraint_rates, r.multipliers[0]);
        last = r.energy;
    }
    println!("{:?}", motion.state());
    Ok(())
}
