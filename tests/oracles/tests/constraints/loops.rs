//! Closed loops whose constraints follow from each other, on request: motions against the same mechanism without the redundant
//! constraint, and reactions against the pseudo-inverse of the gradients.

use std::array::from_fn;

use extremal::Failure;
use extremal::nalgebra::{DMatrix, DVector, Matrix6, Vector6};
use extremal::prelude::*;

const MASSES: [f64; 3] = [1.0, 2.0, 0.5];

/// A parallelogram with three cranks and three couplers, whose length is that of two others and of `slack`.
#[derive(Lagrangian, Clone, Copy, Debug)]
#[lagrangian(
    coordinates(b[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(b[i]).norm_squared()),
    potential = sum(0..3, |i| m[i] * g * b[i][1]) - push * b[0][1],
    constraint(
        crank = array(0..3, |i| (b[i] - [l * i, 0]).norm_squared() - l.powi(2)),
        c01 = unit * ((b[1] - b[0]).norm_squared() - l.powi(2)),
        c12 = (b[2] - b[1]).norm_squared() - l.powi(2),
        c02 = (b[2] - b[0]).norm_squared() - 4 * l.powi(2) - slack,
    ),
    redundant,
    output(pull = multiplier(crank)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Stabilized<Livens>),
)]
struct Loop {
    m: [f64; 3],
    g: f64,
    l: f64,
    unit: f64,
    slack: f64,
    /// A force on the first joint, upwards.
    push: f64,
}

/// The same without the coupler that follows from the others.
#[derive(Lagrangian, Clone, Copy, Debug)]
#[lagrangian(
    coordinates(b[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(b[i]).norm_squared()),
    potential = sum(0..3, |i| m[i] * g * b[i][1]),
    constraint(
        crank = array(0..3, |i| (b[i] - [l * i, 0]).norm_squared() - l.powi(2)),
        c01 = unit * ((b[1] - b[0]).norm_squared() - l.powi(2)),
        c12 = (b[2] - b[1]).norm_squared() - l.powi(2),
    ),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Stabilized<Livens>),
)]
struct Tree {
    m: [f64; 3],
    g: f64,
    l: f64,
    unit: f64,
}

/// The same loop, not asked to run.
#[derive(Lagrangian, Clone, Copy, Debug)]
#[lagrangian(
    coordinates(b[3][2]),
    kinetic = sum(0..3, |i| 0.5 * dt(b[i]).norm_squared()),
    constraint(
        crank = array(0..3, |i| (b[i] - [1.0 * i, 0]).norm_squared() - 1),
        c01 = (b[1] - b[0]).norm_squared() - 1,
        c12 = (b[2] - b[1]).norm_squared() - 1,
        c02 = (b[2] - b[0]).norm_squared() - 4,
    ),
    discretize(Verlet),
)]
struct Unasked;

impl Loop {
    const METRES: Self = Self {
        m: MASSES,
        g: 9.81,
        l: 1.0,
        unit: 1.0,
        slack: 0.0,
        push: 0.0,
    };

    fn tree(self) -> Tree {
        let Self { m, g, l, unit, .. } = self;
        Tree { m, g, l, unit }
    }

    /// Cranks at an angle that turn at a rate.
    fn start(self, angle: f64, rate: f64) -> ([f64; 6], [f64; 6]) {
        let (sin, cos) = angle.sin_cos();
        let along = |k: usize| {
            if k.is_multiple_of(2) {
                (k / 2) as f64 + cos
            } else {
                sin
            }
        };
        let across = |k: usize| if k.is_multiple_of(2) { -sin } else { cos };
        (
            from_fn(|k| self.l * along(k)),
            from_fn(|k| self.l * rate * across(k)),
        )
    }

    /// λ of least norm with the same force, by singular values: the gradients in units of the masses have rows of length one.
    fn least(self, q: &Vector6<f64>, multipliers: &[f64; 6]) -> [f64; 6] {
        let gradients: Matrix6<f64> = self.constraint_jacobian(0.0, q);
        let inertia = |j: usize| {
            (0..6)
                .map(|k| gradients[(j, k)].powi(2) / self.m[k / 2])
                .sum::<f64>()
        };
        let sizes: [f64; 6] = from_fn(|j| inertia(j).sqrt());
        let pull = DMatrix::from_fn(6, 6, |k, j| gradients[(j, k)] / (sizes[j] * self.m[k / 2].sqrt()));
        let scaled = DVector::from_fn(6, |j, _| multipliers[j] * sizes[j]);
        // Singular values are 1e-16, or of the size of one.
        let inverse = pull.clone().pseudo_inverse(1e-8).expect("a limit above zero");
        let least = inverse * (pull * scaled);
        from_fn(|j| least[j] / sizes[j])
    }
}

