//! Orders of convergence in q and p, of sleds with springs between them, against their reduced equations; long motions.

use extremal::StateOf;
use extremal::prelude::*;

use super::systems::Sleds;
use crate::support::order::{Errors, extrapolated};
use crate::support::slope::slope;
use crate::systems::distance;

const END: f64 = 2.0;
const PUSH: f64 = 0.4;
const MASSES: [f64; 3] = [1.0, 2.0, 0.7];
const OF_TURNS: f64 = 0.3;

fn sleds() -> Sleds {
    Sleds {
        m: MASSES.to_vec(),
        k: 0.25,
        a: 0.2,
        s: 0.3,
    }
}

/// Near each other, so that the springs are not linear.
const NEAR: ([f64; 9], [f64; 9]) = (
    [0.0, 0.3, 1.1, 0.0, 2.0, 0.4, 0.2, -0.3, 0.5],
    [0.7, 0.2, 0.5, -0.3, 0.9, 0.1, 0.9, 0.4, -0.6],
);

/// ẏ of y = (r, φ, p): each blade has a reaction λ of its own, as M is diagonal.
fn rate(t: f64, y: [f64; 18]) -> [f64; 18] {
    let Sleds { k, a, s, .. } = sleds();
    let mass = |i: usize| if i < 6 { MASSES[i / 2] } else { OF_TURNS };
    let v: [f64; 9] = core::array::from_fn(|i| y[9 + i] / mass(i));
    let mut force: [f64; 9] = core::array::from_fn(|i| y[i] * if i < 6 { -0.2 } else { -0.5 });
    force[6] += PUSH;
    for (i, axis) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let between = |axis: usize| y[2 * i + 2 + axis] - y[2 * i + axis];
        let square = between(0).powi(2) + between(1).powi(2);
        let pull = (1.0 + 4.0 * k * (square - 1.0)) * between(axis);
        force[2 * i + axis] += pull;
        force[2 * i + 2 + axis] -= pull;
    }
    for i in 0..3 {
        let ((sin, cos), at) = (y[6 + i].sin_cos(), [2 * i, 2 * i + 1, 6 + i]);
        let (across, turned) = ([-sin, cos, -a], [-cos * v[6 + i], -sin * v[6 + i], 0.0]);
        let terms = |j: usize| across[j] * force[at[j]] / mass(at[j]) + turned[j] * v[at[j]];
        let inertia: f64 = (0..3).map(|j| across[j].powi(2) / mass(at[j])).sum();
        let reaction = ((0..3).map(terms).sum::<f64>() + s * t.cos()) / inertia;
        (0..3).for_each(|j| force[at[j]] -= reaction * across[j]);
    }
    core::array::from_fn(|i| if i < 9 { v[i] } else { force[i - 9] })
}

fn errors<D: Copy>(scheme: D) -> Vec<Errors>
where
    Sleds: Discretize<D, Inputs = [f64; 1]>,
{
    let system = sleds();
    let (q, v) = system.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let p = system.momentum(0.0, &q, &v);
    let start = core::array::from_fn(|i| if i < 9 { q[i] } else { p[i - 9] });
    let exact = extrapolated(rate, start, END, 60);
    let of = |steps: usize| {
        let h = END / steps as f64;
        let mut motion = Integrator::new(sleds(), scheme, h, q.clone(), v.clone()).expect("it rolls");
        for _ in 0..steps {
            motion.step_with([PUSH]).expect("a regular step");
        }
        let State { q, p, .. } = motion.state();
        Errors {
            steps,
            q: distance(q.as_slice(), &exact[..9]),
            p: distance(p.as_slice(), &exact[9..]),
        }
    };
    [80, 160, 320, 640].map(of).to_vec()
}

