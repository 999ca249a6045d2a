//! Starts at another time than zero, and systems whose parameters change while they move.

use extremal::prelude::*;
use extremal::{Error, Failure};

/// A bead on a ring of radius 1 + t.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0,
    constraint(ring = x.powi(2) + y.powi(2) - (1 + t).powi(2)),
    discretize(Midpoint, Verlet, Livens, Stabilized<Livens>)
)]
struct Growing;

/// x ẏ − y ẋ is constant, and the radius is 1 + t: the angle is 1.5 (1/3 − 1/(1 + t)) from 3 × 0.5.
fn follows_the_ring<D: Copy>(scheme: D) -> Result<(), Error>
where
    Growing: Discretize<D, Inputs = [f64; 0]>,
{
    let start = ([3.0, 0.0], [1.0, 0.5]);
    let mut motion = Integrator::new_at(Growing, scheme, 1e-3, 2.0, start.0, start.1)?;
    assert_eq!((motion.time(), motion.steps()), (2.0, 0));
    motion.step_many(1000)?;
    let State { t, q, .. } = motion.state();
    assert!((t - 3.0_f64).abs() < 1e-15);
    let angle = 1.5 * (1.0 / 3.0 - 1.0 / 4.0);
    assert!((q[0].hypot(q[1]) - 4.0).abs() < 1e-13);
    // The error of order 2 at h = 1e-3.
    assert!((q[1].atan2(q[0]) - angle).abs() < 1e-7);
    // At t = 0 the radius is one.
    let early = Integrator::new(Growing, scheme, 1e-3, start.0, start.1).map(|_| ());
    assert!(matches!(
        early,
        Err(Error {
            t: 0.0,
            failure: Failure::ConstraintViolated {
                violation: 8.0,
                is_rate: false,
                ..
            },
            ..
        })
    ));
    Ok(())
}

#[test]
fn a_start_is_checked_at_its_own_time() -> Result<(), Error> {
    follows_the_ring(Midpoint)?;
    follows_the_ring(Verlet)?;
    follows_the_ring(Livens)?;
    follows_the_ring(Stabilized(Livens))?;
    let nowhere = Integrator::new_at(Growing, Midpoint, 1e-3, f64::NAN, [3.0, 0.0], [1.0, 0.5]);
    assert!(matches!(
        nowhere.map(|_| ()),
        Err(Error {
            failure: Failure::NotFinite { .. },
            ..
        })
    ));
    Ok(())
}

/// A load on a rope of length l + w (t − since).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[1],
    constraint(rope = 0.5 * (r.norm_squared() - (l + w * (t - since)).powi(2))),
    discretize(Midpoint, Livens, Stabilized<Livens>)
)]
struct Winch {
    m: f64,
    g: f64,
    l: f64,
    w: f64,
    since: f64,
}

const WINCH: Winch = Winch {
    m: 2.0,
    g: 9.81,
    l: 1.0,
    w: 0.0,
    since: 0.0,
};

/// The rope starts to be wound up: the load gets the velocity of the rope along it, and keeps the one across.
fn starts_to_wind<D: Copy>(scheme: D) -> Result<(), Error>
where
    Winch: Discretize<D, Inputs = [f64; 0]>,
{
    let mut motion = Integrator::new(WINCH, scheme, 1e-3, [0.6, -0.8], [0.8, 0.6])?;
    motion.step_many(200)?;
    let (before, v) = (motion.state(), motion.velocity()?);
    motion.set_system(Winch {
        l: 1.0,
        w: -0.5,
        since: motion.time(),
        ..WINCH
    })?;
    let (after, now) = (motion.state(), motion.velocity()?);
    assert_eq!((after.t, after.q), (before.t, before.q));
    let q = after.q;
    // Unit vectors, and speeds below 4. The scheme `Livens` satisfies r·v = 0 to second order at nodes, and keeps what it lacks.
    assert!((q.dot(&now) + 0.5 - q.dot(&v)).abs() < 1e-14);
    let across = |v: &[f64]| q[0] * v[1] - q[1] * v[0];
    assert!((across(now.as_slice()) - across(v.as_slice())).abs() < 1e-14);
    assert!((across(after.p.as_slice()) - across(before.p.as_slice())).abs() < 1e-13);
    motion.step_many(400)?;
    assert!((motion.state().q.norm() - 0.8).abs() < 1e-12);
    // A rope that is shorter at once is another matter.
    let (state, energy) = (motion.state(), motion.energy());
    let jump = motion.set_system(Winch { l: 0.5, ..WINCH });
    assert!(matches!(
        jump,
        Err(Error {
            failure: Failure::ConstraintViolated { is_rate: false, .. },
            ..
        })
    ));
    assert_eq!(
        (motion.state(), motion.energy(), motion.system().l),
        (state, energy, 1.0)
    );
    Ok(())
}

#[test]
fn a_winch_starts_while_it_swings() -> Result<(), Error> {
    starts_to_wind(Midpoint)?;
    starts_to_wind(Livens)?;
    starts_to_wind(Stabilized(Livens))
}

/// The same steps as from the same state.
#[test]
fn other_forces_keep_the_state() -> Result<(), Error> {
    let mut motion = Integrator::new(WINCH, Midpoint, 0.01, [0.6, -0.8], [0.8, 0.6])?;
    motion.step_many(10)?;
    let before = motion.state();
    let other = Winch { g: 1.62, ..WINCH };
    motion.set_system(other)?;
    assert_eq!(motion.state(), before);
    let mut fresh = Integrator::from_state(other, Midpoint, 0.01, before)?;
    motion.step_many(10)?;
    fresh.step_many(10)?;
    // They differ by the roundings of their times.
    assert!((motion.state().q - fresh.state().q).norm() < 1e-14);
    Ok(())
}

/// The momentum is kept, so that the velocity of a heavier load is smaller, carried or not.
fn takes_up_a_load<D: Copy>(scheme: D) -> Result<(), Error>
where
    Winch: Discretize<D, Inputs = [f64; 0]>,
{
    let mut motion = Integrator::new(WINCH, scheme, 0.01, [0.6, -0.8], [0.8, 0.6])?;
    let before = motion.state();
    motion.set_system(Winch { m: 4.0, ..WINCH })?;
    assert_eq!(motion.state(), before);
    assert!((motion.velocity()? - before.p * 0.25).norm() < 1e-15);
    Ok(())
}

#[test]
fn a_load_is_taken_up() -> Result<(), Error> {
    takes_up_a_load(Midpoint)?;
    takes_up_a_load(Livens)?;
    takes_up_a_load(Stabilized(Livens))
}