/// The largest difference of states in 300 steps, relative to the largest coordinate and momentum.
macro_rules! difference {
    ($scheme:expr, $system:expr, $h:expr, $rate:expr) => {{
        let system: Loop = $system;
        let (q, v) = system.start(-1.0, $rate);
        let mut whole = Integrator::new(system, $scheme, $h, q, v).unwrap();
        let mut part = Integrator::new(system.tree(), $scheme, $h, q, v).unwrap();
        let (mut most, mut sizes) = ([0.0_f64; 2], [0.0_f64; 2]);
        for _ in 0..300 {
            whole.step().unwrap();
            part.step().unwrap();
            let (a, b) = (whole.state(), part.state());
            most = [most[0].max((a.q - b.q).amax()), most[1].max((a.p - b.p).amax())];
            sizes = [sizes[0].max(b.q.amax()), sizes[1].max(b.p.amax())];
        }
        (most[0] / sizes[0]).max(most[1] / sizes[1])
    }};
}

/// Three hundred steps of 1e-2 swing to and fro around the lowest place; each rounds by a few ε, and errors grow with the steps
/// squared.
const MOTION: f64 = 1e-12;

#[test]
fn a_loop_moves_as_without_its_redundant_constraint() {
    let (system, h, rate) = (Loop::METRES, 1e-2, 0.5);
    assert!(difference!(Verlet, system, h, rate) < MOTION);
    assert!(difference!(Midpoint, system, h, rate) < MOTION);
    assert!(difference!(Galerkin::<2, Gauss<2>>::default(), system, h, rate) < MOTION);
    assert!(difference!(Livens, system, h, rate) < MOTION);
    assert!(difference!(Stabilized(Livens), system, h, rate) < MOTION);
}

/// Lengths of 1e-10 with times of 1e-5, and a constraint in a unit of its own.
#[test]
fn units_do_not_matter() {
    let small = Loop {
        m: MASSES.map(|m| 1e-26 * m),
        l: 1e-10,
        ..Loop::METRES
    };
    assert!(difference!(Verlet, small, 1e-7, 5e4) < MOTION);
    assert!(difference!(Midpoint, small, 1e-7, 5e4) < MOTION);
    let mixed = Loop {
        unit: 1e10,
        ..Loop::METRES
    };
    assert!(difference!(Verlet, mixed, 1e-2, 0.5) < MOTION);
}

#[test]
fn multipliers_have_the_least_norm_and_the_same_force() {
    let system = Loop {
        unit: 7.0,
        ..Loop::METRES
    };
    let (q, v) = system.start(-1.0, 0.5);
    let mut whole = Integrator::new(system, Verlet, 1e-2, q, v).unwrap();
    let mut part = Integrator::new(system.tree(), Verlet, 1e-2, q, v).unwrap();
    for _ in 0..100 {
        let q = whole.state().q;
        let (found, expected) = (whole.step().unwrap(), part.step().unwrap());
        let multipliers = [
            (found.impulses[0], expected.impulses[0], 1e-2),
            (found.reactions, expected.reactions, 1.0),
        ];
        for (found, expected, size) in multipliers {
            // Constraints hold to some 1e-15, of which 1/h² makes forces.
            let force = system.constraint_force(0.0, &q, &found);
            let other = system.tree().constraint_force(0.0, &q, &expected);
            assert!((force - other).amax() < 1e-10 * size, "{force} {other}");
            let least = system.least(&q, &found);
            let most = found.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for (x, least) in found.iter().zip(least) {
                // Six equations of a condition near ten.
                assert!((x - least).abs() < 1e-12 * most, "{x} {least}");
            }
        }
    }
}

#[test]
fn multipliers_and_accelerations_of_the_continuous_motion() {
    let system = Loop::METRES;
    let (q, v) = system.start(0.7, 1.5);
    let (q, v) = (q.into(), v.into());
    let found = system.multipliers(0.0, &q, &v, &[]).unwrap();
    let least = system.least(&q, &found);
    assert!(
        found
            .iter()
            .zip(least)
            .all(|(x, least)| (x - least).abs() < 1e-12),
        "{found:?} {least:?}"
    );
    let tree = system.tree();
    let expected = tree.multipliers(0.0, &q, &v, &[]).unwrap();
    let force = system.constraint_force(0.0, &q, &found) - tree.constraint_force(0.0, &q, &expected);
    let acceleration =
        system.acceleration(0.0, &q, &v, &[]).unwrap() - tree.acceleration(0.0, &q, &v, &[]).unwrap();
    assert!(force.amax() < 1e-12 && acceleration.amax() < 1e-12);
}

