//! Starts: a violated constraint is an error that names it, and `project` corrects the start.

use extremal::Failure;
use extremal::prelude::*;

use super::systems::{ANGLES, RODS};

/// A point whose last two constraints depend on each other if c = 0.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    constraint(sphere = r.norm_squared() - 1, plane = r[2] - a, again = 2 * r[2] - 2 * b + c * r[0]),
    discretize(Midpoint)
)]
struct Held {
    a: f64,
    b: f64,
    c: f64,
}

fn failure(q: [f64; 4], v: [f64; 4]) -> Failure {
    let motion = Integrator::new(RODS, Midpoint, 0.01, q, v);
    motion.expect_err("a start that violates a constraint").failure
}

#[test]
fn violated_constraints_are_named() {
    let (q, v) = ANGLES.masses([1.0, 1.6], [0.3, -0.4]);
    let longer = [q[0], q[1], q[2] + 1e-6, q[3]];
    let found = failure(longer, v);
    let Failure::ConstraintViolated {
        constraint,
        violation,
        is_rate,
    } = found
    else {
        panic!("{found}");
    };
    // To first order the projection of 1e-6 on the rod, whose direction is (sin 1.6, −cos 1.6).
    assert!(constraint == "lower" && !is_rate && (violation - 1e-6 * 1.6_f64.sin()).abs() < 1e-11);
    let faster = [v[0] + 1e-3, v[1], v[2], v[3]];
    let found = failure(q, faster);
    assert!(
        matches!(
            found,
            Failure::ConstraintViolated {
                constraint: "upper",
                is_rate: true,
                ..
            }
        ),
        "{found}"
    );
    assert_eq!(
        failure([0.0, -2.0, 0.0, -3.0], [0.0; 4]).to_string(),
        "the constraint `upper` is 1.5 instead of 0 at these coordinates; `project` looks for a start that satisfies it"
    );
}

#[test]
fn projected_starts_satisfy_both_levels() {
    let (q, v) = ([0.9, -0.3, 1.6, -1.4], [1.0, 2.0, -0.5, 0.3]);
    let (q, v) = RODS.project(0.0, q, v).expect("a regular motion");
    let (g, rates) = (RODS.constraints(0.0, &q), RODS.constraint_rates(0.0, &q, &v));
    // A few roundings of terms of size one.
    assert!(g.iter().chain(&rates).all(|g| g.abs() < 1e-15), "{g:?} {rates:?}");
    assert!(Integrator::new(RODS, Midpoint, 0.01, q, v).is_ok());
    // A start that satisfies them is not changed.
    let (again, velocity) = RODS.project(0.0, q, v).expect("a regular motion");
    assert!((again - q).norm() < 1e-15 && (velocity - v).norm() < 1e-15);
}

/// The constraints change a velocity in the directions M⁻¹Gᵀ, like an impact: masses 1 and 2.
#[test]
fn velocities_are_projected_as_by_an_impact() {
    let (q, _) = ANGLES.masses([1.0, 1.6], [0.0, 0.0]);
    let v = [1.0, 2.0, -0.5, 0.3];
    let (_, projected) = RODS.project(0.0, q, v).expect("a regular motion");
    let jump: [f64; 4] = std::array::from_fn(|i| [1.0, 1.0, 2.0, 2.0][i] * (projected[i] - v[i]));
    let (a, b) = ([q[0], q[1]], [q[2] - q[0], q[3] - q[1]]);
    // On b along the lower rod alone; on both together along the upper one.
    let (along, total) = (
        jump[2] * b[1] - jump[3] * b[0],
        [jump[0] + jump[2], jump[1] + jump[3]],
    );
    assert!(along.abs() < 1e-14 && (total[0] * a[1] - total[1] * a[0]).abs() < 1e-14);
}

/// A pendulum whose length may be zero.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    constraint(length = r.norm_squared() - l.powi(2)),
    discretize(Midpoint)
)]
struct Rod {
    l: f64,
}

/// g = r² has the solution r = 0, where its gradient vanishes: there is nothing before it that it could follow from.
#[test]
fn a_constraint_without_a_gradient_is_named() {
    let error = Integrator::new(Rod { l: 0.0 }, Midpoint, 0.01, [0.0; 2], [0.0; 2]).expect_err("no gradient");
    assert_eq!(error.failure, Failure::NoGradient { constraint: "length" });
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): the gradient of the constraint `length` vanishes at these coordinates, so no force along it can hold it"
    );
}

#[test]
fn redundant_constraints_are_named() {
    let start = |a: f64, b: f64| {
        let held = Held { a, b, c: 0.0 };
        let q = [0.8, 0.0, 0.6];
        Integrator::new(held, Midpoint, 0.01, q, [0.0, 1.0, 0.0])
            .expect_err("dependent")
            .failure
    };
    assert_eq!(
        start(0.6, 0.6),
        Failure::RedundantConstraint { constraint: "again" }
    );
    let contradicting = start(0.6, 0.7);
    assert!(
        matches!(
            contradicting,
            Failure::ConstraintViolated {
                constraint: "again",
                ..
            }
        ),
        "{contradicting}"
    );
    let held = Held {
        a: 0.6,
        b: 0.7,
        c: 0.0,
    };
    let failure = held.project(0.0, [0.8, 0.0, 0.6], [0.0; 3]);
    assert_eq!(
        failure.expect_err("there is no such start"),
        Failure::RedundantConstraint { constraint: "again" }
    );
}

