//! `Livens` with dry friction in systems of any size: the motions of the same systems written out, turning points, rests and the
//! balance of energy.

use extremal::contacts::ContactState;
use extremal::prelude::*;
use extremal::{Error, Failure};

/// Sliders of a chain with a seal each, whose bounds depend on places and speeds, dampers of dry friction between them, and a
/// push at the first one. Springs are linear: others have a gradient each in one world, and one for all of them in the other.
macro_rules! chain {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(x[$count]),
            inputs(push),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * dt(x[i]).powi(2)),
            potential = 0.5 * k * x[0].powi(2) + sum(1..$count, |i| 0.5 * k * (x[i] - x[i - 1]).powi(2)),
            force(x[0] = push),
            friction(seal, slip = array(0..$count, |i| dt(x[i])), force =
                array(0..$count, |i| f[i] * (1 + x[i].powi(2)) * (0.6 + 0.4 * exp(-(3 * dt(x[i])).powi(2))))),
            friction(between, slip = array(1..$count, |i| dt(x[i]) - dt(x[i - 1])), force = g),
            discretize(Livens),
        )]
        struct $name {
            $($field)*
            k: f64,
            g: f64,
        }
    };
}

chain!(Chain, n, n: usize, m: Vec<f64>, f: Vec<f64>,);
chain!(FourOfAChain, 4, m: [f64; 4], f: [f64; 4],);

/// Masses on springs in polar coordinates, in dust: M and W depend on q, and friction has two components.
macro_rules! dusty {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count], phi[$count]),
            inputs(push),
            lagrangian = sum(0..$count, |i| 0.5 * m[i] * (dt(r[i]).powi(2) + (r[i] * dt(phi[i])).powi(2))
                - 5 * (r[i] - 1).powi(2) + 9.81 * m[i] * r[i] * cos(phi[i])),
            force(r[0] = push),
            friction(dust, slip = array(0..$count, |i| [dt(r[i]), r[i] * dt(phi[i])]), force =
                array(0..$count, |i| 0.5 + 0.1 * r[i] + 0.2 * exp(-dt(r[i]).powi(2)))),
            discretize(Livens),
        )]
        struct $name {
            $($field)*
        }
    };
}

dusty!(Dust, n, n: usize, m: Vec<f64>,);
dusty!(ThreeInDust, 3, m: [f64; 3],);

/// Both motions, step by step, with other lengths in the second half: the largest difference of q, p, the velocity, E and work,
/// that of percussions, and how often contacts slid and stuck.
macro_rules! compare {
    ($any:expr, $fixed:expr, $h:expr, $start:expr, $push:expr) => {{
        let (q, v) = $start;
        let mut motion = Integrator::new($any, Livens, $h, q.to_vec(), v.to_vec()).expect("a start");
        let mut literal = Integrator::new($fixed, Livens, $h, q, v).expect("a start");
        let (mut most, mut of_percussions, mut seen) = (0.0_f64, 0.0_f64, [0; 2]);
        for step in 0..2000 {
            if step == 1000 {
                motion.set_step_size(0.7 * $h).expect("a length");
                literal.set_step_size(0.7 * $h).expect("a length");
            }
            let push = [$push * (f64::from(step) * 5e-3).sin()];
            let report = motion.step_with(push).expect("a small step");
            let expected = literal.step_with(push).expect("a small step");
            let (any, fixed) = (motion.state(), literal.state());
            let velocities = (motion.velocity(), literal.velocity());
            let (of_any, of_fixed) = (
                velocities.0.expect("it is carried"),
                velocities.1.expect("it is carried"),
            );
            most = most
                .max(apart(any.q.as_slice(), fixed.q.as_slice()))
                .max(apart(any.p.as_slice(), fixed.p.as_slice()))
                .max(apart(of_any.as_slice(), of_fixed.as_slice()))
                .max((motion.energy() - literal.energy()).abs())
                .max((report.work() - expected.work()).abs());
            assert_eq!(report.closed_count(), expected.contacts().count());
            for (at, fixed) in report.contacts().zip(expected.contacts()) {
                of_percussions = of_percussions.max(apart(at.percussions, fixed.percussions));
                assert_eq!(at.state, fixed.state, "step {step}: {at:?} {fixed:?}");
                seen[usize::from(at.state == ContactState::Stick)] += 1;
            }
        }
        (most, of_percussions, seen)
    }};
}

