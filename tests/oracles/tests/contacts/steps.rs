//! Steps of the derived schemes against the same by hand, to rounding: from states with closed contacts, and along motions.

use extremal::blocks::NoInputs;
use extremal::drive::ContactReport;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

use crate::bouncing_ball::BouncingBall;
use crate::by_hand::ball::Ball;
use crate::by_hand::impacting::Impacting;
use crate::by_hand::stepping::{Node, Scheme, step};
use crate::by_hand::wall_pendulum::WallPendulum;
use crate::by_hand::woodpecker::Woodpecker;
use crate::random::Random;
use crate::{wall_pendulum, woodpecker};

/// Scheme, step size and number of steps.
#[derive(Clone, Copy)]
struct Run {
    by_hand: Scheme,
    h: f64,
    steps: usize,
}

/// Every node and every velocity of a motion, relative to the largest number of theirs, or to one.
fn check<S, D, const N: usize>(
    system: S,
    scheme: D,
    oracle: &impl Impacting<N>,
    (q, v): ([f64; N], [f64; N]),
    run: Run,
    tolerance: f64,
) where
    S: Contacts<
            Scalar = f64,
            Configuration = SVector<f64, N>,
            Velocity = SVector<f64, N>,
            Momentum = SVector<f64, N>,
        > + Discretize<D, Report = ContactReport<S>>
        + Copy,
    S::Inputs: NoInputs,
{
    let p = system.momentum(0.0, &q.into(), &v.into());
    let start = State {
        t: 0.0,
        q: q.into(),
        p,
    };
    let mut motion = Integrator::from_state(system, scheme, run.h, start).expect("a start");
    let mut node = Node::start(q, v);
    for k in 0..run.steps {
        let report = motion.step().expect("a step");
        node = step(oracle, run.by_hand, run.h, &node);
        let close = |what: &str, found: &SVector<f64, N>, expected: &[f64; N]| {
            let expected = SVector::from(*expected);
            let (off, size) = ((found - expected).amax(), expected.amax().max(1.0));
            assert!(
                off <= tolerance * size,
                "{what} after step {k}: {found}, not {expected} ({off:e})"
            );
        };
        close("q", &motion.state().q, &node.q);
        close("u", &report.velocity, &node.u);
    }
}

const SCHEMES: [Scheme; 4] = [
    Scheme::Moreau,
    Scheme::Symmetric,
    Scheme::Variational,
    Scheme::Theta(0.5),
];

#[test]
fn balls_bounce_as_by_hand() {
    let (m, g, restitution) = (0.1, 9.81, 0.75);
    let (ball, oracle) = (BouncingBall { m, g, e: restitution }, Ball { m, g, restitution });
    let [run, ..] = SCHEMES.map(|by_hand| Run {
        by_hand,
        h: 1e-3,
        steps: 4000,
    });
    // Through all impacts into rest: what rounding does to the time of an impact would be a whole step.
    check(ball, Moreau, &oracle, ([1.0], [0.0]), run, 1e-12);
    for (by_hand, symmetric) in [(Scheme::Symmetric, true), (Scheme::Variational, false)] {
        let run = Run { by_hand, ..run };
        if symmetric {
            check(ball, SymmetricMoreau, &oracle, ([1.0], [0.0]), run, 1e-12);
        } else {
            check(ball, VariationalMoreau, &oracle, ([1.0], [0.0]), run, 1e-12);
        }
    }
}

/// The schemes with a mass matrix that depends on the coordinates.
fn check_pendulum(start: ([f64; 2], [f64; 2]), h: f64, steps: usize, tolerance: f64) {
    let (pendulum, _) = wall_pendulum::OF_PAPER;
    let (oracle, _) = WallPendulum::OF_PAPER;
    let [moreau, symmetric, variational, theta] = SCHEMES.map(|by_hand| Run { by_hand, h, steps });
    check(pendulum, Moreau, &oracle, start, moreau, tolerance);
    check(pendulum, SymmetricMoreau, &oracle, start, symmetric, tolerance);
    check(
        pendulum,
        VariationalMoreau,
        &oracle,
        start,
        variational,
        tolerance,
    );
    check(pendulum, Theta { theta: 0.5 }, &oracle, start, theta, tolerance);
    let late = Run {
        by_hand: Scheme::Theta(0.7),
        ..theta
    };
    check(pendulum, Theta { theta: 0.7 }, &oracle, start, late, tolerance);
}

#[test]
fn pendulums_hit_walls_as_by_hand() {
    // Two impacts. Rounding grows like the motion's distances, by some hundreds.
    check_pendulum((WallPendulum::OF_PAPER.1, [0.0; 2]), 2e-3, 1000, 1e-11);
    // Single steps, into the wall and out of it.
    let mut random = Random::new(1);
    for _ in 0..100 {
        let q = [random.within(-0.02, 0.02), random.within(0.8, 1.3)];
        let v = [random.within(-3.0, 3.0), random.within(-2.0, 2.0)];
        check_pendulum((q, v), random.within(1e-4, 2e-2), 1, 1e-13);
    }
}

#[test]
fn woodpeckers_step_as_by_hand() {
    let oracle = Woodpecker;
    let run = |by_hand, h, steps| Run { by_hand, h, steps };
    let start = (Woodpecker::Q, Woodpecker::V);
    // The sleeve jams and comes free, and the beak hits the pole. Inertias differ by 10⁴, and the motion is nearly chaotic.
    check(
        woodpecker::TOY,
        Moreau,
        &oracle,
        start,
        run(Scheme::Moreau, 1e-4, 1000),
        1e-8,
    );
    check(
        woodpecker::TOY,
        SymmetricMoreau,
        &oracle,
        start,
        run(Scheme::Symmetric, 1e-4, 1000),
        1e-8,
    );
    check(
        woodpecker::TOY,
        VariationalMoreau,
        &oracle,
        start,
        run(Scheme::Variational, 1e-4, 1000),
        1e-8,
    );
    let mut random = Random::new(2);
    for _ in 0..300 {
        // The sleeve touches at |φ_M| = 0.1034, and the beak at φ_S = 0.12.
        let tilt = if random.within(0.0, 1.0) < 0.5 {
            -0.1034
        } else {
            0.1034
        };
        let q = [
            0.0,
            tilt + random.within(-1e-3, 1e-3),
            0.12 + random.within(-1e-3, 1e-3),
        ];
        let v = [
            random.within(-0.5, 0.5),
            random.within(-10.0, 10.0),
            random.within(-10.0, 10.0),
        ];
        let h = random.within(1e-6, 1e-4);
        // The condition of M is 2e4.
        check(
            woodpecker::TOY,
            Moreau,
            &oracle,
            (q, v),
            run(Scheme::Moreau, h, 1),
            1e-10,
        );
        check(
            woodpecker::TOY,
            SymmetricMoreau,
            &oracle,
            (q, v),
            run(Scheme::Symmetric, h, 1),
            1e-10,
        );
    }
}