#[test]
fn a_kick_is_answered_by_the_constraints() {
    let (q, v) = ANGLES.masses([1.0, 1.6], [0.3, -0.4]);
    let mut motion = Integrator::new(RODS, Midpoint, 0.01, q, v).expect("a regular motion");
    motion.step().expect("a regular motion");
    let before = motion.state();
    motion.kick([0.0, 0.0, 1.0, 0.5]).expect("a regular motion");
    let State { t, q, p } = motion.state();
    let rates = RODS.constraint_rates(t, &q, &motion.velocity().expect("a regular motion"));
    assert!(rates.iter().all(|rate| rate.abs() < 1e-14), "{rates:?}");
    // The difference consists of the impulse and percussions −Gᵀ ν.
    let jump = p - before.p;
    let (a, b) = ([q[0], q[1]], [q[2] - q[0], q[3] - q[1]]);
    let (on_b, total) = (
        [jump[2] - 1.0, jump[3] - 0.5],
        [jump[0] + jump[2] - 1.0, jump[1] + jump[3] - 0.5],
    );
    assert!(
        (on_b[0] * b[1] - on_b[1] * b[0]).abs() < 1e-14 && (total[0] * a[1] - total[1] * a[0]).abs() < 1e-14
    );
    motion.step().expect("a regular motion");
}

/// A pendulum with a shifted pivot, which makes the terms of its constraint large, and an input.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    force(x = u),
    constraint(length = (x - cx).powi(2) + (y - cy).powi(2) - l.powi(2)),
    discretize(Midpoint)
)]
struct Shifted {
    cx: f64,
    cy: f64,
    l: f64,
}

#[test]
fn rounding_of_the_terms_is_not_a_violation() {
    for (cx, cy) in [(0.1, 0.7), (1.3, 2.1), (-0.3, 0.9)] {
        let l = f64::hypot(cx, cy);
        let shifted = Shifted { cx, cy, l };
        assert!(Integrator::new(&shifted, Midpoint, 0.01, [0.0; 2], [0.0; 2]).is_ok());
        let (q, _) = shifted.project(0.0, [0.0; 2], [0.0; 2]).expect("a place is near");
        assert!(q.norm() < 1e-15);
    }
}

/// At an equilibrium the computed velocity is rounding.
#[test]
fn a_motion_at_rest_may_be_started_again() {
    for u in [0.7, 3.0, 5.0, 12.0_f64] {
        let shifted = Shifted {
            cx: 0.0,
            cy: 0.0,
            l: 1.0,
        };
        let force = f64::hypot(u, 9.81);
        let q = [u / force, -9.81 / force];
        let mut motion = Integrator::new(&shifted, Midpoint, 0.01, q, [0.0; 2]).expect("at rest");
        for step in 0..100 {
            let report = motion.step_with([u]).expect("an equilibrium");
            // At most a few iterations, and after the start the force of the rod: λ = force / 2 l, to the rounding over h².
            assert!(report.convergence.iterations <= 3, "{report:?}");
            assert!(
                step == 0 || (report.reactions[0] - 0.5 * force).abs() < 1e-9,
                "{report:?}"
            );
            motion.set_step_size(0.01).expect("the same again");
        }
    }
}

/// A coordinate without mass that a constraint determines.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, z),
    massless(z),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * z.powi(2),
    constraint(tied = z - x.powi(2)),
    discretize(Midpoint)
)]
struct Massless {
    m: f64,
    k: f64,
}

#[test]
fn constraints_determine_velocities_of_massless_coordinates() {
    let massless = Massless { m: 1.0, k: 3.0 };
    let mut motion = Integrator::new(&massless, Midpoint, 0.01, [0.8, 0.64], [0.5, 0.8]).expect("a start");
    for _ in 0..50 {
        motion.step().expect("a regular motion");
    }
    let (q, v) = (motion.state().q, motion.velocity().expect("tied"));
    assert!((v[1] - 2.0 * q[0] * v[0]).abs() < 1e-13);
    // ½ v² + ½ k z², with an error of order h².
    assert!((motion.energy() - (0.125 + 1.5 * 0.64 * 0.64)).abs() < 1e-3);
    motion.set_step_size(0.02).expect("a consistent state");
    motion.kick([0.3, 0.0]).expect("a kick along the curve");
    motion.step().expect("a regular motion");
    assert!(Integrator::from_state(&massless, Midpoint, 0.01, motion.state()).is_ok());
}

