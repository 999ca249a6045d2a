//! What is made of steps: compositions, all elements of an interval together, conserved momenta.

use extremal::StateOf;
use extremal::monolithic::{Start, Why};
use extremal::prelude::*;
use extremal::structure::Inheritance;

use super::systems::{SKATE, SLEIGH, Sleigh, distance};

const START: ([f64; 3], [f64; 3]) = ([0.3, 0.2, 0.0], [-0.9, 0.0, 0.5]);

fn ends<D: Copy>(scheme: D, steps: usize) -> [f64; 6]
where
    Sleigh: Discretize<D, Inputs = [f64; 0]>,
{
    let mut motion =
        Integrator::new(SLEIGH, scheme, 4.0 / steps as f64, START.0, START.1).expect("it slides");
    motion.step_many(steps).expect("regular steps");
    let State { q, p, .. } = motion.state();
    [q[0], q[1], q[2], p[0], p[1], p[2]]
}

/// With an error of 1e-13.
fn of_sixth_order() -> [f64; 6] {
    ends(Composition::<6, _>(Midpoint), 2000)
}

/// The alternating part of the momentum across the blade is of no lower order: halving the step divides the error by 16.
fn is_of_fourth_order<D: Copy>(scheme: D, name: &str)
where
    Sleigh: Discretize<D, Inputs = [f64; 0]>,
{
    let exact = of_sixth_order();
    let [coarse, fine] = [60, 120].map(|steps| distance(&ends(scheme, steps), &exact));
    assert!(
        (coarse / fine - 16.0).abs() < 1.0,
        "{name}: {coarse:e} and {fine:e}"
    );
}

#[test]
fn compositions_are_of_fourth_order() {
    is_of_fourth_order(Composition::<4, _>(Midpoint), "Midpoint");
    is_of_fourth_order(Composition::<4, _>(Verlet), "Verlet");
    is_of_fourth_order(Composition::<4, _>(Livens), "Livens");
}

/// From a start the elements are those of steps; nothing can be asked at the end.
#[test]
fn elements_are_solved_together_from_a_start() {
    let (h, steps) = (0.05, 40);
    let start = Start::Impulse {
        q0: START.0,
        v0: START.1,
    };
    let mut motion = Integrator::new(SLEIGH, Midpoint, h, START.0, START.1).expect("it slides");
    motion.step_many(steps).expect("regular steps");
    let solution = Monolithic::new(SLEIGH, Midpoint, h, steps, start)
        .solve()
        .expect("a motion from its start");
    let (one, other) = (motion.state(), solution.states().last().expect("nodes"));
    assert!(distance(one.q.as_slice(), other.q.as_slice()) < 1e-12);
    assert!(distance(one.p.as_slice(), other.p.as_slice()) < 1e-12);
    let ends = Start::Ends {
        q0: START.0,
        q1: [1.0, 1.0, 1.0],
    };
    let unsolved = Monolithic::new(SLEIGH, Midpoint, h, steps, ends).solve();
    assert!(matches!(
        unsolved.expect_err("too many conditions").why,
        Why::Rolling
    ));
}

/// A bead that is geared to its distance from an axis, which is free to turn about it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + dt(z).powi(2),
    potential = 0.5 * z.powi(2) + 0.2 * (x.powi(2) + y.powi(2)),
    rolling(gear = (1 + x.powi(2) + y.powi(2)) * (x * dt(x) + y * dt(y)) - (1 + 0.3 * z + x.powi(2)  + y.powi(2)) * dt(z)),
    symmetry(turn = [-y, x, 0]),
    discretize(Verlet, Midpoint, Livens)
)]
struct Geared;

/// The reaction in the middle does no work along a rotation: the angular momentum is kept to the rounding of a thousand steps.
#[test]
fn the_middle_keeps_momenta_that_reactions_do_not_act_on() {
    let facts = <Geared as Lagrangian>::STRUCTURE;
    assert_eq!(facts.symmetries[0].inheritance, Inheritance::Middle);
    assert_eq!((facts.constraints, facts.rolling, facts.cyclic.len()), (1, 1, 0));
    let (q, v) = Geared
        .project(0.0, [1.0, 0.2, 0.3], [0.3, 0.8, 0.1])
        .expect("a start near");
    let mut motion = Integrator::new(Geared, Midpoint, 0.05, q, v).expect("a start that is geared");
    let before = Geared.turn(&motion.state());
    for _ in 0..1000 {
        motion.step().expect("a regular step");
        assert!((Geared.turn(&motion.state()) - before).abs() < 1e-12);
    }
}

/// n steps, the opposite momentum, n steps, and the opposite momentum again.
fn there_and_back<S, D: Copy>(system: S, scheme: D, start: StateOf<S>) -> f64
where
    S: Discretize<D, Inputs = [f64; 0]>
        + Lagrangian<Scalar = f64, Configuration = Column, Velocity = Column, Momentum = Column>
        + Copy,
{
    let mut state = start;
    for _ in 0..2 {
        let mut motion = Integrator::from_state(system, scheme, 0.05, state).expect("a state");
        motion.step_many(101).expect("regular steps");
        let State { q, p, .. } = motion.state();
        state = State { t: 0.0, q, p: -p };
    }
    distance(state.q.as_slice(), start.q.as_slice()).max(distance(state.p.as_slice(), start.p.as_slice()))
}

type Column = extremal::nalgebra::SVector<f64, 3>;

/// Steps are symmetric: without wind and friction a motion comes back, to the rounding of two hundred steps. The part of the
/// momentum across the blade comes back as well.
#[test]
fn motions_come_back() {
    let skating = State {
        t: 0.0,
        q: [0.0; 3].into(),
        p: [SKATE.m * 0.3, 0.01, SKATE.j * 0.9].into(),
    };
    let v = START.1.into();
    let sliding = State {
        t: 0.0,
        q: START.0.into(),
        p: SLEIGH.momentum(0.0, &START.0.into(), &v),
    };
    for off in [
        there_and_back(SKATE, Verlet, skating),
        there_and_back(SKATE, Midpoint, skating),
        there_and_back(SKATE, Livens, skating),
        there_and_back(SLEIGH, Verlet, sliding),
        there_and_back(SLEIGH, Midpoint, sliding),
    ] {
        assert!(off < 1e-12, "{off:e}");
    }
}