#[test]
fn outputs_and_texts_know_the_least_norm() {
    let (q, v) = Loop::METRES.start(-1.0, 0.5);
    let motion = Integrator::new(Loop::METRES, Verlet, 1e-2, q, v).unwrap();
    let found = Loop::METRES.multipliers(0.0, &q.into(), &v.into(), &[]).unwrap();
    assert_eq!(motion.outputs().unwrap(), found[..3]);
    let other = [found[0] + 1.0, found[1], found[2], found[3], found[4], found[5]];
    let least = Loop::METRES.least_norm(0.0, &q.into(), &other).unwrap();
    let expected = Loop::METRES.least(&q.into(), &other);
    assert!(
        least
            .iter()
            .zip(expected)
            .all(|(x, least)| (x - least).abs() < 1e-12),
        "{least:?} {expected:?}"
    );
    assert!(Loop::describe().contains("some may follow from others: Σ Dᵢ λᵢ² is least"));
    assert!(!Tree::describe().contains("follow from others"));
}

#[test]
fn the_rank_is_reported() {
    let system = Loop::METRES;
    let rank = |angle: f64| {
        system
            .constraint_rank(0.0, &system.start(angle, 0.0).0.into())
            .unwrap()
    };
    let found = rank(1.0);
    assert_eq!(found.rank, 5);
    assert!(
        found.smallest > 0.1 && found.left < 1e-15 && found.tolerance < 2e-11,
        "{found:?}"
    );
    // Where all are in a line nothing holds the points across it.
    assert_eq!(rank(0.0).rank, 3);
    // The distance from that place.
    let near = rank(1e-3);
    assert!(
        near.rank == 5 && near.smallest > 1e-4 && near.smallest < 1e-2,
        "{near:?}"
    );
}

#[test]
fn projections_and_kicks() {
    let system = Loop::METRES;
    let (q, v) = system.start(1.0, 0.5);
    let q: [f64; 6] = from_fn(|k| q[k] + 1e-2 * (3.0 * k as f64).sin());
    let (found, velocity) = system.project(0.0, q, v).unwrap();
    assert!(system.constraints(0.0, &found).iter().all(|g| g.abs() < 1e-14));
    assert!(
        system
            .constraint_rates(0.0, &found, &velocity)
            .iter()
            .all(|g| g.abs() < 1e-14)
    );
    let (expected, other) = system.tree().project(0.0, q, v).unwrap();
    // Both are the nearest along their own path of corrections, which differ by the square of the way.
    assert!((found - expected).amax() < 1e-3 && (velocity - other).amax() < 1e-2);

    let (q, v) = system.start(1.0, 0.5);
    let mut whole = Integrator::new(system, Verlet, 1e-2, q, v).unwrap();
    let mut part = Integrator::new(system.tree(), Verlet, 1e-2, q, v).unwrap();
    whole.kick([1.0, -0.5, 0.2, 0.3, 0.7, -1.1]).unwrap();
    part.kick([1.0, -0.5, 0.2, 0.3, 0.7, -1.1]).unwrap();
    whole.run(10).unwrap();
    part.run(10).unwrap();
    assert!((whole.state().p - part.state().p).amax() < 1e-12);
}

#[test]
fn kept_coordinates_are_kept() {
    let system = Loop::METRES;
    let (q, v) = system.start(1.0, 0.5);
    let bent: [f64; 6] = from_fn(|k| q[k] + if k < 2 { 0.0 } else { 1e-2 * (3.0 * k as f64).sin() });
    let keep = Keep {
        coordinates: &[0, 1],
        velocities: &[0, 1],
    };
    let found = system
        .project_keeping(0.0, &bent.into(), &v.into(), keep)
        .unwrap();
    for k in 0..6 {
        assert!((found.q[k] - q[k]).abs() < 1e-12 && (found.v[k] - v[k]).abs() < 1e-12);
    }
}