/// The largest difference of two lists.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |most, (a, b)| (a - b).abs().max(most))
}

/// Some stick, some slide, and all of them change, under a push that comes and goes.
#[test]
fn a_chain_with_seals_moves_as_the_same_written_out() {
    let (m, f, k, g) = ([1.0, 1.5, 0.7, 2.0], [2.8, 1.3, 3.1, 1.6], 80.0, 2.0);
    let chain = Chain {
        n: 4,
        m: m.to_vec(),
        f: f.to_vec(),
        k,
        g,
    };
    let fixed = FourOfAChain { m, f, k, g };
    let start = ([0.0, 0.01, -0.02, 0.01], [0.5, -0.2, 0.1, 0.3]);
    // Where neighbours and what is between them stick, percussions have one sum and many shares.
    let (most, _, seen) = compare!(chain, fixed, 1e-3, start, 12.0);
    // Sums have another order: rounding of two thousand steps, of numbers of size 1.
    assert!(most < 1e-11, "{most:e}");
    assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
}

/// The velocity that is carried is not M⁻¹ p, and jumps beside it.
#[test]
fn friction_in_polar_coordinates_is_that_of_the_same_written_out() {
    let m = [1.0, 0.6, 1.7];
    let dust = Dust { n: 3, m: m.to_vec() };
    let start = ([1.0, 1.05, 0.9, 1.0, -0.5, 0.3], [0.5, -0.3, 0.0, -0.5, 2.0, 0.0]);
    let (most, of_percussions, seen) = compare!(dust, ThreeInDust { m }, 2e-3, start, 3.0);
    // As above, with percussions in a plane, which are solved to 64 ε of numbers of size 10.
    assert!(
        most < 1e-11 && of_percussions < 1e-11,
        "{most:e} {of_percussions:e}"
    );
    assert!(seen[0] > 1000, "{seen:?}");
}

/// Blocks on springs of their own, the first of which is that of the closed form, in seals.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * k * x[i].powi(2) - load * x[i]),
    friction(seal, slip = array(0..n, |i| dt(x[i])), force = f),
    discretize(Livens),
)]
struct Blocks {
    n: usize,
    k: f64,
    load: f64,
    f: f64,
}

const BLOCKS: Blocks = Blocks {
    n: 3,
    k: 100.0,
    load: 0.0,
    f: 3.0,
};

fn blocks(of: Blocks, h: f64, q: [f64; 3], v: [f64; 3]) -> Result<Integrator<Blocks, Livens>, Error> {
    Integrator::new(of, Livens, h, q.to_vec(), v.to_vec())
}

/// From 0.2 at rest the first one turns at −0.14 and 0.08, and stays at −0.02 with p = 0, to the bit; the last one begins at its
/// first turn. The errors are those of `motions`: a reversal within a step errs by 36 h²/k in the square of the distance to the
/// centre, and nodes by a h²/2.
#[test]
fn blocks_turn_where_they_should_and_stay() {
    for n in [100.0, 400.0] {
        // No divisor of a half of the period, π/10.
        let h: f64 = 0.313 / n;
        let mut motion = blocks(BLOCKS, h, [0.2, 0.025, -0.14], [0.0; 3]).expect("a start");
        let (mut turned, mut moved) = (Vec::new(), -1.0);
        while motion.time() < 2.0 {
            let before = motion.state().q[0];
            motion.step().expect("a step");
            let change = motion.state().q[0] - before;
            if change * moved < 0.0 {
                turned.push(before);
            }
            if change != 0.0 {
                moved = change;
            }
        }
        turned.push(motion.state().q[0]);
        let errors = turned
            .iter()
            .zip([-0.14, 0.08, -0.02])
            .map(|(x, e)| (x - e).abs());
        let most = errors.fold(0.0, f64::max);
        assert!(turned.len() == 3 && most < 26.0 * h * h, "{n}: {turned:?}");
        let rest = motion.state();
        assert!(rest.p.iter().all(|&p| p == 0.0), "{rest:?}");
        // The second one never moves.
        assert_eq!(rest.q[1].to_bits(), 0.025_f64.to_bits());
        assert!((rest.q[2] + 0.02).abs() < 26.0 * h * h, "{rest:?}");
        motion.step_many(20_000).expect("they rest");
        let after = motion.state();
        let are_same = after
            .q
            .iter()
            .zip(&rest.q)
            .all(|(a, b)| a.to_bits() == b.to_bits());
        assert!(are_same && after.p.iter().all(|&p| p == 0.0), "{after:?}");
    }
}

