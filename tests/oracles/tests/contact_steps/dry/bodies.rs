//! Bodies that dry friction stops: in the plane, on a curve, beside a constraint, and beside a contact.

use extremal::contacts::ContactState;
use extremal::prelude::*;
use extremal::schemes::ClosedGaps;

use super::in_each_scheme;

/// A puck on a table.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    friction(table, slip = [dt(x), dt(y)], force = f),
    sensitivities(m, f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Puck {
    m: f64,
    f: f64,
}

/// a = f/m = 1.5 from |v| = 5: it stops after 25/3, on a straight line. Steps are exact until the one in which it stops, whose
/// velocity is below a h: h² a at most.
#[test]
fn a_puck_stops_after_its_distance() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            for h in [1e-2, 5e-3, 2.5e-3, 1.25e-3] {
                let puck = Puck { m: 2.0, f: 3.0 };
                let mut motion = Integrator::new(puck, $scheme, h, [1.0, 2.0], [3.0, -4.0]).expect("good");
                while motion.time() < 4.0 {
                    motion.step().expect("a small step");
                }
                let end = motion.state().q;
                let [x, y] = [end[0] - 1.0, end[1] - 2.0];
                let error = (x.hypot(y) - 25.0 / 3.0).abs();
                let bound = if $order == 2 { 1.5 * h * h } else { 5.0 * h };
                assert!(error < bound, "h = {h}: {error}");
                // Percussions are solved to 64 · 3 ε of summands of 10: 4e-13 of a velocity, for 4 s.
                assert!((4.0 * x + 3.0 * y).abs() / 5.0 < 2e-12, "{end:?}");
                for _ in 0..100 {
                    motion.step().expect("a small step");
                }
                assert_eq!(motion.state().q, end);
            }
        }};
    }
    in_each_scheme!(check);
}

/// A bead on the curve y = q²/2 without weight: s' = √(1 + q²) q'.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q),
    kinetic = 0.5 * (1.0 + q.powi(2)) * dt(q).powi(2),
    friction(wire, slip = (1.0 + q.powi(2)).sqrt() * dt(q), force = f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Bead {
    f: f64,
}

/// The length of the curve from 0.
fn length(q: f64) -> f64 {
    0.5 * (q * (1.0 + q * q).sqrt() + q.asinh())
}

/// From s' = 2 with f = 1 it stops after a length of 2. M varies with q, and so does the direction of friction: Moreau and Theta
/// have order 1. All scales of the problem are near 1.
#[test]
fn a_bead_on_a_curve_stops_after_its_length() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            let error = |h: f64| {
                let bead = Bead { f: 1.0 };
                let speed = 2.0 / (1.0_f64 + 0.25).sqrt();
                let mut motion = Integrator::new(bead, $scheme, h, [-0.5], [speed]).expect("a good start");
                while motion.time() < 2.5 {
                    motion.step().expect("a small step");
                }
                let end = motion.state().q;
                motion.step().expect("a small step");
                assert_eq!(motion.state().q, end);
                (length(end[0]) - length(-0.5) - 2.0).abs()
            };
            for h in [1e-2, 1e-3, 1e-4] {
                let error = error(h);
                let bound = if $order == 2 { 2.0 * h * h } else { 2.0 * h };
                assert!(error < bound, "h = {h}: {error}");
            }
        }};
    }
    check!(Moreau, 1);
    check!(SymmetricMoreau, 2);
    check!(VariationalMoreau, 2);
    check!(Theta { theta: 0.5 }, 1);
    check!(ClosedGaps(SymmetricMoreau), 2);
}

/// Two coordinates that a constraint holds on a line.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    constraint(line = y - 0.75 * x),
    friction(guide, slip = 0.8 * dt(x) + 0.6 * dt(y), force = f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Guided {
    m: f64,
    f: f64,
}

#[test]
fn a_guided_mass_stops_after_its_distance() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            for h in [1e-2, 2.5e-3] {
                let guided = Guided { m: 2.0, f: 3.0 };
                let mut motion = Integrator::new(guided, $scheme, h, [0.0, 0.0], [2.4, 1.8]).expect("good");
                while motion.time() < 2.5 {
                    motion.step().expect("a small step");
                }
                let end = motion.state().q;
                // v² / 2a = 9/3; as for the puck.
                let bound = if $order == 2 { 1.5 * h * h } else { 3.0 * h };
                assert!((end[0].hypot(end[1]) - 3.0).abs() < bound, "h = {h}: {end:?}");
                for _ in 0..1000 {
                    motion.step().expect("a small step");
                }
                // Multipliers are solved to rounding of 1: of a thousand steps 1e-13 each, times h.
                assert!((motion.state().q - end).norm() < 1e-13, "{end:?}");
            }
        }};
    }
    in_each_scheme!(check);
}

