//! Scratch.
use extremal::prelude::*;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    kinetic = dt(a).powi(2) + 0.5 * dt(b).powi(2) + dt(a) * dt(b) * cos(a - b),
    potential = -9.81 * (2 * cos(a) + cos(b)),
    discretize(Livens, Composition<4, Livens>, Composition<6, Livens>, Galerkin<4, Gauss<4>>),
)]
struct Double;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(Livens, Stabilized<Livens>, Composition<4, Livens>, Composition<4, Stabilized<Livens>>, Composition<6, Stabilized<Livens>>, Galerkin<4, Gauss<4>>),
)]
struct Pendulum;

#[test]
fn all() -> Result<(), extremal::Error> {
    let start = ([0.7, -0.4], [0.5, 1.2]);
    let mut r = Integrator::new(Double, Galerkin::<4, Gauss<4>>::default(), 1e-3, start.0, start.1)?;
    r.run(1000)?;
    let vr = r.velocity()?;
    for n in [10, 20, 40, 80] {
        let mut m = Integrator::new(
            Double,
            Composition::<4, _>(Livens),
            1.0 / n as f64,
            start.0,
            start.1,
        )?;
        let mut m6 = Integrator::new(
            Double,
            Composition::<6, _>(Livens),
            1.0 / n as f64,
            start.0,
            start.1,
        )?;
        let e = m.energy();
        let rep = m.run(n)?;
        m6.run(n)?;
        println!(
            "{n} {:e} {:e} {:e} | {:e} | {:e} {:e} {:e}",
            (m.state().q - r.state().q).norm(),
            (m.velocity()? - vr).norm(),
            (m.state().p - r.state().p).norm(),
            m.energy() - e,
            (m6.state().q - r.state().q).norm(),
            (m6.velocity()? - vr).norm(),
            m6.energy() - e
        );
        println!("{:?}", rep.elements()[n - 1].map(|e| e.report.convergence));
        let j = m.linearize()?.by_state;
        println!("{:e}", j.determinant());
    }
    let start = ([0.6, -0.8], [0.8, 0.6]);
    let mut r = Integrator::new(
        Pendulum,
        Galerkin::<4, Gauss<4>>::default(),
        1e-3,
        start.0,
        start.1,
    )?;
    r.run(1000)?;
    let vr = r.velocity()?;
    for n in [10, 20, 40] {
        let mut m = Integrator::new(
            Pendulum,
            Composition::<4, _>(Livens),
            1.0 / n as f64,
            start.0,
            start.1,
        )?;
        let mut m6 = Integrator::new(
            Pendulum,
            Composition::<6, _>(Stabilized(Livens)),
            1.0 / n as f64,
            start.0,
            start.1,
        )?;
        let e = m.energy();
        let rep = m.run(n)?;
        m6.run(n)?;
        println!(
            "{n} {:e} {:e} {:e} | {:e} | {:e} {:e} {:e}",
            (m.state().q - r.state().q).norm(),
            (m.velocity()? - vr).norm(),
            (m.state().p - r.state().p).norm(),
            m.energy() - e,
            (m6.state().q - r.state().q).norm(),
            (m6.velocity()? - vr).norm(),
            m6.energy() - e
        );
        println!("{:?}", rep.elements()[n - 1].map(|e| e.report));
    }
    Ok(())
}
