//! The largest stable steps of systems of any size against the frequencies that textbooks give.

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::stability::StableSteps;

/// Springs between masses and both walls: `ω_j = 2 √(k/m) sin(j π/(2 (n + 1)))`.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    let spring = |longer| 1 / 2 * k * longer.powi(2) + 1 / 4 * longer.powi(4),
    kinetic = sum(0..masses, |i| 1 / 2 * m * dt(q[i]).powi(2)),
    potential = spring(q[0]) + sum(1..masses, |i| spring(q[i] - q[i - 1])) + spring(q[masses - 1]),
    dissipation = sum(0..masses, |i| 1 / 2 * c * dt(q[i]).powi(2)),
    discretize(Verlet, Midpoint, Hermite<P2>, Hermite<V2>, Newmark, Livens),
)]
struct Chain {
    masses: usize,
    m: f64,
    k: f64,
    c: f64,
}

/// Linear elements with their masses, both ends held: `ω_j² = 6 (1 − cos κ)/(2 + cos κ)/l²`, κ = j π/(n + 1).
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[nodes]),
    let rate = |a, b| l / 6 * (dt(a).powi(2) + dt(a) * dt(b) + dt(b).powi(2)),
    kinetic = sum(1..nodes, |i| rate(u[i - 1], u[i])) + l / 6 * dt(u[0]).powi(2) + l / 6 * dt(u[nodes - 1]).powi(2),
    potential = sum(1..nodes, |i| 1 / (2 * l) * (u[i] - u[i - 1]).powi(2))
        + 1 / (2 * l) * u[0].powi(2) + 1 / (2 * l) * u[nodes - 1].powi(2),
    discretize(Verlet),
)]
struct Bar {
    nodes: usize,
    l: f64,
}

/// Bodies that move freely, with springs between neighbours.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 1 / 2 * dt(q[i]).powi(2)),
    potential = sum(1..masses, |i| 1 / 2 * (q[i] - q[i - 1]).powi(2)),
    discretize(Verlet),
)]
struct Free {
    masses: usize,
}

fn stable<D>(chain: &Chain, scheme: D, longest: f64) -> StableSteps
where
    Chain: Discretize<D, Linearization: extremal::stability::Growing<Chain>>,
{
    let rest = || vec![0.0; chain.masses];
    let motion = Integrator::new(chain.clone(), scheme, 0.01, rest(), rest()).expect("rest");
    motion.largest_stable_step(longest).expect("linear equations")
}

fn check(found: StableSteps, expected: f64, digits: f64) {
    let StableSteps::Below(h) = found else {
        panic!("{found:?}, expected {expected}")
    };
    assert!(
        (h / expected - 1.0).abs() < digits,
        "{h} {expected} {:e}",
        h / expected - 1.0
    );
}

fn chain(c: f64) -> (Chain, f64) {
    let (masses, m, k) = (12, 0.5, 300.0);
    let n = masses as f64;
    let fastest = 2.0 * f64::sqrt(k / m) * (n * PI / (2.0 * (n + 1.0))).sin();
    (Chain { masses, m, k, c }, fastest)
}

#[test]
fn chains_are_stable_as_their_fastest_mode() {
    let (chain, fastest) = chain(0.0);
    check(stable(&chain, Verlet, 1.0), 2.0 / fastest, 1e-5);
    check(
        stable(&chain, Hermite::<P2>::default(), 1.0),
        3.1436 / fastest,
        2e-5,
    );
    // The explicit method of Newmark's family is Verlet; with numerical damping ω h = √(2/γ)  (Hughes, 1987, section 9.1).
    check(
        stable(
            &chain,
            Newmark {
                beta: 0.0,
                gamma: 0.5,
            },
            1.0,
        ),
        2.0 / fastest,
        1e-5,
    );
    check(
        stable(
            &chain,
            Newmark {
                beta: 0.0,
                gamma: 0.6,
            },
            1.0,
        ),
        (2.0_f64 / 0.6).sqrt() / fastest,
        1e-5,
    );
    assert_eq!(stable(&chain, Midpoint, 0.2), StableSteps::UpTo(0.2));
    assert_eq!(stable(&chain, Livens, 0.2), StableSteps::UpTo(0.2));
}

#[test]
fn bars_are_stable_as_their_fastest_mode() {
    let (nodes, l) = (12, 0.1_f64);
    let kappa = nodes as f64 * PI / (nodes as f64 + 1.0);
    let fastest = (6.0 * (1.0 - kappa.cos()) / (2.0 + kappa.cos())).sqrt() / l;
    let motion =
        Integrator::new(Bar { nodes, l }, Verlet, 1e-3, vec![0.0; nodes], vec![0.0; nodes]).expect("rest");
    check(
        motion.largest_stable_step(1.0).expect("linear equations"),
        2.0 / fastest,
        1e-5,
    );
}

#[test]
fn free_bodies_grow_linearly_only() {
    let masses = 8;
    let motion =
        Integrator::new(Free { masses }, Verlet, 0.5, vec![0.0; masses], vec![0.0; masses]).expect("rest");
    let fastest = 2.0 * (PI * 7.0 / 16.0).sin();
    check(
        motion.largest_stable_step(10.0).expect("linear equations"),
        2.0 / fastest,
        1e-5,
    );
    assert_eq!(motion.linearize().expect("a derivative").growth(), Ok(1.0));
}