/// A block on a floor, beside a seal along the same velocity, and a push.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(push),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 10.0 * m * y,
    force(x = push),
    contact(floor, gap = y, slip = dt(x), friction = mu),
    friction(seal, slip = dt(x), force = f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Block {
    m: f64,
    mu: f64,
    f: f64,
}

/// μ m g = 8 N and f = 3 N hold a push of 10 N, and 11.5 N move it by 0.25 m/s². From 3 m/s they stop it by a = 5.5 after 9/11.
/// Above the floor the seal alone acts, 1.5 m/s².
#[test]
fn a_seal_adds_to_the_friction_of_a_floor() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            let h = 1e-3;
            let block = Block {
                m: 2.0,
                mu: 0.4,
                f: 3.0,
            };
            let mut motion = Integrator::new(block, $scheme, h, [0.0, 0.0], [3.0, 0.0]).expect("good");
            while motion.time() < 1.0 {
                motion.step_with([0.0]).expect("a small step");
            }
            let end = motion.state().q[0];
            let bound = if $order == 2 { 5.5 * h * h } else { 3.0 * h };
            assert!((end - 9.0 / 11.0).abs() < bound, "{end}");
            for _ in 0..1000 {
                let report = motion.step_with([10.0]).expect("a small step");
                assert_eq!(report.states, [ContactState::Stick; 2]);
            }
            // Both stick: shares follow from rounding, the sum does not. 1000 steps of h times a velocity of 1e-15.
            assert!((motion.state().q[0] - end).abs() < 1e-15, "{:?}", motion.state());
            for _ in 0..1000 {
                motion.step_with([11.5]).expect("a small step");
            }
            let moved = motion.state().q[0] - end;
            // a t²/2 = 0.125, and a h t/2 for half of a step more or less.
            assert!((moved - 0.125).abs() < 0.25 * h, "{moved}");
            let mut thrown = Integrator::new(block, $scheme, h, [0.0, 1.0], [3.0, 0.0]).expect("good");
            for _ in 0..400 {
                let report = thrown.step_with([0.0]).expect("a small step");
                assert_eq!(report.closed, [ContactState::Open, ContactState::Stick]);
            }
            // 3 t − a t²/2 at t = 0.4, exact in free flight but for Theta with θ = 1: a h t/2.
            let bound = if $order == 2 { 1e-12 } else { 1.5 * h * 0.4 };
            assert!((thrown.state().q[0] - 1.08).abs() < bound, "{:?}", thrown.state());
        }};
    }
    in_each_scheme!(check);
}

/// A step of another length: friction stands for half of both. A puck that slides with other steps has no error at its nodes.
#[test]
fn step_sizes_change_without_an_error() {
    let puck = Puck { m: 2.0, f: 3.0 };
    let mut motion = Integrator::new(puck, VariationalMoreau, 1e-3, [0.0, 0.0], [3.0, 0.0]).expect("good");
    for h in [1e-3, 3e-3, 5e-4, 7e-3] {
        motion.set_step_size(h).expect("a good step size");
        for _ in 0..50 {
            motion.step().expect("a small step");
        }
    }
    let t = motion.time();
    let x = motion.state().q[0];
    // Rounding of 200 steps.
    assert!((x - (3.0 * t - 0.75 * t * t)).abs() < 1e-13, "{x} at {t}");
}

/// A puck whose seal tightens, on a spring in the plane.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * k * (x.powi(2) + y.powi(2)),
    friction(table, slip = [dt(x), dt(y)], force = f * (1.0 + t)),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Orbit {
    k: f64,
    f: f64,
}

