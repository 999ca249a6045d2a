//! Scratch.
use extremal::prelude::*;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(Livens, Stabilized<Livens>),
)]
struct Pendulum;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    constraint(curve = y - x.powi(4) + x.powi(2)),
    discretize(Livens, Stabilized<Livens>),
)]
struct Bead;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1 + 0.5 * sin(x) + 0.3 * y.powi(2)) * dt(x).powi(2) + 0.5 * (1 + 0.4 * x.powi(2)) * dt(y).powi(2) + 0.2 * x * y * dt(x) * dt(y),
    potential = 9.81 * y,
    constraint(curve = y - cos(x)),
    discretize(Livens, Stabilized<Livens>),
)]
struct VaryingMass;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * (1 + 0.3 * r.norm_squared()) * dt(r).norm_squared(),
    potential = 2 * (r.norm_squared() - 1).powi(2),
    symmetry(x = [0, -r[2], r[1]], z = [-r[1], r[0], 0]),
    discretize(Livens, Equivariant<Livens>),
)]
struct Rotating;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    lagrangian = -4 * (1 - dt(r).norm_squared() / 4).sqrt() + 1 / r.norm(),
    symmetry(z = [-r[1], r[0]]),
    discretize(Livens, Equivariant<Livens>),
)]
struct Relativistic;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r, theta, phi),
    kinetic = 0.5 * (dt(r).powi(2) + (r * dt(theta)).powi(2) + (r * sin(theta) * dt(phi)).powi(2)),
    potential = 150 * ((r.powi(2) - 1) / 2).powi(2) + 9.81 * r * cos(theta),
    symmetry(turn = [0, 0, 1]),
    discretize(Livens, Equivariant<Livens>),
)]
struct Spherical;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[2],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    symmetry(z = [-r[1], r[0], 0]),
    discretize(Livens, Equivariant<Livens>, Stabilized<Livens>, Stabilized<Equivariant<Livens>>),
)]
struct SphericalPendulum;

#[test]
fn all() -> Result<(), extremal::Error> {
    let mut m = Integrator::new(Pendulum, Stabilized(Livens), 0.05, [0.6, -0.8], [0.8, 0.6])?;
    let r = m.step()?;
    println!("{:?} {r:?}", m.state());
    m.run(19)?;
    println!("{:?}\n", m.state());
    let mut m = Integrator::new(Bead, Stabilized(Livens), 0.05, [0.5, -0.1875], [0.8, -0.4])?;
    let r = m.step()?;
    println!("{:?} {r:?}", m.state());
    m.run(19)?;
    println!("{:?}\n", m.state());
    let mut m = Integrator::new(
        VaryingMass,
        Stabilized(Livens),
        0.02,
        [0.5, 0.8775825618903728],
        [0.7, -0.3355978770229421],
    )?;
    let e = m.energy();
    m.run(20)?;
    println!("{:?} {:?} {:e}\n", m.state(), m.velocity()?, m.energy() - e);
    let mut m = Integrator::new(
        Rotating,
        Equivariant(Livens),
        0.05,
        [0.9, 0.3, -0.2],
        [0.3, 0.8, 0.5],
    )?;
    let (e, x, z) = (m.energy(), Rotating.x(&m.state()), Rotating.z(&m.state()));
    m.run(20)?;
    println!(
        "{:?} {:?} {:e} {:e} {:e}\n",
        m.state(),
        m.velocity()?,
        m.energy() - e,
        Rotating.x(&m.state()) - x,
        Rotating.z(&m.state()) - z
    );
    let mut m = Integrator::new(Relativistic, Equivariant(Livens), 0.05, [1.0, 0.0], [0.2, 0.9])?;
    let (e, z) = (m.energy(), Relativistic.z(&m.state()));
    m.run(20)?;
    println!(
        "{:?} {:?} {:e} {:e}\n",
        m.state(),
        m.velocity()?,
        m.energy() - e,
        Relativistic.z(&m.state()) - z
    );
    let mut m = Integrator::new(
        Spherical,
        Equivariant(Livens),
        0.02,
        [1.05, 1.2, 0.3],
        [0.2, 0.7, 0.9],
    )?;
    let (e, z) = (m.energy(), Spherical.turn(&m.state()));
    m.run(20)?;
    println!(
        "{:?} {:?} {:e} {:e}\n",
        m.state(),
        m.velocity()?,
        m.energy() - e,
        Spherical.turn(&m.state()) - z
    );
    let s = SphericalPendulum;
    let mut m = Integrator::new(
        s,
        Stabilized(Equivariant(Livens)),
        0.05,
        [0.6, 0.0, -0.8],
        [0.4, 1.5, 0.3],
    )?;
    let (e, z) = (m.energy(), s.z(&m.state()));
    let r = m.run(20)?;
    println!("{:?} {:e} {:e}\n", m.state(), m.energy() - e, s.z(&m.state()) - z);
    let mut m = Integrator::new(s, Equivariant(Livens), 0.05, [0.6, 0.0, -0.8], [0.4, 1.5, 0.3])?;
    let (e, z) = (m.energy(), s.z(&m.state()));
    let r = m.run(20)?;
    println!("{:?} {:e} {:e}\n", m.state(), m.energy() - e, s.z(&m.state()) - z);
    Ok(())
}