#[test]
fn growth_is_the_spectral_radius() {
    // Beyond the limit the fastest mode alone is left: λ² − (2 − ω²h²) λ + 1 = 0.
    let (chain, fastest) = chain(0.0);
    let rest = vec![0.0; chain.masses];
    let h = 2.1 / fastest;
    let motion = Integrator::new(chain, Verlet, h, rest.clone(), rest).expect("rest");
    let half = 1.0 - 0.5 * 2.1_f64.powi(2);
    let expected = -half + (half * half - 1.0).sqrt();
    let growth = motion
        .linearize()
        .expect("a derivative")
        .growth()
        .expect("finite");
    assert!((growth / expected - 1.0).abs() < 1e-9, "{growth} {expected}");
}

/// Masses and springs in units from those of atoms to those of planets: ω h is a number.
const UNITS: [(f64, f64); 7] = [
    (1.0, 1.0),
    (1e-26, 1.0),
    (1e-12, 1e-2),
    (1e-9, 1.0),
    (1.0, 1e-12),
    (1.0, 1e12),
    (6e24, 2.4e11),
];

#[test]
fn limits_do_not_depend_on_units() {
    for (m, k) in UNITS {
        for masses in [1, 3] {
            let chain = Chain { masses, m, k, c: 0.0 };
            let n = masses as f64;
            let fastest = 2.0 * f64::sqrt(k / m) * (n * PI / (2.0 * (n + 1.0))).sin();
            check(stable(&chain, Verlet, 10.0 / fastest), 2.0 / fastest, 1e-5);
            let longest = 3.0 / fastest;
            assert_eq!(stable(&chain, Midpoint, longest), StableSteps::UpTo(longest));
            let rest = || vec![0.0; masses];
            for turn in [1e-2, 1e-4, 1e-6] {
                let motion = Integrator::new(&chain, Verlet, turn / fastest, rest(), rest()).expect("rest");
                let growth = motion
                    .linearize()
                    .expect("a derivative")
                    .growth()
                    .expect("finite");
                // The rounding of a turn by this angle.
                assert!(
                    (growth - 1.0).abs() < 1e-15 / turn,
                    "{m:e} {k:e} {masses} {turn}: {growth}"
                );
            }
        }
    }
}

/// The window between 3.0551 and 3.1623 is 3.5 % wide: √(28/3) and √10.
#[test]
fn narrow_windows_of_instability_are_found() {
    for (m, k) in [(1.0, 1.0), (1e-12, 1e-2)] {
        for masses in [1, 2, 3] {
            let chain = Chain { masses, m, k, c: 0.0 };
            let n = masses as f64;
            let fastest = 2.0 * f64::sqrt(k / m) * (n * PI / (2.0 * (n + 1.0))).sin();
            let found = stable(&chain, Hermite::<V2>::default(), 10.0 / fastest);
            check(found, f64::sqrt(28.0 / 3.0) / fastest, 2e-5);
        }
    }
}

/// Oscillators of frequency √k.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[k.len()]),
    kinetic = sum(0..k.len(), |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..k.len(), |i| 0.5 * k[i] * x[i].powi(2)),
    discretize(Galerkin<3, Lobatto<4>>, Hermite<P2>, Hermite<P1V1>, Galerkin<2, Gauss<2>>),
)]
struct Oscillators {
    k: Vec<f64>,
}

fn limit<D>(k: &[f64], scheme: D, longest: f64) -> StableSteps
where
    Oscillators: Discretize<D, Linearization: extremal::stability::Growing<Oscillators>>,
{
    let rest = vec![0.0; k.len()];
    let motion =
        Integrator::new(Oscillators { k: k.to_vec() }, scheme, 0.1, &rest, &rest).expect("a good start");
    motion.largest_stable_step(longest).expect("linear equations")
}

/// λ is near one as well where a step is a whole turn, or very long. The limits are those of dense eigenvalues every 0.001.
#[test]
fn a_long_step_is_no_short_one() {
    let lobatto = Galerkin::<3, Lobatto<4>>::default();
    for longest in [7.75, 11.0, 15.5, 100.0] {
        check(limit(&[1.0], lobatto, longest), 3.113, 3e-4);
        check(limit(&[1.0; 3], lobatto, longest), 3.113, 3e-4);
    }
    check(limit(&[1.0], Hermite::<P2>::default(), 15.0), 3.144, 3e-4);
    for longest in [10.0, 20.0, 1e4] {
        check(limit(&[1.0], Hermite::<P1V1>::default(), longest), 9.1652, 1e-4);
    }
    for longest in [10.0, 50.0, 1e4] {
        let growing = limit(&[1.0, -1.0], Galerkin::<2, Gauss<2>>::default(), longest);
        assert!(matches!(growing, StableSteps::Unstable(_)), "{growing:?}");
    }
}

/// All λ are near −1 there, and pairs of them nearly equal.
#[test]
fn very_long_steps_of_midpoint_have_no_limit() {
    for masses in [2, 3, 20] {
        let chain = Chain {
            masses,
            m: 1.0,
            k: 1.0,
            c: 0.0,
        };
        let motion =
            Integrator::new(chain, Midpoint, 0.01, vec![0.0; masses], vec![0.0; masses]).expect("a start");
        for longest in [1e2, 1e5, 1e6, 1e9] {
            let found = motion.largest_stable_step(longest).expect("a limit");
            assert_eq!(found, StableSteps::UpTo(longest), "{masses} masses");
        }
    }
}
