//! Snapshots beside other parameters, other numbers of the scheme and other step sizes: what was computed from the old ones is
//! computed anew.

use core::fmt::Debug;

use extremal::blocks::{IntoBlock, NoInputs, Vector};
use extremal::integrator::SnapshotOf;
use extremal::prelude::*;
use extremal::schemes::{Hermite, Moreau, Newmark, P2, ProlongationCollocation, Theta};

/// A pendulum with a spring, whose parameters the schemes put into constants and into what they carry.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2) - cos(x),
    discretize(Verlet, Midpoint, Livens, Newmark, Hermite<P2>, Galerkin<2, Gauss<2>>, ProlongationCollocation<Gauss<2>>),
)]
struct Spring {
    m: f64,
    k: f64,
}

/// A chain of such springs.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * m * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * k * x[i].powi(2)) + sum(1..n, |i| 0.25 * k * (x[i] - x[i - 1]).powi(4)),
    discretize(Verlet, Midpoint, Livens, Newmark),
)]
struct Chain {
    n: usize,
    m: f64,
    k: f64,
}

/// A ball on a floor that is pressed on it by a spring.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    contact(floor, gap = x + 0.5, restitution = 0.5),
    discretize(Moreau, Theta),
)]
struct Ball {
    m: f64,
    k: f64,
}

/// With `other` in place of `system`, a restored motion is the one that starts at the same state.
fn goes_on_with<S, D, Q>(system: S, other: S, scheme: D, q0: Q)
where
    S: Clone + Lagrangian<Scalar = f64, Inputs: NoInputs> + Discretize<D>,
    S::Configuration: PartialEq + Debug,
    S::Momentum: PartialEq + Debug,
    D: Copy,
    Q: Clone + IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
{
    let mut motion: Integrator<S, D> =
        Integrator::new(system.clone(), scheme, 0.01, q0.clone(), q0).expect("a start");
    motion.step_many(5).expect("a small step");
    let saved = motion.snapshot();
    motion.step_many(20).expect("a small step");
    let undisturbed = motion.state();

    motion.restore(&saved).expect("the same parameters");
    let at = motion.state();
    motion.step_many(20).expect("a small step");
    assert_eq!(
        motion.state(),
        undisturbed,
        "the same parameters have the same bits"
    );

    motion.set_system(other.clone()).expect("good parameters");
    motion.restore(&saved).expect("other parameters");
    assert_eq!(motion.state(), at);
    let mut fresh: Integrator<S, D> = Integrator::from_state(other, scheme, 0.01, at).expect("a start");
    motion.step_many(20).expect("a small step");
    fresh.step_many(20).expect("a small step");
    let (found, expected) = (motion.state(), fresh.state());
    let numbers = |state: &extremal::StateOf<S>| [state.q.as_slice(), state.p.as_slice()].concat();
    for (found, expected) in numbers(&found).into_iter().zip(numbers(&expected)) {
        // Where nothing was computed from parameters, guesses are kept: they change what Newton's method leaves, a few ε a step.
        let name = core::any::type_name::<(S, D)>();
        assert!(
            (found - expected).abs() <= 1e-12 * (1.0 + expected.abs()),
            "{name}: {found} {expected}"
        );
    }
    assert_ne!(found, undisturbed);
}

#[test]
fn constants_are_those_of_the_present_parameters() {
    let springs = [
        Spring { m: 1.0, k: 1.0 },
        Spring { m: 2.0, k: 1.0 },
        Spring { m: 1.0, k: 400.0 },
    ];
    for other in [springs[1], springs[2]] {
        let start = [0.8];
        goes_on_with(springs[0], other, Verlet, start);
        goes_on_with(springs[0], other, Midpoint, start);
        goes_on_with(springs[0], other, Livens, start);
        goes_on_with(springs[0], other, Newmark::default(), start);
        goes_on_with(springs[0], other, Hermite::<P2>::default(), start);
        goes_on_with(springs[0], other, Galerkin::<2, Gauss<2>>::default(), start);
        goes_on_with(
            springs[0],
            other,
            ProlongationCollocation::<Gauss<2>>::default(),
            start,
        );
        goes_on_with(springs[0], other, Composition::<4, Midpoint>::default(), start);
        let (ball, other) = (
            Ball { m: 1.0, k: 1.0 },
            Ball {
                m: other.m,
                k: other.k,
            },
        );
        goes_on_with(ball, other, Moreau, start);
        goes_on_with(ball, other, Theta::default(), start);
        let of = |m, k| Chain { n: 3, m, k };
        let start = [0.8, 0.1, -0.3];
        goes_on_with(of(1.0, 1.0), of(other.m, other.k), Verlet, start);
        goes_on_with(of(1.0, 1.0), of(other.m, other.k), Midpoint, start);
        goes_on_with(of(1.0, 1.0), of(other.m, other.k), Livens, start);
        goes_on_with(of(1.0, 1.0), of(other.m, other.k), Newmark::default(), start);
    }
}

/// β, γ and h of the integrator and of the file count, and not those with which the memory was computed.
#[test]
fn numbers_of_the_scheme_and_step_sizes_are_the_present_ones() {
    let spring = Spring { m: 1.0, k: 4.0 };
    let damped = Newmark {
        beta: 0.3025,
        gamma: 0.6,
    };
    let mut motion = Integrator::new(spring, Newmark::default(), 0.1, [0.8], [0.0]).expect("a start");
    motion.step_many(5).expect("a small step");
    let (saved, at) = (motion.snapshot(), motion.state());

    let mut other = Integrator::new(spring, damped, 0.1, [0.0], [0.0]).expect("a start");
    other.restore(&saved).expect("a good snapshot");
    let mut fresh = Integrator::from_state(spring, damped, 0.1, at).expect("a start");
    other.step_many(20).expect("a small step");
    fresh.step_many(20).expect("a small step");
    assert_eq!(other.state(), fresh.state());

    let text = serde_json::to_string(&saved).expect("numbers can be written");
    let edited = text.replace("\"h\":0.1", "\"h\":0.2");
    assert_ne!(edited, text);
    let edited: SnapshotOf<Spring, Newmark> = serde_json::from_str(&edited).expect("still a snapshot");
    motion.restore(&edited).expect("a possible step size");
    // The time is t₀ + k h, with the new h.
    assert_eq!(motion.time(), 1.0);
    let start = motion.state();
    let mut fresh = Integrator::from_state(spring, Newmark::default(), 0.2, start).expect("a start");
    motion.step_many(20).expect("a small step");
    fresh.step_many(20).expect("a small step");
    assert!((motion.state().q[0] - fresh.state().q[0]).abs() < 1e-13);
    assert!((motion.state().p[0] - fresh.state().p[0]).abs() < 1e-13);
}
