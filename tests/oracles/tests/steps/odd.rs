//! Declarations that look odd and are right, with their motions by hand; beside them parameters that make a system nonsense.

use extremal::Failure;
use extremal::error::Direction;
use extremal::prelude::*;

/// No coordinate has a mass: c ẋ = −k x.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    massless(x),
    potential = 0.5 * k * x.powi(2),
    dissipation = 0.5 * c * dt(x).powi(2),
    discretize(Midpoint)
)]
struct Overdamped {
    c: f64,
    k: f64,
}

#[test]
fn systems_without_masses_need_no_kinetic_energy() {
    let (system, h) = (Overdamped { c: 2.0, k: 3.0 }, 1e-3);
    let mut motion = Integrator::new(system, Midpoint, h, [1.0], [0.0]).expect("a start");
    motion.run(1000).expect("linear equations");
    // The rule (1 − z/2)/(1 + z/2) with z = k h/c is off by z²/12 for a unit of k t/c.
    assert!((motion.state().q[0] - (-1.5_f64).exp()).abs() < 1e-7);
}

/// The kinetic energy is chosen by a parameter.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = if geared > 0 { 0.5 * (m + j * geared.powi(2)) * dt(x).powi(2) } else { 0.5 * m * dt(x).powi(2) },
    potential = 0.5 * k * x.powi(2),
    discretize(Midpoint, Verlet, Livens)
)]
struct Geared {
    m: f64,
    j: f64,
    k: f64,
    geared: f64,
}

#[test]
fn kinetic_energies_may_be_chosen_by_parameters() {
    fn end<D>(scheme: D, geared: f64) -> f64
    where
        Geared: Discretize<D>,
    {
        let system = Geared {
            m: 1.0,
            j: 0.75,
            k: 1.0,
            geared,
        };
        let mut motion = Integrator::new(system, scheme, 1e-3, [1.0], [0.0]).expect("a start");
        motion.run(1000).expect("a regular motion");
        motion.state().q[0]
    }
    // A mass of 4 halves the frequency. The schemes are off by h² ω³/12 and h² ω³/24 a unit of time.
    for (geared, expected) in [(-1.0, 1.0_f64.cos()), (2.0, 0.5_f64.cos())] {
        let found = [end(Midpoint, geared), end(Verlet, geared), end(Livens, geared)];
        assert!(
            found.into_iter().all(|x| (x - expected).abs() < 1e-7),
            "{found:?}"
        );
    }
}

/// A body in air with its stability derivative of damping in roll, which is below zero by convention: j ω̇ = `l_p` ω.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(roll),
    kinetic = 0.5 * j * dt(roll).powi(2),
    dissipation = -0.5 * l_p * dt(roll).powi(2),
    discretize(Midpoint)
)]
struct Aircraft {
    j: f64,
    l_p: f64,
}

#[test]
fn stability_derivatives_are_below_zero() {
    let system = Aircraft { j: 2.0, l_p: -3.0 };
    let mut motion = Integrator::new(system, Midpoint, 1e-3, [0.0], [1.0]).expect("a start");
    motion.run(1000).expect("linear equations");
    assert!((motion.velocity().expect("a mass")[0] - (-1.5_f64).exp()).abs() < 1e-6);
    assert!(Aircraft::describe().contains("R is below zero for parameters above zero"));
}

/// A constant energy, and a point at rest beside one that moves.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    let tip = [x, 5],
    kinetic = 0.5 * m * dt(tip).norm_squared(),
    potential = 7,
    discretize(Midpoint)
)]
struct Offset {
    m: f64,
}

#[test]
fn constant_energies_shift_the_energy_alone() {
    let system = Offset { m: 2.0 };
    let mut motion = Integrator::new(system, Midpoint, 0.5, [0.0], [1.0]).expect("a start");
    motion.run(4).expect("linear equations");
    assert_eq!((motion.state().q[0], motion.energy()), (2.0, 8.0));
    assert!(Offset::describe().contains("V is constant"));
}

