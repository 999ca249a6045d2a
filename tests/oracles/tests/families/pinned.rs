//! Chains in which constraints hold few of the masses: the others move as in explicit steps.

use extremal::prelude::*;

use crate::support::compared::{apart, numbers, same};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[masses]),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(x[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.25 * (x[i + 1] - x[i]).powi(4) + 0.5 * (x[i + 1] - x[i]).powi(2)),
    dissipation = sum(0..masses, |i| 0.5 * c * dt(x[i]).powi(2)),
    constraint(held = array(0..held.len(), |i| x[held[i]] - at[i] - v * t)),
    constraint(pair = x[first] - 2 * x[second]),
    discretize(Verlet, Midpoint),
    sensitivities(m, c),
)]
pub(crate) struct Held {
    masses: usize,
    m: Vec<f64>,
    c: f64,
    held: Vec<usize>,
    at: Vec<f64>,
    v: f64,
    first: usize,
    second: usize,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[24]),
    kinetic = sum(0..24, |i| 0.5 * m[i] * dt(x[i]).powi(2)),
    potential = sum(0..23, |i| 0.25 * (x[i + 1] - x[i]).powi(4) + 0.5 * (x[i + 1] - x[i]).powi(2)),
    dissipation = sum(0..24, |i| 0.5 * c * dt(x[i]).powi(2)),
    constraint(held = [x[7] - 0.25 - v * t]),
    constraint(pair = x[19] - 2 * x[21]),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct TwentyFour {
    m: [f64; 24],
    c: f64,
    v: f64,
}

/// Both systems, and a start.
fn both(c: f64) -> (Held, TwentyFour, [Vec<f64>; 2]) {
    let m: [f64; 24] = core::array::from_fn(|i| 1.0 + 0.5 * (1.3 * i as f64).sin());
    let held = Held {
        masses: 24,
        m: m.to_vec(),
        c,
        held: vec![7],
        at: vec![0.25],
        v: 0.125,
        first: 19,
        second: 21,
    };
    let (mut q, mut v) = (numbers(24, 0.3), numbers(24, 2.0));
    (q[7], q[19]) = (0.25, 2.0 * q[21]);
    (v[7], v[19]) = (0.125, 2.0 * v[21]);
    (held, TwentyFour { m, c, v: 0.125 }, [q, v])
}

#[test]
fn held_chains_move_as_written_out() {
    for c in [0.0, 0.1] {
        let (held, written_out, [q, v]) = both(c);
        same((held.clone(), written_out), Verlet, (&q, &v));
        same((held, written_out), Midpoint, (&q, &v));
    }
}

/// λ h is of the size of the masses' momenta; reactions are these over h = 0.05.
#[test]
fn reactions_are_those_written_out() {
    let (held, twenty_four, [q, v]) = both(0.1);
    let mut any_size = Integrator::new(&held, Verlet, 0.05, &q, &v).expect("a good start");
    let [place, velocity] = [&q, &v].map(|list| core::array::from_fn::<f64, 24, _>(|k| list[k]));
    let mut written_out = Integrator::new(twenty_four, Verlet, 0.05, place, velocity).expect("a good start");
    for _ in 0..4 {
        any_size.step().expect("a small step");
        let step = written_out.step().expect("a small step");
        let reactions: Vec<f64> = any_size.reactions().collect();
        assert!(
            apart(&reactions, &step.reactions) < 1e-12,
            "{reactions:?} {:?}",
            step.reactions
        );
    }
}

/// Steps of copies, which have no room, and of snapshots go on with the same numbers; so do steps of another length and back.
fn check_copies<D: Copy>(scheme: D)
where
    Held: Discretize<D, Scalar = f64, Configuration = extremal::nalgebra::DVector<f64>>,
{
    let (held, _, [q, v]) = both(0.1);
    let mut motion = Integrator::new(&held, scheme, 0.05, &q, &v).expect("a good start");
    motion.step_many(10).expect("small steps");
    let mut copy = motion.clone();
    let snapshot = motion.snapshot();
    let go_on = |motion: &mut Integrator<&Held, D>| {
        motion.step_many(10).expect("small steps");
        motion.set_step_size(0.03).expect("a positive length");
        motion.step_many(5).expect("small steps");
        motion.set_step_size(0.05).expect("a positive length");
        motion.step_many(5).expect("small steps");
        motion.state()
    };
    let end = go_on(&mut motion);
    assert_eq!(end, go_on(&mut copy));
    motion.restore(&snapshot).expect("a snapshot of its own");
    assert_eq!(end, go_on(&mut motion));
}

#[test]
fn copies_go_on_alike() {
    check_copies(Verlet);
    check_copies(Midpoint);
    check_copies(Composition::<4, _>(Verlet));
}

/// By the state and by the parameters against central differences, of order h² with third derivatives of size one: ∆ = 1e-5.
#[test]
fn derivatives_are_those_of_steps() {
    let (held, _, [q, v]) = both(0.1);
    let motion = Integrator::new(&held, Verlet, 0.05, &q, &v).expect("a good start");
    let mut derivative = motion.linearize().expect("a small step");
    let by_parameters = derivative.by_parameters().expect("finite numbers");
    let d = 1e-5;
    let p = motion.state().p.clone();
    for k in [3, 11, 20, 23] {
        // The momentum at the start is that of the system, and stays while the mass changes.
        let ends = [d, -d].map(|d| {
            let mut other = held.clone();
            other.m[k] += d;
            let velocities: Vec<f64> = (0..24).map(|i| p[i] / other.m[i]).collect();
            let moved = Integrator::new(&other, Verlet, 0.05, &q, &velocities);
            let mut moved = moved.expect("a start whose masses without a constraint are others");
            moved.step().expect("a small step");
            let state = moved.state();
            [state.q.as_slice(), state.p.as_slice()].concat()
        });
        let [above, below] = ends;
        let differences: Vec<f64> = above
            .iter()
            .zip(&below)
            .map(|(a, b)| (a - b) / (2.0 * d))
            .collect();
        let column: Vec<f64> = by_parameters.column(k).iter().copied().collect();
        assert!(
            apart(&column, &differences) < 1e-8,
            "{k}: {column:?} {differences:?}"
        );
    }
}