/// The springs and a load are 2.9, 0 and −2.9 against a bound of 3. Friction balances them.
#[test]
fn loads_below_the_bound_move_nothing() {
    let (h, loads) = (1e-3, [2.9, 0.0, -2.9]);
    let of = Blocks { load: 1.0, ..BLOCKS };
    let q = loads.map(|load: f64| (1.0 - load) / 100.0);
    let mut motion = blocks(of, h, q, [0.0; 3]).expect("a start");
    for _ in 0..2000 {
        let report = motion.step().expect("a step");
        let state = motion.state();
        let are_same = state.q.iter().zip(q).all(|(a, b)| a.to_bits() == b.to_bits());
        assert!(are_same && state.p.iter().all(|&p| p == 0.0), "{state:?}");
        // Works at both ends are ½ (h/2 · 2.9)² = 1e-6, of opposite signs.
        assert!(
            report.work().abs() < 64.0 * f64::EPSILON * 1e-6,
            "{}",
            report.work()
        );
        for (at, load) in report.contacts().zip(loads) {
            assert_eq!(at.state, ContactState::Stick);
            // h times the load to rounding of a few sums of 3e-3.
            assert!((at.percussions[1] + h * load).abs() < 8e-18, "{at:?}");
        }
    }
}

/// A bound far above what it holds, as of locks: the velocity that is carried stops as the momentum does.
#[test]
fn locks_of_many_take_the_kinetic_energy_alone() {
    for f in [1e6, 1e18, 1e300] {
        let lock = Blocks { f, ..BLOCKS };
        let mut motion = blocks(lock, 1e-3, [0.2, 0.0, 0.0], [1.0, 0.0, 0.0]).expect("a start");
        let before = motion.energy();
        let work: f64 = (0..5).map(|_| motion.step().expect("a step").work()).sum();
        // Of 2.5 J, with the rounding of five steps.
        let taken = motion.energy() - before;
        assert!(
            (taken + 0.5).abs() < 1e-14 && (work + 0.5).abs() < 1e-14,
            "{f:e}: {taken} {work}"
        );
        let (p, v) = (motion.state().p, motion.velocity().expect("it is carried"));
        assert!(p[0] == 0.0 && v[0].abs() < 1e-15, "{f:e}: {p} {v}");
    }
}

/// A chain whose springs stiffen, on links that turn with them, in seals: gradients of items, which share coordinates.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * (1 + 0.5 * sin(x[i])) * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(4))
        + sum(1..n, |i| 2 * (x[i] - x[i - 1]).powi(2) + 25 * (x[i] - x[i - 1]).powi(4)),
    friction(seal, slip = array(0..n, |i| dt(x[i])), force = f),
    friction(between, slip = array(1..n, |i| dt(x[i]) - dt(x[i - 1])), force = 0.3 * f),
    discretize(Livens),
)]
struct Stiffening {
    n: usize,
    f: f64,
}

