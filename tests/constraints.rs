//! Constrained systems.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[1],
    constraint(length = r.norm_squared() - l.powi(2)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
}

#[test]
fn a_pendulum() {
    let pendulum = Pendulum { m: 1.0, l: 1.0, g: 9.81 };
    let (q, v) = pendulum.project(0.0, &[0.9, -0.5].into(), &[1.0, 1.0].into()).unwrap();
    println!("{q:?} {v:?}");
    let mut motion = Integrator::new(&pendulum, Verlet, 0.01, q, v).unwrap();
    let e0 = motion.energy();
    for k in 0..1000 {
        let report = motion.step().unwrap();
        if k % 100 == 0 {
            println!("{report:?} {:?} {:e} {:e}", motion.state(), motion.energy() - e0, motion.state().q.norm() - 1.0);
        }
    }
}
