//! A step and its derivative from one solve have the bits of those from two; a failure changes nothing.

use extremal::Failure;
use extremal::prelude::*;

/// A driven pendulum in polar coordinates, with friction.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r, phi),
    inputs(u),
    kinetic = 0.5 * (dt(r).powi(2) + r.powi(2) * dt(phi).powi(2)),
    potential = 50 * (r - 1).powi(2) - 9.81 * r * cos(phi),
    dissipation = 0.05 * dt(phi).powi(2),
    force(phi = u),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark, Hermite<P2>, ProlongationCollocation<Gauss<4>>)
)]
struct Spring;

/// The same on a rod.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    inputs(u),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    force(r[0] = u),
    constraint(rod = 0.5 * (r.norm_squared() - 1)),
    discretize(Verlet, Midpoint, NullSpace<Midpoint>, Livens, Hermite<P2>)
)]
struct Rod;

macro_rules! same_bits {
    ($system:expr, $scheme:expr, $q:expr, $v:expr) => {{
        let start = || Integrator::new($system, $scheme, 0.02, $q, $v).expect("a good start");
        let (mut once, mut twice) = (start(), start());
        for k in 0..20 {
            let u = [0.1 * f64::from(k)];
            let derivative = twice.linearize_with(u).expect("a small step");
            let report = twice.step_with(u).expect("a small step");
            let found = once.step_linearized_with(u).expect("a small step");
            assert_eq!(format!("{found:?}"), format!("{:?}", (report, derivative)));
            assert_eq!(once.snapshot(), twice.snapshot());
        }
    }};
}

#[test]
fn one_solve_has_the_bits_of_two() {
    let (q, v) = ([1.1, 0.8], [0.2, -1.0]);
    same_bits!(Spring, Verlet, q, v);
    same_bits!(Spring, Midpoint, q, v);
    same_bits!(&Spring, Galerkin::<2, Gauss<2>>::default(), q, v);
    same_bits!(Spring, Livens, q, v);
    same_bits!(Spring, Newmark::default(), q, v);
    same_bits!(Spring, Hermite::<P2>::default(), q, v);
    same_bits!(Spring, ProlongationCollocation(Gauss::<4>), q, v);
    same_bits!(Spring, Composition::<4, _>(Midpoint), q, v);
    same_bits!(Spring, Composition::<6, _>(Livens), q, v);
}

#[test]
fn one_solve_has_the_bits_of_two_with_constraints() {
    let (q, v) = ([0.6, -0.8], [0.8, 0.6]);
    same_bits!(Rod, Verlet, q, v);
    same_bits!(Rod, Midpoint, q, v);
    same_bits!(Rod, NullSpace(Midpoint), q, v);
    same_bits!(Rod, Livens, q, v);
    same_bits!(Rod, Hermite::<P2>::default(), q, v);
    same_bits!(Rod, Composition::<4, _>(Livens), q, v);
}

#[test]
fn a_step_that_fails_changes_nothing() {
    let mut motion = Integrator::new(Spring, Midpoint, 0.02, [1.1, 0.8], [0.2, -1.0]).expect("a good start");
    let before = motion.snapshot();
    let error = motion
        .step_linearized_with([f64::INFINITY])
        .expect_err("no finite inputs");
    assert!(
        matches!(error.failure, Failure::NotFinite { what: "inputs" }),
        "{error}"
    );
    motion
        .step_linearized_with([1e300])
        .expect_err("the step overflows");
    assert_eq!((motion.snapshot(), motion.steps()), (before, 0));
    assert!(motion.last_iterate().is_some());
    motion.step_linearized_with([0.0]).expect("the step is small");
}

/// Explicit, and with a root whose derivative is infinite where the step is finite.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -abs(x).powf(1.5), discretize(Verlet, Midpoint))]
struct Cusp;

/// The step succeeds, its derivative does not: the step is not made.
#[test]
fn a_derivative_that_fails_makes_no_step() {
    let mut motion = Integrator::new(Cusp, Verlet, 0.1, [0.0], [0.0]).expect("a good start");
    let before = motion.snapshot();
    // The second derivative of |x|^1.5 is infinite at 0.
    motion.step_linearized().expect_err("no derivative");
    assert_eq!((motion.snapshot(), motion.steps()), (before, 0));
    motion.step().expect("the step itself can be made");
}
