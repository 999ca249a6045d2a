//! Coordinates without mass, vibrations, compositions, literal lengths and threads, with constraints on velocities of items.

use extremal::blocks::{NoInputs, Vector};
use extremal::prelude::*;
use rayon::ThreadPoolBuilder;

use super::systems::Sleds;
use crate::systems::distance;

/// Oscillators with needles that have no mass and turn as fast as the oscillators are out.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], z[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2)),
    massless(z),
    rolling(needle = array(0..n, |i| dt(z[i]) - x[i])),
    discretize(Verlet, Midpoint, Livens)
)]
struct Needles {
    n: usize,
}

/// The same with a rod between the first two oscillators.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], z[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2)),
    massless(z),
    constraint(rod = x[0] - x[1]),
    rolling(needle = array(0..n, |i| dt(z[i]) - x[i])),
    discretize(Verlet, Midpoint, Livens)
)]
struct TiedNeedles {
    n: usize,
}

/// x = a cos t, z = a sin t.
macro_rules! integrates {
    ($system:expr, $scheme:expr, $amplitudes:expr) => {{
        let list =
            |of_x: f64, of_z: f64| [$amplitudes.map(|a| of_x * a), $amplitudes.map(|a| of_z * a)].concat();
        let error = |steps: usize| {
            let start = (list(1.0, 0.0), list(0.0, 1.0));
            let mut motion =
                Integrator::new($system, $scheme, 2.0 / steps as f64, start.0, start.1).expect("a start");
            motion.step_many(steps).expect("regular steps");
            let State { t, q, p } = motion.state();
            assert!(p.iter().skip(3).all(|p| p.abs() < 1e-15), "{p}");
            let of_p = distance(&p.as_slice()[..3], &list(-t.sin(), 0.0)[..3]);
            distance(q.as_slice(), &list(t.cos(), t.sin())).max(of_p)
        };
        let (coarse, fine) = (error(50), error(100));
        assert!((coarse / fine - 4.0).abs() < 0.1, "{coarse:e}, {fine:e}");
    }};
}

#[test]
fn coordinates_without_mass_follow_their_constraints() {
    let system = Needles { n: 3 };
    integrates!(&system, Verlet, [1.0, 0.4, -0.7]);
    integrates!(&system, Midpoint, [1.0, 0.4, -0.7]);
    integrates!(&system, Livens, [1.0, 0.4, -0.7]);
}

#[test]
fn coordinates_without_mass_follow_their_constraints_beside_those_on_coordinates() {
    let system = TiedNeedles { n: 3 };
    integrates!(&system, Livens, [1.0, 1.0, -0.7]);
    integrates!(&system, Verlet, [1.0, 1.0, -0.7]);
    integrates!(&system, Midpoint, [1.0, 1.0, -0.7]);
}

/// Masses whose velocities have a sum that time alone determines: what is left of it without items has no coordinate. Their
/// numbers are on the heap, as those of all systems with constraints.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[N]),
    kinetic = sum(0..N, |i| 0.5 * dt(x[i]).powi(2)),
    rolling(sum(0..N, |i| dt(x[i])) == sin(t)),
    output(push = multiplier(rolling_0)),
    discretize(Verlet, Midpoint, Livens)
)]
struct Driven<const N: usize>;

/// x = (1 − cos t)/n, n λ = −cos t.
#[test]
fn a_sum_may_be_driven() {
    fn error<D>(scheme: D, steps: usize) -> f64
    where
        Driven<4>: Discretize<D, Inputs = [f64; 0]>,
    {
        let system = Driven::<4>;
        let mut motion =
            Integrator::new(system, scheme, 2.0 / steps as f64, [0.0; 4], [0.0; 4]).expect("at rest");
        motion.step_many(steps).expect("regular steps");
        let State { t, q, p } = motion.state();
        let of_p = distance(p.as_slice(), &[t.sin() / 4.0; 4]);
        distance(q.as_slice(), &[(1.0 - t.cos()) / 4.0; 4]).max(of_p)
    }
    for ratio in [
        error(Verlet, 50) / error(Verlet, 100),
        error(Midpoint, 50) / error(Midpoint, 100),
        error(Livens, 50) / error(Livens, 100),
    ] {
        assert!((ratio - 4.0).abs() < 0.1, "{ratio}");
    }
    let list = |x: f64| extremal::nalgebra::DVector::from_element(4, x);
    let push = Driven::<4>.push(0.7, &list(0.3), &list(0.7_f64.sin() / 4.0));
    assert!((push.expect("masses") + 0.7_f64.cos() / 4.0).abs() < 1e-15);
}

