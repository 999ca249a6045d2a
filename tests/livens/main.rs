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
struct MassSpring {
    m1: f64,
    m2: f64,
    k1: f64,
    k2: f64,
    l: f64,
    w: f64,
}

#[test]
fn mass_spring() -> Result<(), extremal::Error> {
    let s = MassSpring {
        m1: 2.0,
        m2: 1.0,
        k1: 1.0,
        k2: 3.0,
        l: 0.0,
        w: 1.1,
    };
    let _ = s;
    let s = MassSpring {
        m1: 2.0,
        m2: 1.0,
        k1: 1.0,
        k2: 3.0,
        l: 0.0,
        w: 1.1,
    };
    let mut motion = Integrator::new(s, Livens, 0.1, [0.0, 1.1, 0.0], [1.0, 1.0, -1.0])?;
    println!("{}", motion.energy());
    let mut last = motion.energy();
    for _ in 0..100 {
        let r = motion.step()?;
        println!(
            "{:e} {:?} {:?} {:e}",
            r.energy - last,
            r.constraints,
            r.constraint_rates,
            r.multipliers[0]
        );
        last = r.energy;
    }
    println!("{:?}", motion.state());
    Ok(())
}

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r, theta, phi),
    let strain = (r.powi(2) - l.powi(2)) / (2 * l.powi(2)),
    kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(theta)).powi(2) + (r * sin(theta) * dt(phi)).powi(2)),
    potential = 0.5 * ea * strain.powi(2),
    discretize(Livens, Midpoint)
)]
struct SpringPendulum {
    m: f64,
    ea: f64,
    l: f64,
}

#[test]
fn spring_pendulum() -> Result<(), extremal::Error> {
    let s = SpringPendulum {
        m: 1.0,
        ea: 300.0,
        l: 1.0,
    };
    println!("{:?}", <SpringPendulum as Discretize<Livens>>::FACTS);
    println!("{:?}", <SpringPendulum as Discretize<Midpoint>>::FACTS);
    for h in [1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8] {
        let mut motion = Integrator::new(s, Livens, h, [1.05, 1.5707963267948966, 0.0], [0.0, 1.0, 1.0])?;
        let mut last = motion.energy();
        let (mut worst, mut it, mut tot) = (0.0_f64, 0, 0.0_f64);
        let mut e = motion.total_energy();
        for _ in 0..100 {
            match motion.step() {
                Ok(r) => {
                    worst = worst.max((r.energy - last).abs());
                    it += r.convergence.iterations;
                    last = r.energy;
                    tot = tot.max((r.total_energy - e).abs());
                    e = r.total_energy;
                }
                Err(e) => {
                    println!("{e}");
                    break;
                }
            }
        }
        println!(
            "{h:e} {worst:e} {it} {tot:e} {:?} {:?}",
            motion.state().q,
            motion.velocity()?
        );
    }
    Ok(())
}