/// Where the puck is at t = 0.8.
macro_rules! orbit {
    ($scheme:expr, $orbit:expr, $v:expr, $n:expr) => {{
        let h = 0.8 / f64::from($n);
        let mut motion = Integrator::new($orbit, $scheme, h, [1.0, 0.0], $v).expect("a good start");
        motion.step_many($n as usize).expect("small steps");
        motion.state().q
    }};
}

/// Without a spring x = 1 + 3 t − f (t²/2 + t³/6): errors of the trapezoidal rule, at most f h² t/12. Theta takes the bound at the
/// start of each step, which errs by f h/2: f h t²/4 of x.
#[test]
fn bounds_change_with_time() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            let free = Orbit { k: 0.0, f: 1.5 };
            for n in [20, 200, 2000] {
                let h = 0.8 / f64::from(n);
                let x = orbit!($scheme, free, [3.0, 0.0], n)[0];
                let error = (x - (3.4 - 1.5 * (0.32 + 0.512 / 6.0))).abs();
                let bound = if $order == 2 { 0.3 * h * h + 1e-12 } else { 0.3 * h };
                assert!(error < bound, "n = {n}: {error}");
            }
        }};
    }
    check!(Moreau, 2);
    check!(SymmetricMoreau, 2);
    check!(VariationalMoreau, 2);
    check!(Theta { theta: 0.5 }, 1);
}

/// The direction is that of the velocity after a node: where it turns, all schemes have order 1. Errors against 64 times as many
/// steps halve with h.
#[test]
fn directions_that_turn_have_order_one() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            let orbit = Orbit { k: 4.0, f: 1.0 };
            let at = |n: u32| orbit!($scheme, orbit, [0.0, 2.0], n);
            let fine = at(100 * 64);
            let errors = [100, 200, 400].map(|n| (at(n) - fine).norm());
            for pair in errors.windows(2) {
                // Of an error c h + d h² of the first order, and 1/64 of the reference.
                assert!((pair[0] / pair[1] - 2.0).abs() < 0.2, "{errors:?}");
            }
        }};
    }
    check!(Moreau, 1);
    check!(SymmetricMoreau, 1);
    check!(VariationalMoreau, 1);
    check!(Theta { theta: 0.5 }, 1);
}

/// A constraint holds x, so that nothing moves along two of the slips, and one of them in part.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 10.0 * x,
    constraint(held = x - 0.3),
    friction(blocked, slip = dt(x), force = f),
    friction(table, slip = [dt(x), dt(y)], force = f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Held {
    m: f64,
    f: f64,
}

/// The puck on a line: v²/2a along y.
#[test]
fn friction_along_what_a_constraint_blocks_does_nothing() {
    macro_rules! check {
        ($scheme:expr, $order:expr) => {{
            let (h, held) = (1e-3, Held { m: 2.0, f: 3.0 });
            let mut motion = Integrator::new(held, $scheme, h, [0.3, 0.0], [0.0, 3.0]).expect("a good start");
            while motion.time() < 2.5 {
                motion.step().expect("a small step");
            }
            let end = motion.state().q;
            let bound = if $order == 2 { 1.5 * h * h } else { 3.0 * h };
            assert!((end[1] - 3.0).abs() < bound, "{end:?}");
            // Constraints are solved to rounding.
            assert!((end[0] - 0.3).abs() < 1e-15, "{end:?}");
            for _ in 0..100 {
                motion.step().expect("a small step");
            }
            assert_eq!(motion.state().q[1], end[1]);
        }};
    }
    in_each_scheme!(check);
}

/// Solvers of contact problems need not know of it.
#[test]
fn all_solvers_take_dry_friction() {
    use extremal::contact_solver::{GaussSeidel, Lemke};
    use extremal::schemes::MoreauWith;

    use super::SPRUNG;

    macro_rules! end {
        ($scheme:expr) => {{
            let mut motion = Integrator::new(SPRUNG, $scheme, 1e-3, [0.2], [0.0]).expect("a good start");
            motion.step_many(1500).expect("small steps");
            motion.state().q[0]
        }};
    }
    let expected = end!(Moreau);
    // Steps of a few roundings, which the stop forgets.
    assert!((end!(MoreauWith(GaussSeidel::default())) - expected).abs() < 1e-14);
    assert!((end!(MoreauWith(Lemke)) - expected).abs() < 1e-14);
}