/// Wheels in a row with springs between them, on pendulums' hubs.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], phi[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2) + 0.2 * dt(phi[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2) - 0.3 * cos(phi[i])) + sum(1..n, |i| 0.5 * (x[i] - x[i - 1]).powi(2)),
    rolling(no_slip = array(0..n, |i| dt(x[i]) - 0.7 * dt(phi[i]))),
    discretize(Midpoint)
)]
struct Wheels {
    n: usize,
}

/// The same by the angles.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(phi[n]),
    kinetic = sum(0..n, |i| 0.5 * (0.7 * dt(phi[i])).powi(2) + 0.2 * dt(phi[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * (0.7 * phi[i]).powi(2) - 0.3 * cos(phi[i]))
        + sum(1..n, |i| 0.5 * (0.7 * (phi[i] - phi[i - 1])).powi(2)),
    discretize(Midpoint)
)]
struct Angles {
    n: usize,
}

/// The frequencies are those of the free coordinates. A part of the momentum changes its sign in each step; it is not counted
/// as a vibration.
#[test]
fn vibrations_are_those_that_the_constraints_leave() {
    let wheels = Integrator::new(Wheels { n: 4 }, Midpoint, 0.3, [0.0; 8], [0.0; 8]).expect("at rest");
    let angles = Integrator::new(Angles { n: 4 }, Midpoint, 0.3, [0.0; 4], [0.0; 4]).expect("at rest");
    let (found, expected) = (
        wheels.frequencies().expect("eigenvalues"),
        angles.frequencies().expect("eigenvalues"),
    );
    assert_eq!((found.len(), expected.len()), (4, 4));
    // Alternating modes are defective eigenvalues, which halve the digits of others.
    assert!(
        distance(&found, &expected) < 1e-7,
        "{found:?} is not {expected:?}"
    );
}

fn sleds() -> Sleds {
    Sleds {
        m: vec![1.0, 2.0, 0.7],
        k: 0.1,
        a: 0.2,
        s: 0.3,
    }
}

/// q and p at t = 2.
fn end<D: Copy>(scheme: D, steps: usize) -> Vec<f64>
where
    Sleds: Discretize<D, Inputs = [f64; 1]>,
{
    let q = [0.0, 0.3, 1.1, 0.0, 2.0, 0.4, 0.2, -0.3, 0.5];
    let v = [0.7, 0.2, 0.5, -0.3, 0.9, 0.1, 0.9, 0.4, -0.6];
    let (q, v) = sleds().project(0.0, q, v).expect("a start near");
    let mut motion = Integrator::new(sleds(), scheme, 2.0 / steps as f64, q, v).expect("it rolls");
    for _ in 0..steps {
        motion.step_with([0.4]).expect("a regular step");
    }
    let State { q, p, .. } = motion.state();
    [q.as_slice(), p.as_slice()].concat()
}

/// The alternating part of the momentum is of no lower order: halving the step divides the error by 16.
#[test]
fn compositions_are_of_fourth_order() {
    let exact = end(Composition::<6, _>(Midpoint), 800);
    for (coarse, fine) in [
        (
            end(Composition::<4, _>(Midpoint), 60),
            end(Composition::<4, _>(Midpoint), 120),
        ),
        (
            end(Composition::<4, _>(Livens), 60),
            end(Composition::<4, _>(Livens), 120),
        ),
    ] {
        let ratio = distance(&coarse, &exact) / distance(&fine, &exact);
        assert!((ratio - 16.0).abs() < 1.0, "{ratio}");
    }
}