/// Order 2 by symmetry. On these grids the term of order 4 changes the slope by less than 0.05: errors are below a part in a
/// hundred.
fn is_of_second_order<D: Copy>(scheme: D, name: &str)
where
    Sleds: Discretize<D, Inputs = [f64; 1]>,
{
    let errors = errors(scheme);
    let q = slope(errors.iter().map(|e| (e.steps, e.q)), 1e-13);
    let p = slope(errors.iter().map(|e| (e.steps, e.p)), 1e-13);
    println!("{name}: orders {q:.3} in q and {p:.3} in p, {:?}", errors.last());
    assert!(
        (q - 2.0).abs() < 0.05 && (p - 2.0).abs() < 0.05,
        "{name}: {errors:?}"
    );
}

#[test]
fn steps_are_of_second_order_in_q_and_p() {
    is_of_second_order(Verlet, "Verlet");
    is_of_second_order(Midpoint, "Midpoint");
    is_of_second_order(Galerkin::<1, Gauss<2>>::default(), "Galerkin<1, Gauss<2>>");
    is_of_second_order(Livens, "Livens");
    is_of_second_order(Polarized(Livens), "Polarized<Livens>");
}

/// A v + b of the blades for the mean velocity of a step, in its middle.
fn violation(system: &Sleds, h: f64, [before, after]: [&StateOf<Sleds>; 2]) -> f64 {
    let middle = 0.5 * (&before.q + &after.q);
    let mean = (&after.q - &before.q) / h;
    let blades = (0..system.m.len()).map(|i| {
        let ((sin, cos), at) = (middle[2 * system.m.len() + i].sin_cos(), 2 * i);
        let turn = mean[2 * system.m.len() + i];
        let wind = system.s * (before.t + 0.5 * h).sin();
        -sin * mean[at] + cos * mean[at + 1] - system.a * turn + wind
    });
    blades.fold(0.0, |most, rate| most.max(rate.abs()))
}

/// Ten thousand steps of twenty sleds. Terms of A v + b are of size one, and q of size thirty is rounded by ε: its quotient by h
/// is of 1e-13.
fn holds<D: Copy>(scheme: D, name: &str)
where
    Sleds: Discretize<D, Inputs = [f64; 1]>,
{
    let count = 20;
    let system = Sleds {
        m: (0..count).map(|i| 1.0 + 0.3 * (i as f64).sin()).collect(),
        ..sleds()
    };
    let number = |k: usize, seed: f64| (seed + 1.7 * k as f64).sin();
    let near = |k: usize| if k < 2 * count { 0.4 * k as f64 } else { 0.0 } + 0.3 * number(k, 0.2);
    let q: Vec<f64> = (0..3 * count).map(near).collect();
    let v: Vec<f64> = (0..3 * count).map(|k| 0.5 * number(k, 1.0)).collect();
    let (q, v) = system.project(0.0, q, v).expect("a start near");
    let h = 0.01;
    let mut motion = Integrator::new(system.clone(), scheme, h, q, v).expect("it rolls");
    let mut most: f64 = 0.0;
    for _ in 0..10_000 {
        let before = motion.state();
        motion.step_with([PUSH]).expect("a regular step");
        most = most.max(violation(&system, h, [&before, &motion.state()]));
    }
    println!("{name}: {most:e}");
    assert!(most < 1e-11, "{name}: {most:e}");
}

#[test]
fn the_mean_of_each_step_rolls() {
    holds(Midpoint, "Midpoint");
    holds(Livens, "Livens");
}

/// Without wind and push a reaction does no work on a step of Livens' scheme: E changes by roundings of each step.
#[test]
fn livens_keeps_the_energy() {
    let system = Sleds { s: 0.0, ..sleds() };
    let (q, v) = system.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let mut motion = Integrator::new(system, Livens, 0.02, q, v).expect("it rolls");
    let energy = motion.energy();
    for _ in 0..5000 {
        motion.step_with([0.0]).expect("a regular step");
        let off = (motion.energy() - energy).abs();
        assert!(off < 1e-12, "{off:e}");
    }
}