/// E⁺ − E is the work of friction in each step, to rounding, also where M depends on q.
#[test]
fn friction_takes_what_a_chain_loses() {
    for (n, h, steps) in [(2, 0.05, 400), (40, 0.02, 20)] {
        let chain = Stiffening { n, f: 0.05 };
        let of = |i: usize, by: f64| (by * i as f64).sin();
        let q: Vec<f64> = (0..n).map(|i| 0.5 * of(i, 0.7)).collect();
        let v: Vec<f64> = (0..n).map(|i| of(i, 1.3)).collect();
        let mut motion = Integrator::new(chain, Livens, h, q, v).expect("a start");
        let start = motion.energy();
        let (mut work, mut worst) = (0.0, 0.0_f64);
        for _ in 0..steps {
            work += motion.step().expect("a step").work();
            worst = worst.max((motion.energy() - start - work).abs());
        }
        // Each step with rounding of a few ε of the terms of E, of 2 J for each mass.
        let rounding = f64::from(steps) * 4.0 * f64::EPSILON * 2.0 * n as f64;
        assert!(worst < rounding, "{n}: {worst:e}");
        assert!(work < -0.01 * start, "{n}: {work} of {start}");
    }
}

/// Two seals and what is between them stick together: their shares of a load are not determined, and its sum is.
#[test]
fn frictions_that_share_a_load_come_to_rest() {
    let chain = Stiffening { n: 2, f: 0.2 };
    let (q, v) = (vec![0.0, 0.32], vec![0.0, 0.96]);
    let mut motion = Integrator::new(chain, Livens, 0.05, q, v).expect("a start");
    let start = motion.energy();
    let (mut work, mut stuck) = (0.0, 0);
    for _ in 0..400 {
        let report = motion.step().expect("a step");
        work += report.work();
        let sticking = report.contacts().filter(|at| at.state == ContactState::Stick);
        stuck += usize::from(sticking.count() == 3);
    }
    // Each step with rounding of a few ε of the terms of E, of 2 J.
    let off = (motion.energy() - start - work).abs();
    assert!(off < 400.0 * 4.0 * f64::EPSILON * 2.0, "{off:e}");
    let State { p, .. } = motion.state();
    assert!(stuck > 100 && p.amax() < 1e-14, "{stuck}: {p}");
}

/// A copy of the memory goes on with the same bits: it has the velocity after the percussions.
#[test]
fn snapshots_with_a_velocity_go_on_with_the_same_bits() {
    let chain = Stiffening { n: 5, f: 0.05 };
    let (q, v) = (vec![0.1, -0.2, 0.3, 0.0, 0.5], vec![1.0, 0.0, -1.0, 0.5, 0.0]);
    let mut motion = Integrator::new(chain.clone(), Livens, 0.01, q.clone(), v.clone()).expect("a start");
    motion.step_many(20).expect("small steps");
    let mut again = Integrator::new(chain, Livens, 0.01, q, v).expect("a start");
    again.restore(&motion.snapshot()).expect("of the same motion");
    for _ in 0..20 {
        let reports = [&mut motion, &mut again].map(|motion| motion.step().expect("a small step"));
        assert_eq!(reports[0], reports[1]);
    }
    assert_eq!(motion.state(), again.state());
    assert_eq!(motion.velocity(), again.velocity());
}

/// A bound below zero at the end of a step, a derivative, and a start that is none leave the state as it was.
#[test]
fn steps_of_any_size_that_are_none_fail() {
    let mut motion = blocks(BLOCKS, 1e-3, [0.2, 0.0, 0.0], [0.0; 3]).expect("a start");
    motion.step().expect("a step");
    assert_eq!(
        motion.linearize().map(|_| ()).expect_err("none").failure,
        Failure::PercussionsAtEnd
    );
    let before = motion.state();
    let error = motion
        .set_system(Blocks { f: -3.0, ..BLOCKS })
        .expect_err("no bound");
    assert!(
        error
            .to_string()
            .contains("the force of the friction `seal[0]` is -3"),
        "{error}"
    );
    assert_eq!(motion.state(), before);
}