/// More constraints than coordinates, or one whose ratio vanishes, determine no reactions.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], y[n]),
    kinetic = sum(0..n, |i| dt(x[i]).powi(2) + dt(y[i]).powi(2)),
    rolling(
        first = array(0..n, |i| dt(x[i]) - c[i] * dt(y[i])),
        second = array(0..n, |i| k[i] * (dt(x[i]) - y[i] * dt(y[i]))),
    ),
    discretize(Midpoint)
)]
struct Axles {
    n: usize,
    c: Vec<f64>,
    k: Vec<f64>,
}

#[test]
fn constraints_that_nothing_can_share_are_failures() {
    let failure = |c: f64, k: f64| {
        let axles = Axles {
            n: 2,
            c: vec![1.0, c],
            k: vec![1.0, k],
        };
        let motion = Integrator::new(axles, Midpoint, 0.01, [0.0, 0.0, 2.0, 2.0], [0.0; 4]);
        motion.and_then(|mut motion| motion.step().map(|_| ()))
    };
    assert!(failure(3.0, 1.0).is_ok());
    // The elimination meets one of the two that share a reaction.
    let error = failure(2.0, 1.0).expect_err("it follows");
    assert!(error.to_string().contains("[1]`, which is redundant"), "{error}");
    let error = failure(3.0, 0.0).expect_err("no gradient");
    assert!(error.to_string().contains("second[1]"), "{error}");
}

/// Sleds on one thread, and on several.
macro_rules! sleds {
    ($name:ident $(, $parallel:ident)?) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[n][2], phi[n]),
            kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
            potential = sum(0..n - 1, |i| 0.5 * (r[i + 1] - r[i]).norm_squared()),
            rolling(blade = array(0..n, |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]))),
            discretize(Midpoint),
            $($parallel)?
        )]
        struct $name {
            n: usize,
        }
    };
}

sleds!(Long);
sleds!(Threaded, parallel);

/// The sums of a literal length above 256 are loops as well.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[300][2], phi[300]),
    kinetic = sum(0..300, |i| 0.5 * dt(r[i]).norm_squared() + 0.15 * dt(phi[i]).powi(2)),
    potential = sum(0..300 - 1, |i| 0.5 * (r[i + 1] - r[i]).norm_squared()),
    rolling(blade = array(0..300, |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1]))),
    discretize(Midpoint)
)]
struct Literal;

/// q and p of twenty steps of 300 sleds, each of which begins along its blade.
fn moved<S>(system: S) -> Vec<f64>
where
    S: Discretize<Midpoint, Scalar = f64>,
    S::Inputs: NoInputs,
{
    let n = system.coordinate_count() / 3;
    let angle = |i: usize| 0.7 * i as f64;
    let (q, v) = (
        S::Configuration::with_len(3 * n, |k| match k.checked_sub(2 * n) {
            None => 0.4 * k as f64,
            Some(i) => angle(i),
        }),
        S::Velocity::with_len(3 * n, |k| match (k.checked_sub(2 * n), k % 2) {
            (Some(i), _) => 0.3 * angle(i).cos(),
            (None, 0) => angle(k / 2).cos(),
            (None, _) => angle(k / 2).sin(),
        }),
    );
    let mut motion = Integrator::new(system, Midpoint, 0.02, q, v).expect("it rolls");
    motion.step_many(20).expect("regular steps");
    let State { q, p, .. } = motion.state();
    [q.as_slice(), p.as_slice()].concat()
}

#[test]
fn literal_lengths_and_threads_give_the_same_motion() {
    let long = moved(Long { n: 300 });
    let bits = |numbers: &[f64]| -> Vec<u64> { numbers.iter().map(|x| x.to_bits()).collect() };
    assert_eq!(bits(&moved(Literal)), bits(&long));
    let on = |threads: usize| {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| moved(Threaded { n: 300 }))
    };
    let together = on(1);
    // Sums in another order: some roundings of q of size two hundred.
    assert!(distance(&together, &long) < 1e-11);
    assert_eq!(bits(&on(3)), bits(&together));
}
