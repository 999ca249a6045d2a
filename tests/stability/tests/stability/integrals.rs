//! Integrals along a trajectory, against the closed forms of Kepler's ellipse.

use extremal::blocks::{NoInputs, Vector};
use extremal::prelude::*;
use extremal::trajectory::NoIntegral;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -1 / r.norm(),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<4, Gauss<4>>, Hermite<P2>)
)]
pub(crate) struct Kepler;

/// The same for any number of planets.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..n, |i| -1 / r[i].norm()),
    discretize(Verlet, Galerkin<2, Gauss<2>>, Hermite<P2>)
)]
pub(crate) struct Planets {
    pub(crate) n: usize,
}

const E: f64 = 0.3;
/// The eccentric anomaly at the end: no symmetric piece of the ellipse.
const ANOMALY: f64 = 2.0;

/// The length of a step, if there are so many.
fn length(steps: usize) -> f64 {
    (ANOMALY - E * ANOMALY.sin()) / steps as f64
}

/// The start at the pericentre, with the energy −½.
pub(crate) fn start(e: f64) -> ([f64; 2], [f64; 2]) {
    ([1.0 - e, 0.0], [0.0, ((1.0 + e) / (1.0 - e)).sqrt()])
}

/// ∫ (|r| + |v|²) dt with |r| = 1 − e cos E, dt = |r| dE, |v|² = 2/|r| − 1.
fn exact() -> f64 {
    let (sin, double) = (ANOMALY.sin(), (2.0 * ANOMALY).sin());
    let of_r = ANOMALY - 2.0 * E * sin + E * E * (0.5 * ANOMALY + 0.25 * double);
    of_r + ANOMALY + E * sin
}

fn norm_squared(x: &impl Vector<f64>) -> f64 {
    x.as_slice().iter().map(|x| x * x).sum()
}

fn found<S, D>(mut motion: Integrator<S, D>, steps: usize) -> f64
where
    S: Discretize<D> + Lagrangian<Scalar = f64>,
    S::Inputs: NoInputs,
{
    let trajectory = motion.run(steps).expect("small steps");
    let value =
        |point: &extremal::trajectory::PointOf<S>| norm_squared(&point.q).sqrt() + norm_squared(&point.v);
    let all = trajectory.integrals(value).expect("all states are recorded");
    let integral = trajectory.integral(value).expect("all states are recorded");
    assert_eq!((all.len(), all[0], all[steps]), (steps + 1, 0.0, integral));
    integral
}

/// With a planet of each world: the errors for growing numbers of steps, and the order of the last two.
fn check<D: Copy>(scheme: D, order: f64, counts: [usize; 3])
where
    Kepler: Discretize<D>,
{
    let (q, v) = start(E);
    let [_, coarse, fine] = counts.map(|steps| {
        let motion = Integrator::new(Kepler, scheme, length(steps), q, v).expect("a start");
        (steps as f64, (found(motion, steps) - exact()).abs())
    });
    let measured = (coarse.1 / fine.1).ln() / (fine.0 / coarse.0).ln();
    // The next term of the error is smaller by h²: some percent.
    assert!(
        (measured - order).abs() < 0.06 * order,
        "{}: {measured}",
        core::any::type_name::<D>()
    );
}

#[test]
fn integrals_have_the_order_of_the_nodes() {
    check(Verlet, 2.0, [20, 40, 80]);
    check(Midpoint, 2.0, [20, 40, 80]);
    check(Galerkin::<2, Gauss<2>>::default(), 4.0, [10, 20, 40]);
    check(Galerkin::<2, Lobatto<3>>::default(), 4.0, [10, 20, 40]);
    // Points between the nodes have the order 5.
    check(Galerkin::<4, Gauss<4>>::default(), 8.0, [6, 8, 12]);
    check(Hermite::<P2>::default(), 4.0, [10, 20, 40]);
    check(Composition::<4, _>(Verlet), 4.0, [10, 20, 40]);
}

#[test]
fn systems_of_any_size_have_the_same_integrals() {
    fn both<D: Copy>(scheme: D)
    where
        Kepler: Discretize<D>,
        Planets: Discretize<D>,
    {
        let (q, v) = start(E);
        let of_one = Integrator::new(Kepler, scheme, length(20), q, v).expect("a start");
        let of_any = Integrator::new(Planets { n: 1 }, scheme, length(20), q, v).expect("a start");
        // Twenty steps of rounding of numbers of size five.
        let difference = found(of_one, 20) - found(of_any, 20);
        assert!(difference.abs() < 1e-12, "{difference}");
    }
    both(Verlet);
    both(Galerkin::<2, Gauss<2>>::default());
    both(Hermite::<P2>::default());
    both(Composition::<4, _>(Verlet));
}

#[test]
fn an_integral_over_gaps_is_an_error() {
    let (q, v) = start(E);
    let mut motion = Integrator::new(Kepler, Verlet, 0.01, q, v).expect("a start");
    let time = |_: &_| 1.0;
    let is_missing = |trajectory: &Trajectory<_, _>| {
        let found = trajectory.integral(time);
        matches!(found, Err(NoIntegral::NotRecorded(_))) && trajectory.crossings(time).is_err()
    };
    // No time, and nothing recorded of some.
    let mut some = Trajectory::every(4);
    assert_eq!(some.integral(time), Ok(0.0));
    motion.record(&mut some, 0).expect("no step");
    assert_eq!(some.integral(time), Ok(0.0));
    motion.record(&mut some, 2).expect("small steps");
    assert!(some.len() == 1 && is_missing(&some));
    motion.record(&mut some, 2).expect("small steps");
    assert!(some.len() == 2 && is_missing(&some));

    // At a kick there is no time.
    let mut all = motion.run(10).expect("small steps");
    motion.kick([0.1, 0.2]).expect("finite");
    motion.record(&mut all, 10).expect("small steps");
    let integrals = all.integrals(time).expect("all states are recorded");
    assert!(all.len() == 22 && integrals.len() == 22 && integrals[10] == integrals[11]);
    assert!((integrals[21] - 0.2).abs() < 1e-15);
    // A motion that goes on from elsewhere was not recorded on the way.
    motion.step_many(5).expect("small steps");
    motion.record(&mut all, 5).expect("small steps");
    assert!(is_missing(&all));
}

#[test]
fn a_function_that_is_not_finite_has_no_integral() {
    let (q, v) = start(E);
    let mut motion = Integrator::new(Kepler, Verlet, 0.1, q, v).expect("a start");
    let trajectory = motion.run(10).expect("small steps");
    let found = trajectory.integral(|point| if point.t > 0.5 { f64::NAN } else { 1.0 });
    let Err(NoIntegral::NotFinite { t }) = found else {
        panic!("{found:?}")
    };
    // The middle of the sixth step.
    assert!((t - 0.55).abs() < 1e-15);
}