/// Two masses, coupled.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + c * dt(x) * dt(y),
    potential = 0.5 * (x * x + y * y),
    discretize(Midpoint, Livens, Verlet, Galerkin<2, Gauss<2>>)
)]
struct Coupled {
    m: f64,
    c: f64,
}

/// The same energy as L, which may be indefinite.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    lagrangian = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + c * dt(x) * dt(y) - 0.5 * (x * x + y * y),
    discretize(Midpoint)
)]
struct General {
    m: f64,
    c: f64,
}

fn failure<S: Discretize<D, Scalar = f64>, D>(system: S, scheme: D) -> Option<Failure>
where
    [f64; 2]: extremal::blocks::IntoBlock<S::Configuration> + extremal::blocks::IntoBlock<S::Velocity>,
{
    let motion = Integrator::new(system, scheme, 0.1, [1.0, 0.0], [0.0, 0.0]);
    motion.err().map(|error| error.failure)
}

fn negative(failure: Option<Failure>) -> Direction {
    match failure {
        Some(Failure::NegativeMass { direction }) => direction,
        other => panic!("{other:?}"),
    }
}

#[test]
fn negative_masses_are_refused_with_their_direction() {
    let light = Coupled { m: -1.0, c: 0.0 };
    let galerkin = Galerkin::<2, Gauss<2>>::default();
    for direction in [
        negative(failure(light, Midpoint)),
        negative(failure(light, Livens)),
        negative(failure(light, Verlet)),
        negative(failure(light, galerkin)),
    ] {
        assert!(
            direction
                .shares()
                .map(|(name, share)| (name.to_string(), share))
                .eq([("x".to_string(), 1.0_f32)]),
            "{direction}"
        );
    }
    // (2, 1) M (2, 1) = 5 m + 4 c.
    let direction = negative(failure(Coupled { m: 1.0, c: -2.0 }, Midpoint));
    assert_eq!(direction.to_string(), "0.89 x + 0.45 y");
    let general = General { m: 1.0, c: -2.0 };
    assert_eq!(failure(general, Midpoint), None);
    // A singular M has no negative direction.
    assert_eq!(failure(Coupled { m: 1.0, c: 1.0 }, Midpoint), None);
    assert_eq!(failure(Coupled { m: 1.0, c: -1.0 }, Livens), None);
}

#[test]
fn masses_do_not_become_negative_in_a_motion() {
    let heavy = Coupled { m: 1.0, c: 0.0 };
    let mut motion = Integrator::new(heavy, Midpoint, 0.1, [1.0, 0.0], [0.0, 0.0]).expect("a start");
    let before = motion.state();
    let error = motion.set_system(Coupled { m: 1.0, c: 2.0 }).expect_err("m < c");
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): with these parameters the kinetic energy is below zero along `0.89 x − 0.45 y`; masses and moments of \
         inertia are above zero, and an energy that may be negative is declared by `lagrangian = ..`"
    );
    assert_eq!(motion.state(), before);
}

/// Without the spring between them nothing determines how x and y share their motion.
#[test]
fn undetermined_velocities_have_a_direction() {
    let error = failure(Coupled { m: 1.0, c: 1.0 }, Verlet).expect("Verlet needs a mass");
    assert!(
        error
            .to_string()
            .contains("does not determine the velocity along `0.71 x − 0.71 y`"),
        "{error}"
    );
}

/// Forty masses, more than are compared with each other.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x[40]),
    kinetic = 0.5 * dt(x).norm_squared() + 0.5 * (m - 1) * dt(x[25]).powi(2),
    discretize(Midpoint)
)]
struct Many {
    m: f64,
}

#[test]
fn one_negative_mass_among_many_is_found() {
    let start = |m: f64| Integrator::new(Many { m }, Midpoint, 0.1, [0.0; 40], [1.0; 40]);
    let error = start(-1e-3).expect_err("a negative mass").failure;
    let Failure::NegativeMass { direction } = error else {
        panic!("{error}");
    };
    assert_eq!(direction.to_string(), "x[25]");
    assert!(start(1e-3).is_ok());
}