#[test]
fn contradictions_are_errors() {
    let system = Loop {
        slack: 1e-3,
        ..Loop::METRES
    };
    let (q, v) = system.start(1.0, 0.5);
    let failure = Integrator::new(system, Verlet, 1e-2, q, v).expect_err("a coupler that is too long");
    assert!(
        matches!(
            failure.failure,
            Failure::ConstraintViolated {
                constraint: "c02",
                ..
            }
        ),
        "{failure}"
    );
    assert!(system.project(0.0, q, v).is_err());
    let mut motion = Integrator::new(Loop::METRES, Verlet, 1e-2, q, v).unwrap();
    motion.step().unwrap();
    assert!(
        motion
            .set_system(system)
            .and_then(|()| motion.step().map(drop))
            .is_err()
    );
}

#[test]
fn without_the_word_the_constraint_is_refused_by_name() {
    let (q, v) = Loop::METRES.start(1.0, 0.5);
    let failure = Integrator::new(Unasked, Verlet, 1e-2, q, v)
        .err()
        .map(|error| error.failure);
    assert_eq!(failure, Some(Failure::RedundantConstraint { constraint: "c02" }));
}

/// Through the place where all bars are in a line. A step may jump over it; then it goes on as the parallelogram that it was.
#[test]
fn near_a_singular_position_there_is_an_error_and_no_nonsense() {
    let system = Loop {
        g: 0.0,
        ..Loop::METRES
    };
    // A push on one of the joints parts the cranks there.
    let pushed = Loop { push: 1.0, ..system };
    for (angle, rate) in [(0.0, 1.0), (0.0, 0.0), (1e-8, 1.0), (-1e-8, 1.0), (1e-6, -1.0)] {
        let (q, v) = pushed.start(angle, rate);
        let found = Integrator::new(pushed, Verlet, 1e-2, q, v).and_then(|mut motion| motion.step());
        assert!(found.is_err(), "{angle} {rate}");
    }
    for first in 1..20 {
        let (q, v) = system.start(0.013 * f64::from(first), -1.0);
        let mut motion = Integrator::new(system, Verlet, 1e-2, q, v).unwrap();
        let energy = motion.energy();
        for _ in 0..60 {
            if motion.step().is_err() {
                break;
            }
            let State { q, .. } = motion.state();
            let across = (q[3] - q[1]).abs().max((q[5] - q[1]).abs());
            // The cranks stay parallel: to the rounding of the constraints over the smallest pivot, 1e-6 times ε^½.
            assert!(across < 1e-9, "{first} {q}");
            assert!((motion.energy() - energy).abs() < 1e-4 * energy);
        }
    }
}

#[test]
fn derivatives_of_steps() {
    let system = Loop::METRES;
    let (q, v) = system.start(1.0, 0.5);
    let mut whole = Integrator::new(system, Verlet, 1e-2, q, v).unwrap();
    let mut part = Integrator::new(system.tree(), Verlet, 1e-2, q, v).unwrap();
    whole.run(20).unwrap();
    part.run(20).unwrap();
    let (found, expected) = (whole.linearize().unwrap(), part.linearize().unwrap());
    // Along the loop, where both mechanisms are the same: positions on it, and momenta of velocities along it.
    let State { q, .. } = whole.state();
    let angle = q[1].atan2(q[0]);
    let moved = |d: f64| system.start(angle + d, 0.0).0;
    let (after, before) = (moved(1e-5), moved(-1e-5));
    let direction = DVector::from_fn(12, |k, _| if k < 6 { (after[k] - before[k]) / 2e-5 } else { 0.0 });
    let change = |by: &dyn Fn(usize, usize) -> f64| {
        DVector::from_fn(12, |i, _| (0..12).map(|k| by(i, k) * direction[k]).sum::<f64>())
    };
    let found = change(&|i, k| found.by_state[(i, k)]);
    let expected = change(&|i, k| expected.by_state[(i, k)]);
    // The direction is that of the loop to 1e-10.
    assert!((found - &expected).amax() < 1e-8 * expected.amax().max(1.0));
}

#[test]
fn the_energy_of_livens_is_kept() {
    let system = Loop::METRES;
    let (q, v) = system.start(-1.0, 0.5);
    let mut motion = Integrator::new(system, Livens, 1e-2, q, v).unwrap();
    let energy = motion.energy();
    motion.run(500).unwrap();
    // Some roundings of energies near thirty.
    assert!(
        (motion.energy() - energy).abs() < 1e-12,
        "{}",
        motion.energy() - energy
    );
}