/// A fast pendulum: L = −m c² √(1 − v²/c²) − m g y.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    lagrangian = -m * c.powi(2) * sqrt(1 - dt(r).norm_squared() / c.powi(2)) - m * g * r[1],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(Midpoint)
)]
struct Fast {
    m: f64,
    c: f64,
    g: f64,
}

/// A velocity across the rod near that of light. A least correction by M would exceed the speed of light.
#[test]
fn projected_velocities_stay_below_light() {
    let fast = Fast {
        m: 1.0,
        c: 1.0,
        g: 9.81,
    };
    let (sin, cos) = 1.0_f64.sin_cos();
    // 0.9 of light along the rod, and 0.4 across it.
    let v = [0.9 * sin + 0.4 * cos, -0.9 * cos + 0.4 * sin];
    let (q, v) = fast.project(0.0, [sin, -cos], v).expect("slower than light");
    assert!(v.norm() < 1.0 && q.dot(&v).abs() < 1e-15, "{v}");
    // After an impact against the rod the part of the momentum γ v across the rod remains: 0.4 γ = γ' v'.
    let momentum = 0.4 / (1.0_f64 - 0.97).sqrt();
    assert!(
        (v.norm() - momentum / (1.0 + momentum * momentum).sqrt()).abs() < 1e-14,
        "{v}"
    );
}

/// If M depends on the velocity, the percussion of the constraint is still along its gradient.
#[test]
fn percussions_are_along_the_gradient() {
    let fast = Fast {
        m: 1.0,
        c: 3.0,
        g: 9.81,
    };
    let (sin, cos) = 1.0_f64.sin_cos();
    let mut motion =
        Integrator::new(&fast, Midpoint, 0.01, [sin, -cos], [1.5 * cos, 1.5 * sin]).expect("a start");
    let before = motion.state().p;
    motion.kick([1.0, 2.0]).expect("a kick");
    let percussion = motion.state().p - before - extremal::nalgebra::SVector::from([1.0, 2.0]);
    // The component along the tangent is zero, to a few roundings of numbers of size 3.
    assert!(
        (percussion[0] * cos + percussion[1] * sin).abs() < 1e-14,
        "{percussion}"
    );
    let v = motion.velocity().expect("slower than light");
    assert!((v[0] * sin - v[1] * cos).abs() < 1e-14);
    motion.step().expect("a regular motion");
}

/// Springs between three points, the first of which is held at the origin.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3][3]),
    kinetic = sum(0..3, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..2, |e| 0.5 * k * ((r[e] - r[e + 1]).norm() - l).powi(2)),
    constraint(held = r[0]),
    force(r = array(0..3, |i| -c * dt(r[i]))),
    discretize(Verlet, Midpoint)
)]
struct AtOrigin {
    m: f64,
    k: f64,
    l: f64,
    c: f64,
}

/// All that takes over a state of the integrator itself.
macro_rules! own_states_are_starts {
    ($system:expr, $scheme:expr, $q:expr) => {
        let mut motion = Integrator::new($system, $scheme, 0.01, $q, [0.0; 9]).expect("a good start");
        for step in 0..200 {
            motion.step().expect("a small step");
            let mut other = motion.clone();
            other
                .set_step_size(0.005)
                .unwrap_or_else(|error| panic!("{step}: {error}"));
            other
                .set_system($system)
                .unwrap_or_else(|error| panic!("{step}: {error}"));
            let kick = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1 * $system.m];
            other.kick(kick).unwrap_or_else(|error| panic!("{step}: {error}"));
            let again = Integrator::from_state($system, $scheme, 0.01, motion.state());
            again.map(drop).unwrap_or_else(|error| panic!("{step}: {error}"));
        }
    };
}

#[test]
fn own_states_of_points_that_are_held_at_the_origin_are_starts() {
    for (unit, mass) in [(1.0, 1.3), (1e-9, 1e-3), (1e8, 1e3)] {
        // With a strong friction the motion comes to rest, where all velocities are rounding.
        for friction in [0.0, 0.1, 20.0] {
            let system = AtOrigin {
                m: mass,
                k: 10.0 * mass,
                l: unit,
                c: friction * mass,
            };
            let q = [0.0, 0.0, 0.0, 1.2, 0.0, 0.0, 2.0, 0.3, 0.0].map(|x| x * unit);
            own_states_are_starts!(system, Verlet, q);
            own_states_are_starts!(system, Midpoint, q);
        }
        let system = AtOrigin {
            m: mass,
            k: mass,
            l: unit,
            c: 0.0,
        };
        // A part in a million of what is there is no rounding.
        let (mut q, mut v) = ([0.0, 0.0, 0.0, unit, 0.0, 0.0, unit, unit, 0.0], [0.0; 9]);
        v[1] = 1e-6 * unit / 0.01;
        assert!(Integrator::new(system, Midpoint, 0.01, q, v).is_err());
        q[2] = 1e-6 * unit;
        assert!(Integrator::new(system, Midpoint, 0.01, q, [0.0; 9]).is_err());
    }
}
